import { executionId } from '@corridor/domain'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { uuidOf } from '../../../src/db/no-id.ts'
import { readOnlySnapshot } from '../../../src/db/isolation.ts'
import { verifyLedger } from '../../../src/records/ledger/verify.ts'
import { readAuditBook, verifyAudit } from '../../../src/records/ledger/verify-audit.ts'
import { transferBody } from '../../../src/modules/transfers/reads/view.ts'
import { findTransfers } from '../../../src/records/transfers/store.ts'
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
  await expectFresh(bff)
}

/**
 * What the API says of each transfer is what its rows say: the list and the record, asked twice, so
 * that texts that are kept are among them. Workers go on: what changed meanwhile is asked again.
 */
export async function expectFresh(bff: Bff): Promise<void> {
  const partnerId = uuidOf('par', bff.first.svcPartnerId)
  const asTheyAre = async (ids: readonly string[]) => {
    const rows = await bff.deps.db.asWorker((tx) => findTransfers(tx, partnerId, ids))
    const texts = rows.map((row) => [executionId(row), JSON.stringify(transferBody(row))] as const)
    return Object.fromEntries(texts)
  }
  for (;;) {
    const newest = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('transfer')
        .select('id')
        .where('partner_id', '=', partnerId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(20)
        .execute(),
    )
    const ids = newest.map(({ id }) => id)
    const before = await asTheyAre(ids)
    await bff.get(list)
    const listed = (await bff.get(list)).body.data as Answer[]
    const [first = ''] = Object.keys(before)
    const data = first && (await bff.get(`${transfer}/${first}`)).body.data
    const after = await asTheyAre(ids)
    if (JSON.stringify(before) !== JSON.stringify(after)) continue
    const shown = Object.fromEntries(listed.map((row) => [row.executionId, JSON.stringify(row)]))
    expect(shown).toEqual(before)
    if (first) expect(JSON.stringify(data)).toBe(before[first])
    return
  }
}

type Answer = { executionId: string }
const transfer = '/api/v1/xfer/transaction/transfer'
const list = '/api/v1/xfer/transaction/transfers?limit=20&includeQuotes=true'

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
