import { sql } from 'kysely'
import type { Deps } from '../../ports/deps.ts'
import type { StreamItem, StreamHub } from '../../api/stream.ts'

const pollMs = 1_000
const pageMax = 1_000
const backlogMax = 5_000

type Reader = { push: (item: StreamItem) => void }
/** What was read of a partner, and who listens. */
type Channel = { last: number; readers: Set<Reader> }
type Row = { partner_id: string; sequence: number; kind: string; subject: string; version: number }

/** One reader of the event table per process, however many clients listen (decisions.md 9). */
export function createStreamHub(deps: Pick<Deps, 'db' | 'wake' | 'log'>): StreamHub {
  const channels = new Map<string, Channel>()
  let isReading = false
  let isAsked = false
  const off = deps.wake.on('published', look)
  const timer = setInterval(look, pollMs)

  return {
    subscribe,
    close: () => {
      off()
      clearInterval(timer)
    },
  }

  async function subscribe(partnerId: string, after: number | undefined, signal: AbortSignal) {
    const last = await lastSequence(partnerId)
    // A number from before a reset of the sandbox lies ahead of everything.
    return itemsAfter(partnerId, { reached: Math.min(after ?? last, last), last }, signal)
  }

  async function* itemsAfter(
    partnerId: string,
    from: { reached: number; last: number },
    signal: AbortSignal,
  ): AsyncGenerator<StreamItem> {
    const inbox = createInbox(signal)
    let { reached } = from
    let isCaughtUp = reached === from.last
    try {
      while (!signal.aborted) {
        const channel = channels.get(partnerId)
        // After this nothing is awaited, so no event falls between the table and the channel.
        if (channel ? channel.last <= reached : isCaughtUp) break
        const page = await readPage(partnerId, reached)
        reached = page.at(-1)?.sequence ?? channel?.last ?? reached
        isCaughtUp = page.length < pageMax
        yield* page.map(itemOf)
      }
      join(partnerId, reached, inbox)
      look()
      for await (const item of inbox.items()) {
        // The channel may have begun before the place that this reader had reached.
        if (item.id > reached) yield item
      }
    } finally {
      leave(partnerId, inbox)
    }
  }

  function join(partnerId: string, reached: number, reader: Reader): void {
    const channel = channels.get(partnerId) ?? { last: reached, readers: new Set() }
    channels.set(partnerId, channel)
    channel.readers.add(reader)
  }

  function leave(partnerId: string, reader: Reader): void {
    const channel = channels.get(partnerId)
    channel?.readers.delete(reader)
    if (channel?.readers.size === 0) channels.delete(partnerId)
  }

  /** Reads what is new for all partners at once; asked while it reads, it reads once more. */
  function look(): void {
    if (channels.size === 0) return
    isAsked = true
    if (isReading) return
    void readNew().catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the event stream was not read'),
    )
  }

  async function readNew(): Promise<void> {
    isReading = true
    try {
      while (isAsked) {
        isAsked = false
        const rows = await readAll(
          [...channels].map(([id, channel]) => ({ id, last: channel.last })),
        )
        for (const row of rows) publish(row)
        if (rows.length >= pageMax) isAsked = true
      }
    } finally {
      isReading = false
    }
  }

  function publish(row: Row): void {
    const channel = channels.get(row.partner_id)
    if (!channel || row.sequence <= channel.last) return
    channel.last = row.sequence
    const item = itemOf(row)
    for (const reader of channel.readers) reader.push(item)
  }

  function readAll(places: { id: string; last: number }[]): Promise<Row[]> {
    if (places.length === 0) return Promise.resolve([])
    return deps.db.asWorker(async (tx) => {
      const { rows } = await sql<Row>`
        select e.* from unnest(
          ${places.map(({ id }) => id)}::uuid[], ${places.map(({ last }) => last)}::bigint[]
        ) as place (partner_id, last),
        lateral (
          select n.partner_id, n.sequence, event.subject_kind as kind, event.subject_id as subject,
            event.subject_version as version
          from event_number n, lateral (
            select * from event where event.partner_id = n.partner_id and event.id = n.event_id
              and event.created_at = n.written_at limit 1) as event
          where n.partner_id = place.partner_id and n.sequence > place.last
          order by n.sequence limit ${pageMax}
        ) as e order by e.partner_id, e.sequence`.execute(tx)
      return rows
    })
  }

  function readPage(partnerId: string, after: number): Promise<Row[]> {
    return readAll([{ id: partnerId, last: after }])
  }

  function lastSequence(partnerId: string): Promise<number> {
    return deps.db.asWorker(async (tx) => {
      const row = await tx
        .selectFrom('event_sequence')
        .select('last')
        .where('partner_id', '=', partnerId)
        .executeTakeFirst()
      return row?.last ?? 0
    })
  }
}

const itemOf = ({ sequence, kind, subject, version }: Row): StreamItem => ({
  id: sequence,
  kind,
  subjectId: subject,
  version,
})

/** What waits for one client. It ends with the signal, or when the client is too slow. */
function createInbox(signal: AbortSignal) {
  const waiting: StreamItem[] = []
  const state: { isOver: boolean; wakeUp?: () => void } = { isOver: signal.aborted }
  const end = () => {
    state.isOver = true
    state.wakeUp?.()
  }
  signal.addEventListener('abort', end, { once: true })

  return { push, items }

  function push(item: StreamItem): void {
    if (waiting.length >= backlogMax) end()
    else waiting.push(item)
    state.wakeUp?.()
  }

  async function* items(): AsyncGenerator<StreamItem> {
    while (!state.isOver) {
      yield* waiting.splice(0)
      if (waiting.length > 0 || state.isOver) continue
      await new Promise<void>((resolve) => {
        state.wakeUp = resolve
      })
    }
  }
}
