import { randomBytes } from 'node:crypto'
import { describeBankPort } from '@corridor/banks/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../test/support/database.ts'
import { openBank } from './bank.ts'
import { createKek } from './db/kek.ts'
import { StartRefused } from './start-refused.ts'

const sandbox = { ENVIRONMENT: 'sandbox', BANK_FILES_DIR: '/none' } as const

test('live refuses the simulated bank', () => {
  const settings = { ENVIRONMENT: 'live', BANK_RAIL: 'simulated', BANK_FILES_DIR: '/none' } as const
  expect(() => openBank(settings)).toThrow(StartRefused)
  expect(() => openBank(settings)).toThrow('simulated')
})

describeBankPort('simulated, with its books in the database', async () => {
  const db = await createTestDatabase()
  const kek = createKek(randomBytes(32), randomBytes)
  const { bank } = openBank({ ...sandbox, BANK_RAIL: 'simulated' })({ db, kek })
  const names = {
    PAID: 'Ada',
    REFUSED: 'FAIL RAIL_REJECTED',
    RETURNED: 'RETURN BENEFICIARY_RETURNED',
  }
  return {
    bank,
    payee: (fate) => ({ name: names[fate], account: {} }),
    credit: async (credit) => bank.sandbox?.credit(credit),
    settle: () =>
      db.asWorker(async (tx) => {
        await sql`select advance_service_clock(interval '1 minute')`.execute(tx)
      }),
    close: () => db.close(),
  }
})
