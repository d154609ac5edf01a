import { type ClientBase, Pool, type PoolConfig, TypeOverrides, types } from 'pg'
import { createGatheringSocket } from './connections/gathering-socket.ts'
import { applySettings, type SessionSettings } from './session-settings.ts'
import type { DatabaseLog } from '../config/database-log.ts'

/**
 * The type parsers of every connection of ours; pass them to a `pg.Client` of your own. Money is
 * bigint: `numeric` columns hold whole minor units only, so a fraction is a mistake in the SQL and
 * throws. `int8` is number, and throws beyond 2^53. A date stays text: it has no time zone.
 */
export const typeParsers = new TypeOverrides()
typeParsers.setTypeParser(types.builtins.NUMERIC, (text) => BigInt(text))
typeParsers.setTypeParser(types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of range: ${text}`)
  return value
})
typeParsers.setTypeParser(types.builtins.DATE, (text) => text)
typeParsers.setTypeParser(types.builtins.INTERVAL, (text) => text)

/** Bounds of every transaction; guarantees.md 3.17. */
const timeouts: SessionSettings = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
}

/** How long a caller waits for a free connection before the database counts as busy. */
const waitForConnectionMs = 2_000

/** `settings` are added to the bounds of every transaction, or replace them. */
export type OpenPoolConfig = PoolConfig & { settings?: SessionSettings }

/** A pool that drops dead clients and survives a restart of the server. */
export function openPool({ settings, ...config }: OpenPoolConfig, log: DatabaseLog): Pool {
  // The pool hands a client out when this has resolved, though its types do not say that it waits.
  const hooks = {
    onConnect: (client: ClientBase) => applySettings(client, { ...timeouts, ...settings }),
  }
  const pool = new Pool({
    connectionTimeoutMillis: waitForConnectionMs,
    idleTimeoutMillis: 300_000,
    keepAlive: true,
    // Statements that do not need each other's answers travel together.
    pipeline: true,
    stream: createGatheringSocket,
    types: typeParsers,
    ...hooks,
    ...config,
  })
  // A client in use fails its query when the server cuts it off, and an idle one has left the pool
  // already; without these listeners either would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // pg hangs its client, password included, on this error: only its message is logged.
  pool.on('error', ({ message }) => log.warn({ message }, 'an idle database connection was lost'))
  return pool
}
