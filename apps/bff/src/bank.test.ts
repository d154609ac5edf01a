import { describeBankPort } from '@corridor/banks/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../test/support/database.ts'
import { openBank } from './bank.ts'
import { StartRefused } from './start-refused.ts'

test('live refuses the simulated bank', () => {
  expect(() => openBank({ ENVIRONMENT: 'live' })).toThrow(StartRefused)
  expect(() => openBank({ ENVIRONMENT: 'live' })).toThrow('simulated')
})

describeBankPort('simulated, with its books in the database', async () => {
  const db = await createTestDatabase()
  const bank = openBank({ ENVIRONMENT: 'sandbox' })(db)
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
