import { Pool, type PoolConfig, types } from 'pg'
import type { DatabaseLog } from './log.ts'

const numericOid = 1700
const int8Oid = 20
const dateOid = 1082
const intervalOid = 1186

/**
 * Money is bigint: `numeric` columns hold whole minor units only, so a fraction is a mistake in the
 * SQL and throws. `int8` is number, and throws beyond 2^53. A date stays text: it has no time zone.
 */
const parsers: Record<number, (text: string) => unknown> = {
  [numericOid]: (text) => BigInt(text),
  [int8Oid]: (text) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of range: ${text}`)
    return value
  },
  [dateOid]: (text) => text,
  [intervalOid]: (text) => text,
}

/** The type parsers of every connection of ours; pass them to a `pg.Client` of your own. */
export const typeParsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || types.getTypeParser(oid, format),
}

/** Bounds of every transaction; `guarantees.md` 3.17. */
export const timeouts = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
}

/** How long a caller waits for a free connection before it is told that the database is busy. */
const waitForConnectionMs = 2_000

/** A pool that drops dead clients and survives a restart of the server. */
export function openPool(config: PoolConfig, log: DatabaseLog): Pool {
  const pool = new Pool({
    ...timeouts,
    connectionTimeoutMillis: waitForConnectionMs,
    idleTimeoutMillis: 300_000,
    keepAlive: true,
    types: typeParsers,
    ...config,
  })
  // A client in use tells its query that the server cut it off, and an idle one has left the pool
  // already; without these listeners either would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  return pool
}
