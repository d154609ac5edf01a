import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'
import { typeParsers } from '../db/pool.ts'
import { applySettings } from '../db/session-settings.ts'

/** Which lock of the database; any number that nothing else of ours uses. */
const leaderLock = 1_131_377_269
const retryMs = 500

/**
 * A suspended process keeps its connection, and with it the lock: the database ends it when
 * nothing was received for this long. The leader sends something more often than that.
 */
const silenceMsMax = 10_000
const beatMs = 2_500

const settings = {
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: silenceMsMax,
  idle_session_timeout: silenceMsMax,
  // Prepared statements keep the plan of their first runs, which on a nearly empty table reads all
  // of it. What the leader asks goes by an index, however much or little there is.
  enable_seqscan: 'off',
}

export type Leader = {
  /** The connection that holds the lock, or nothing while another process leads. */
  client: () => Client | undefined
  /** Called each time this process has become the leader. */
  onElected: (listener: () => void) => void
  stop: () => Promise<void>
}

/**
 * Of all processes on a database one leads: it numbers events, watches chains and sweeps. The lock
 * belongs to a connection of its own, so it is free again as soon as its process is gone; and what
 * must never run twice runs on that very connection.
 */
export function startLeader(options: { databaseUrl: string; log: Logger }): Leader {
  const { databaseUrl, log } = options
  const listeners: (() => void)[] = []
  let leading: Client | undefined
  let beat: NodeJS.Timeout | undefined
  const stopping = new AbortController()
  const { signal } = stopping
  let attempt = campaign()

  return {
    client: () => leading,
    onElected: (listener) => {
      listeners.push(listener)
      if (leading) listener()
    },
    stop: async () => {
      stopping.abort()
      await attempt
      clearInterval(beat)
      const last = leading
      leading = undefined
      await last?.end().catch(() => undefined)
    },
  }

  async function campaign(): Promise<void> {
    const client = new Client({
      connectionString: databaseUrl,
      application_name: 'corridor leader',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      // The beat and several loops ask it at the same time, each in single statements.
      pipeline: true,
      types: typeParsers,
    })
    client.on('error', (error) => lost(client, error))
    client.on('end', () => lost(client))
    try {
      await client.connect()
      await applySettings(client, settings)
      while (!signal.aborted) {
        const { rows } = await client.query<{ won: boolean }>(
          'select pg_try_advisory_lock($1) as won',
          [leaderLock],
        )
        if (rows[0]?.won) return elected(client)
        await pause()
      }
    } catch (error) {
      log.warn({ err: error }, 'a connection for the leader failed')
      again()
    }
    await client.end().catch(() => undefined)
  }

  function elected(client: Client): void {
    leading = client
    beat = setInterval(() => void client.query('select 1').catch(() => undefined), beatMs)
    log.info('this process leads the background work')
    for (const listener of listeners) listener()
  }

  function lost(client: Client, error?: Error): void {
    if (leading !== client) return
    leading = undefined
    clearInterval(beat)
    log.warn({ err: error }, 'the leader’s connection was lost')
    client.end().catch(() => undefined)
    again()
  }

  function again(): void {
    if (signal.aborted) return
    attempt = pause().then(() => (signal.aborted ? undefined : campaign()))
  }

  /** Ends early when the process stops. */
  function pause(): Promise<void> {
    return sleep(retryMs, undefined, { signal }).catch(() => undefined)
  }
}
