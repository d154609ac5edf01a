import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { Turns } from './connections/turns.ts'
import { type Tx, transactionOn } from './connection.ts'
import {
  DatabaseUnavailable,
  isBrokenConnection,
  isRetryable,
  isUnavailable,
  needsTransaction,
} from './errors.ts'

/** A unit of work that was refused by a deadlock or a conflict runs again this often. */
const attemptsMax = 5

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type TransactionOptions = {
  pool: Pool
  /** Spreads repeated attempts; 0 to 1. */
  jitter: () => number
  /** Who takes the next free connection: fair over partners, each in the line `line`. */
  turns?: Turns
  line?: string
}

/**
 * Runs work in one transaction: READ COMMITTED, with the partner's row security when a partner is
 * given. The work may run up to five times (deadlock), so it must not act on the outside.
 * @throws DatabaseUnavailable when the database cannot answer now
 */
export async function inTransaction<T>(
  options: TransactionOptions,
  partnerId: string | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (partnerId !== undefined) checkPartner(partnerId)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(await checkOut(options, partnerId), beginFor(partnerId), work)
    } catch (error) {
      if (!isRetryable(error)) throw error
      if (attempt >= attemptsMax) {
        throw new DatabaseUnavailable('the transaction keeps meeting others', { cause: error })
      }
      await sleep(attempt * 5 * (1 + options.jitter()))
    }
  }
}

/**
 * Runs work that only reads, for a partner, on one snapshot of the database, however long it reads.
 * It runs once: reading meets no conflict, and the work may act on the outside.
 */
export async function inSnapshot<T>(
  options: TransactionOptions,
  partnerId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  checkPartner(partnerId)
  const beginRead = async (client: PoolClient) => {
    await client.query(
      `begin isolation level repeatable read, read only; set local statement_timeout = '1min'; set local idle_in_transaction_session_timeout = '1min'; select set_config('app.partner_id', '${partnerId}', true)`,
    )
  }
  return attemptOnce(
    await checkOut(options, partnerId),
    { begin: beginRead, kept: () => undefined },
    work,
  )
}

function checkPartner(partnerId: string): void {
  if (!uuidPattern.test(partnerId)) throw new TypeError('a partner id must be a lower-case uuid')
}

/**
 * Runs work that only reads, for a partner or for all, as single statements: a begin and a commit would take
 * longer than most reads. What needs a transaction after all (a write, a lock) runs again in one; so
 * does a connection that is set to another partner, because only a transaction sets it.
 * @throws DatabaseUnavailable when the database cannot answer now
 */
export async function inReading<T>(
  options: TransactionOptions,
  partnerId: string | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { client, giveBack } = await checkOut(options, partnerId)
  const isSet = partnerId === undefined || partnerOf.get(client) === partnerId
  const open = transactionOn(client)
  let broken = false
  try {
    if (isSet) {
      const answer = await work(open.tx)
      await Promise.all(open.end())
      return answer
    }
  } catch (error) {
    broken = isBrokenConnection(error)
    if (!needsTransaction(error)) throw asUnavailable(error)
  } finally {
    void open.end()
    giveBack(broken)
  }
  return inTransaction(options, partnerId, work)
}

/** How a transaction begins, and what stays set on its client once it is committed. */
type Begin = { begin: (client: PoolClient) => Promise<void>; kept: (client: PoolClient) => void }

const beginFor = (partnerId: string | undefined): Begin => ({
  begin: (client) => begin(client, partnerId),
  kept: (client) => {
    if (partnerId !== undefined) partnerOf.set(client, partnerId)
  },
})

async function attemptOnce<T>(
  { client, giveBack }: CheckedOut,
  how: Begin,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const open = transactionOn(client)
  let broken = false
  try {
    // Not awaited: the first statement travels with it. It fails only where the connection does.
    const begun = how.begin(client)
    begun.catch(() => undefined)
    const answer = await work(open.tx)
    await ended([begun, ...open.end()], commit(client))
    // Only now is the setting there to stay; `begin` may be answered after a roll-back was asked for.
    how.kept(client)
    return answer
  } catch (error) {
    void open.end()
    broken = isBrokenConnection(error) || !(await rollBack(client))
    throw asUnavailable(error)
  } finally {
    giveBack(broken)
  }
}

/** What was left to the commit says best why there was none, unless nobody knows whether there was. */
async function ended(left: readonly Promise<unknown>[], commits: Promise<void>): Promise<void> {
  const [answered, committed] = await Promise.allSettled([Promise.all(left), commits])
  const lost = committed.status === 'rejected' ? committed : undefined
  const isUnknown = lost?.reason instanceof DatabaseUnavailable
  if (answered.status === 'rejected' && !isUnknown) throw answered.reason
  if (lost) throw lost.reason
}

const asUnavailable = (error: unknown): unknown =>
  isUnavailable(error) && !(error instanceof DatabaseUnavailable)
    ? new DatabaseUnavailable('the database cannot answer now', { cause: error })
    : error

type CheckedOut = { client: PoolClient; giveBack: (broken: boolean) => void }

/** Waits for a turn; who has one finds a connection free, and waits only where it has to be made. */
async function checkOut(
  { pool, turns, line = '' }: TransactionOptions,
  partnerId: string | undefined,
): Promise<CheckedOut> {
  let endTurn = () => {}
  try {
    endTurn = (await turns?.take(line + (partnerId ?? ''))) ?? endTurn
    const client = await pool.connect()
    const giveBack = (broken: boolean) => {
      client.release(broken)
      endTurn()
    }
    return { client, giveBack }
  } catch (error) {
    endTurn()
    throw new DatabaseUnavailable('no database connection is to be had', { cause: error })
  }
}

/**
 * For every pool, the signer's too: a statement that is not behind a `begin read write` cannot write.
 * Statements follow `begin` before its answer is there, so this is what holds should it ever fail.
 */
export const onlyInTransactions = { settings: { default_transaction_read_only: 'on' } }

/** The partner that each pooled client last set and committed. */
const partnerOf = new WeakMap<PoolClient, string>()

/** Begins, and sets the partner only where it changed; both travel in one message. */
async function begin(client: PoolClient, partnerId: string | undefined): Promise<void> {
  if (partnerId === undefined || partnerOf.get(client) === partnerId) {
    await client.query('begin read write')
    return
  }
  await client.query(`begin read write; select set_config('app.partner_id', '${partnerId}', false)`)
}

async function commit(client: PoolClient): Promise<void> {
  let command: string
  try {
    command = (await client.query('commit')).command
  } catch (error) {
    if (!isBrokenConnection(error)) throw error
    throw new DatabaseUnavailable('the answer to COMMIT was lost', {
      cause: error,
      outcomeUnknown: true,
    })
  }
  // The server answers ROLLBACK where a failed statement was swallowed by the work.
  if (command === 'ROLLBACK') throw new Error('the work went on after a failed statement')
}

/** Rolls back; false where the client cannot be used again. The setting made inside goes with it. */
async function rollBack(client: PoolClient): Promise<boolean> {
  partnerOf.delete(client)
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}
