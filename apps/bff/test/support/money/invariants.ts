import { sql } from 'kysely'
import { expect } from 'vitest'
import { readOnlySnapshot } from '../../../src/db/isolation.ts'
import { verifyLedger } from '../../../src/records/ledger/verify.ts'
import { readAuditBook, verifyAudit } from '../../../src/records/ledger/verify-audit.ts'
import type { Bff } from '../process/bff.ts'

/** What must hold after every case: the ledger balances and every transfer is whole. */
export async function expectConsistent(bff: Bff): Promise<void> {
  expect(await bff.deps.db.asWorker((tx) => verifyLedger(tx))).toEqual([])
  const book = await readAuditBook(bff.deps)
  const found = await bff.deps.db.asWorker(async (tx) => {
    await readOnlySnapshot(tx)
    return verifyAudit(tx, book)
  })
  expect(found).toEqual([])
  expect(await stepsOutOfOrder(bff)).toEqual([])
}

/**
 * Steps that ended before they began, or began before the one before them ended; and transfers that
 * ended before their last step.
 */
async function stepsOutOfOrder({ deps }: Bff): Promise<unknown[]> {
  const { rows } = await deps.db.asWorker((tx) =>
    sql`select transfer_id, name, started_at, completed_at, before, ended from (
      select s.*, t.completed_at as ended, lag(s.completed_at) over (
          partition by s.transfer_id order by s.ordinal) as before
        from transfer_step s join transfer t on t.id = s.transfer_id
        where s.started_at is not null
      ) as step
      where completed_at < started_at or started_at < before
        or (status = 'completed' and ended < completed_at)`.execute(tx),
  )
  return rows
}
