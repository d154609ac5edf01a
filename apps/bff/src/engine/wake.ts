import { Client } from 'pg'
import type { Logger } from 'pino'
import type { Wake, WakeTopic } from '../ports/wake.ts'

const channel = 'corridor'

/** Many commits in a burst cost one message. */
const coalesceMs = 10
const lookMs = 500
/** Between looks once so many of them have found nothing new. */
const quiet = { afterLooks: 10, lookMs: 1_000 }
const reconnectMsMax = 2_000

/**
 * Wakes this process at once and the others through the database, on a connection of its own: a
 * NOTIFY inside a business transaction would make commits wait for each other. It only saves time:
 * every listener also polls once in a while, so a lost message loses nothing.
 */
export async function createWake(options: {
  databaseUrl: string
  log: Logger
}): Promise<Wake & { close: () => Promise<void> }> {
  const { databaseUrl, log } = options
  const listeners = new Map<string, Set<() => void>>()
  const followers = new Set<() => void>()
  const pending = new Set<WakeTopic>()
  let client: Client | undefined
  let serverProcess: number | undefined
  let flushTimer: NodeJS.Timeout | undefined
  let reconnectTimer: NodeJS.Timeout | undefined
  let failures = 0
  let isClosed = false
  let snapshot: string | undefined
  let isLooking = false
  let sameLooks = 0
  await connect()
  let looking = setTimeout(lookOften, lookMs)

  return {
    notify: (topic) => {
      if (isClosed) return
      deliver(topic)
      pending.add(topic)
      flushTimer ??= setTimeout(() => void flush(), coalesceMs)
    },
    on: (topic, listener) => {
      const own = listeners.get(topic) ?? new Set()
      listeners.set(topic, own.add(listener))
      return () => own.delete(listener)
    },
    written: () => snapshot,
    onWritten: (listener) => {
      followers.add(listener)
      return () => followers.delete(listener)
    },
    close: async () => {
      isClosed = true
      clearTimeout(looking)
      clearTimeout(flushTimer)
      clearTimeout(reconnectTimer)
      await flush()
      await client?.end().catch(() => undefined)
    },
  }

  function deliver(topic: string): void {
    for (const listener of listeners.get(topic) ?? []) {
      try {
        listener()
      } catch (error) {
        log.error({ err: error, topic }, 'a listener failed')
      }
    }
  }

  async function flush(): Promise<void> {
    flushTimer = undefined
    const batch = [...pending]
    pending.clear()
    if (batch.length === 0 || !client) return
    const text = 'select pg_notify($1, topic) from unnest($2::text[]) as topic'
    await client.query({ name: 'wake', text, values: [channel, batch] }).catch((error: unknown) => {
      log.warn({ err: error }, 'other processes were not woken')
    })
  }

  function lookOften(): void {
    void look()
    looking = setTimeout(lookOften, sameLooks < quiet.afterLooks ? lookMs : quiet.lookMs)
  }

  /** Whoever writes takes a transaction id, so a snapshot that reads the same has seen no write end. */
  async function look(): Promise<void> {
    // An answer that does not come says nothing of what was written since.
    if (isLooking) {
      seen(undefined)
      return
    }
    isLooking = true
    const text = 'select pg_current_snapshot()::text as snapshot'
    const asked = client?.query<{ snapshot: string }>({ name: 'look', text })
    const answer = await asked?.catch(() => undefined)
    isLooking = false
    seen(answer?.rows[0]?.snapshot)
  }

  function seen(next: string | undefined): void {
    sameLooks += 1
    if (next === snapshot) return
    sameLooks = 0
    snapshot = next
    for (const follower of followers) follower()
  }

  async function connect(): Promise<void> {
    const next = new Client({
      connectionString: databaseUrl,
      application_name: 'corridor wake',
      pipeline: true,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    next.on('error', () => lost(next))
    next.on('end', () => lost(next))
    next.on('notification', ({ payload, processId }) => {
      // Our own messages come back too, and were delivered before they were sent.
      if (payload && processId !== serverProcess) deliver(payload)
    })
    await next.connect()
    // Asked of the server, because a pooler gives its clients numbers of its own.
    const { rows } = await next.query<{ pid: number }>('select pg_backend_pid() as pid')
    serverProcess = rows[0]?.pid
    await next.query(`listen ${channel}`)
    client = next
    failures = 0
  }

  function lost(gone: Client): void {
    if (client !== gone) return
    client = undefined
    gone.end().catch(() => undefined)
    reconnect()
  }

  function reconnect(): void {
    if (isClosed) return
    const waitMs = Math.min(100 * 2 ** failures, reconnectMsMax)
    failures += 1
    reconnectTimer = setTimeout(() => {
      // What was notified in between is not repeated, so everybody looks for himself.
      connect().then(() => [...listeners.keys()].forEach(deliver), reconnect)
    }, waitMs)
  }
}
