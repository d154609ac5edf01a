import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importFile } from '@corridor/banks'
import { createCounterpartBank, describeBankPort } from '@corridor/banks/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database/database.ts'
import { keptLog } from '../../../test/support/database/quiet.ts'
import { openBank } from './open.ts'
import { createInbox } from './inbox.ts'
import { sendPayments } from './outbox.ts'
import { createKek } from '../../db/kek.ts'
import { StartRefused } from '../../config/start-refused.ts'
import { noFaults } from '../../engine/faults.ts'

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

test('live is given the bank of files, without controls of a sandbox', async () => {
  const BANK_FILES_DIR = mkdtempSync(join(tmpdir(), 'corridor-bank-'))
  const settings = { ENVIRONMENT: 'live', BANK_RAIL: 'iso20022', BANK_FILES_DIR } as const
  const db = await createTestDatabase()
  const parts = { db, kek: createKek(randomBytes(32), randomBytes) }
  try {
    expect(() => openBank(settings)).toThrow('accounts.json')
    const [account] = openBank({ ...settings, ENVIRONMENT: 'sandbox' })(parts).bankFiles.accounts
    writeFileSync(join(BANK_FILES_DIR, 'accounts.json'), JSON.stringify({ accounts: [account] }))
    const { bank, statements } = openBank(settings)(parts)
    expect(bank).toMatchObject({ name: 'iso20022', simulated: false })
    expect(bank.sandbox).toBeUndefined()
    expect(statements.map(({ name }) => name)).toEqual(['iso20022'])
  } finally {
    rmSync(BANK_FILES_DIR, { recursive: true })
    await db.close()
  }
})

describeBankPort('files, with their books in the database and their folders on disk', async () => {
  const db = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'corridor-bank-'))
  mkdirSync(join(folder, 'in'))
  const settings = {
    ENVIRONMENT: 'sandbox',
    BANK_RAIL: 'iso20022',
    BANK_FILES_DIR: folder,
  } as const
  const kek = createKek(randomBytes(32), randomBytes)
  const { bank, bankFiles } = openBank(settings)({ db, kek })
  const parts = { db, bankFiles, config: settings, faults: noFaults, log: keptLog() }
  const counterpart = createCounterpartBank(bankFiles)
  const inbox = createInbox(parts)
  const names = {
    PAID: 'Ada',
    REFUSED: 'FAIL RAIL_REJECTED',
    RETURNED: 'RETURN BENEFICIARY_RETURNED',
  }
  let serial = 0
  const deliver = async (texts: readonly string[]) => {
    for (const text of texts) {
      serial += 1
      writeFileSync(join(folder, 'in', `${serial}.xml`), text)
    }
    await inbox.look()
    await inbox.look()
  }
  return {
    bank,
    payee: (fate) => ({ name: names[fate], account: { bankIban: 'DE89370400440532013000' } }),
    credit: async (credit) => {
      counterpart.credit(credit)
      for (const text of counterpart.notifications())
        await importFile({ ...bankFiles, name: credit.entryId, read: () => [Buffer.from(text)] })
    },
    settle: async () => {
      for (const { path } of await sendPayments({ ...parts, random: randomBytes }))
        await counterpart.receive(readFileSync(path, 'utf8'))
      await deliver([...counterpart.statusReports(), ...counterpart.notifications()])
    },
    close: async () => {
      await db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
})

test('the sandbox refuses a payment that is in no file yet; it comes into none', async () => {
  const db = await createTestDatabase()
  const settings = { ...sandbox, BANK_RAIL: 'iso20022' } as const
  const kek = createKek(randomBytes(32), randomBytes)
  const { bank, bankFiles } = openBank(settings)({ db, kek })
  await bank.submitPayout({
    reference: 'a',
    countryCode: 'DE',
    rail: '',
    currency: 'EUR',
    minor: 1n,
    scale: 2,
    beneficiary: { name: 'Ada', account: { bankIban: 'DE89370400440532013000' } },
    remittance: '',
  })
  await bank.sandbox?.refuse('a', 'RAIL_REJECTED')
  expect(await bank.payoutState('a')).toMatchObject({
    value: { status: 'REJECTED', code: 'RAIL_REJECTED' },
  })
  expect(await bankFiles.books.writeFile(10, () => expect.unreachable())).toBeUndefined()
  await db.close()
})
