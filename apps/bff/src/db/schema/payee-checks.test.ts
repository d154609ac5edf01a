import { afterEach, expect, test } from 'vitest'
import { createEmptyDatabase, type EmptyDatabase } from '../../../test/support/database/database.ts'
import { keptLog } from '../../../test/support/database/quiet.ts'
import { withClient } from '../server/server.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migrations.ts'

let database: EmptyDatabase | undefined
afterEach(() => database?.drop())

test('orders of before payees’ banks were asked say so, and what is open is asked about yet', async () => {
  database = await createEmptyDatabase()
  const { ownerUrl } = database
  const log = keptLog()
  const all = readMigrations()
  const before = all.filter(({ set, file }) => set === 'signer' || file < '0097')
  // Functions of today name tables that came later.
  await migrate({ ownerUrl, log, files: before, functions: [] })
  const id = '00000000-0000-4000-8000-00000000000'
  const statuses = ['CREATED', 'SUBMITTED', 'CONFIRMED', 'FAILED', 'RETURNED']
  const values = statuses.map(
    (status, at) => `('${id}0', '${id}${at}', '${id}0', 'payout_submitted', ${at}, 'BANK',
      '${status}', '', 'EUR', 2, 1, '${id}0', now(), now())`,
  )
  await withClient(ownerUrl, (owner) =>
    owner.query(`insert into payout (partner_id, id, transfer_id, step, attempt, kind, status,
      jurisdiction_id, currency, scale, amount, account_id, created_at, updated_at)
      values ${values.join(', ')}`),
  )
  await migrate({ ownerUrl, log, files: all })
  const read = 'select status, payee_outcome, payee_release from payout order by attempt'
  const { rows } = await withClient(ownerUrl, (owner) => owner.query(read))
  expect(rows).toEqual(
    statuses.map((status) => ({
      status,
      payee_outcome: status === 'CREATED' ? null : 'NOT_POSSIBLE',
      payee_release: status === 'CREATED' ? null : 'BEFORE_CHECKS',
    })),
  )
})
