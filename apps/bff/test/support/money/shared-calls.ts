import { setTimeout as sleep } from 'node:timers/promises'
import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Tx } from '../../../src/db/open.ts'
import type { AnyBody, Bff, Got } from '../process/bff.ts'

/** As many shared transactions of one operation and partner are under way at most. */
const underWay = 2

/**
 * Sends calls so that they share a transaction: `plugs` are sent first and wait for what `hold` locks,
 * and the calls gather behind them. Gives the answers of the calls.
 */
export async function inOneTransaction(
  bff: Bff,
  hold: (tx: Tx) => Promise<unknown>,
  plugs: readonly (() => Promise<Got>)[],
  calls: readonly (() => Promise<Got>)[],
): Promise<Got[]> {
  const { answers, plugged } = await bff.deps.db.asWorker(async (tx) => {
    await hold(tx)
    const waiting: Promise<Got>[] = []
    for (const [at, plug] of plugs.slice(0, underWay).entries()) {
      waiting.push(plug())
      await expect.poll(() => blocked(tx)).toBe(at + 1)
    }
    const gathered = calls.map((call) => call())
    // All that comes before the line is done by then; where it is not, fewer share.
    await sleep(400)
    return { answers: gathered, plugged: waiting }
  })
  await Promise.all(plugged)
  return Promise.all(answers)
}

async function blocked(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(distinct l.pid)::int as n
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where not l.granted and a.datname = current_database()`.execute(tx)
  return rows[0]?.n ?? 0
}

/** In how many transactions the rows of these executions were written last. */
export async function transactionsOf(bff: Bff, executionIds: readonly string[]): Promise<number> {
  const ids = executionIds.map((id) => parseId('exec', id) ?? '')
  const { rows } = await bff.deps.db.asWorker((tx) =>
    sql<{ n: number }>`select count(distinct xmin::text)::int as n from transfer
      where id = any(${ids}::uuid[])`.execute(tx),
  )
  return rows[0]?.n ?? 0
}

/** What an answer says, without what is another's each time: ids, times, references, addresses. */
export const answerParts = ({ status, headers, body }: Got): AnyBody => ({
  status,
  isReplayed: headers.get('idempotency-replayed'),
  body: JSON.parse(
    JSON.stringify(body)
      .replaceAll(/"(exec|acc|ent|req|fund)_[0-9a-z]{26}"/g, '"$1"')
      .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"time"')
      .replaceAll(/"Q-\d+"/g, '"transaction"')
      .replaceAll(/"CR[0-9A-Z]{12}"/g, '"reference"')
      .replaceAll(/"0x[0-9a-fA-F]{40}"/g, '"address"'),
  ),
})
