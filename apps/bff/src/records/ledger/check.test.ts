import { depositLegs } from '@corridor/domain'
import { Client } from 'pg'
import pino from 'pino'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/database.ts'
import { insertBookedTransfer, rolledBack } from '../../../test/support/money/ledger.ts'
import { typeParsers } from '../../db/pool.ts'
import { checkLedger, createPass, ledgerCheck } from './ledger-check.ts'
import { type Breach, ledgerBreaches } from './breaches.ts'
import { listHalts, resumePayouts } from './halts.ts'
import { clearingOf, isPayoutHalted, postGroup } from './service.ts'

let db: TestDatabase
let admin: Client
let booked: Awaited<ReturnType<typeof insertBookedTransfer>>
beforeAll(async () => {
  db = await createTestDatabase()
  booked = await insertBookedTransfer(db)
  admin = new Client({ connectionString: db.adminUrl, types: typeParsers })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await db.close()
})

const isHalted = (asset: string) => db.asWorker((tx) => isPayoutHalted(tx, asset))

describe('the checker', () => {
  test('finds nothing in what was booked by the service', async () => {
    expect(await db.asWorker(ledgerBreaches)).toEqual([])
  })

  const usd = (kind: string) =>
    `(select id from ledger_account where asset = 'USD' and kind = '${kind}')`
  // What is done to the records behind the service's back, and the rule that no longer holds.
  test.each([
    [
      'every posting belongs to a group',
      `delete from posting_group where step = 'payout_confirmed'`,
    ],
    [
      'both accounts of a posting are of its asset and its partner',
      `update posting set asset = 'EUR' where code = 'deposit'`,
    ],
    ['both accounts of a posting are of its asset and its partner', `delete from ledger_account`],
    ['every group has postings', `delete from posting where kind = 'post'`],
    [
      'a post or void resolves one pending leg, within its amount and between its accounts',
      `update posting set amount = amount - 1 where kind = 'post'`,
    ],
    [
      'a post or void resolves one pending leg, within its amount and between its accounts',
      `update posting set debit_account = credit_account, credit_account = debit_account
       where kind = 'post'`,
    ],
    [
      'a post or void resolves one pending leg, within its amount and between its accounts',
      `delete from posting_resolution`,
    ],
    ['every resolution has its posting', `update posting_resolution set posting_id = pending_id`],
    [
      'the debits of an asset equal its credits',
      `update ledger_account set asset = 'EUR' where kind = 'bank'`,
    ],
    [
      'a kept balance is what its postings say',
      `update ledger_balance set credits_posted = credits_posted + 1`,
    ],
    ['a kept balance is what its postings say', `delete from ledger_balance`],
    ['a kept balance is what its postings say', `delete from posting where code = 'deposit'`],
    [
      'a kept balance is what its postings say',
      `insert into posting (partner_id, id, group_id, code, debit_account, credit_account, asset,
         amount, created_at)
       select partner_id, gen_random_uuid(), group_id, 'more', debit_account, credit_account, asset,
         1, created_at from posting where code = 'deposit'`,
    ],
    [
      'an account with a floor is not below it',
      `update posting set amount = 1 where code = 'deposit'`,
    ],
    [
      'a kept balance is of an account with a floor',
      `update ledger_account set has_floor = false where id = ${usd('transfer_clearing')}`,
    ],
    [
      'no pending leg is open 60 s after its time',
      `update posting set timeout_at = service_now() - interval '61 s' where kind = 'pending'`,
    ],
    ['nothing is held for a transfer that has ended', `update transfer set status = 'COMPLETED'`],
    [
      'nothing is held for a transfer that has ended',
      `update transfer set status = 'FAILED', held_until = null`,
    ],
    [
      'each payout is booked once, as what became of it',
      `update payout set status = 'CONFIRMED' where attempt = 2`,
    ],
    [
      'each payout is booked once, as what became of it',
      `update payout set status = 'FAILED' where attempt = 1`,
    ],
    ['each payout is booked once, as what became of it', `update payout set amount = amount + 1`],
    ['each payout is booked once, as what became of it', `update payout set attempt = attempt + 2`],
    ['each booked payout is one that was ordered', `delete from payout`],
    ['each payout on a chain was mined', `update payout set kind = 'CHAIN' where attempt = 1`],
    [
      'each payment that was mined is a payout that did not fail',
      `insert into chain_order (chain_id, sender, nonce, purpose, subject, status, partner_id, call,
         signed_at_block, created_at)
       select 'test', '0xa', 1, 'payout', gen_random_uuid(), 'CONFIRMED', partner_id, '{}', 1,
         created_at from payout where attempt = 1`,
    ],
  ])('finds that not %s: %s', async (rule, change) => {
    const found = await rolledBack(admin, async () => {
      await admin.query('set local session_replication_role = replica')
      await admin.query(change)
      return (await admin.query<Breach>('select * from ledger_breaches()')).rows
    })
    expect(found.map((breach) => breach.rule)).toContain(rule)
    expect(found.map(({ place }) => place)).not.toContain(null)
  })

  test('checks what changed since a time, with the whole of the accounts touched', async () => {
    const since = async (time: string) =>
      (await admin.query<Breach>(`select * from ledger_breaches(${time})`)).rows
    await rolledBack(admin, async () => {
      await admin.query('set local session_replication_role = replica')
      await admin.query('update ledger_balance set credits_posted = credits_posted + 1')
      expect(await since(`service_now() + interval '1 hour'`)).toEqual([])
      expect(await since(`service_now() - interval '1 hour'`)).toHaveLength(1)
    })
  })
})

describe('a pass', () => {
  test('checks everything each time, and less often where that takes long', async () => {
    const log = pino({ level: 'silent' })
    const planted = ['a kept balance is what its postings say']
    // An account that nothing is booked on any more.
    const plant = (by: number) =>
      admin.query(`update ledger_balance set credits_posted = credits_posted + ${by}`)
    const passes = async (msOfPass: number, waits: number[]) => {
      let ms = 0
      const realTime = () => new Date((ms += msOfPass / 2))
      const pass = createPass({ db, log, realTime })
      const found: string[][] = []
      for (const wait of waits) {
        found.push(await pass())
        ms += wait
      }
      return found
    }
    await admin.query(`select advance_service_clock('10 minutes')`)
    await plant(1)
    expect(await passes(1_000, [60_000, 60_000])).toEqual([planted, planted])
    const slow = await passes(8_000, [60_000, 60_000, 600_000, 0])
    expect(slow).toEqual([planted, [], [], planted])
    await plant(-1)
    await db.asWorker((tx) => resumePayouts(tx, 'USD'))
  })
})

describe('a breach', () => {
  test('stops payouts of its asset within a pass; reads and deposits continue until staff resume them', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
    expect(await checkLedger({ db, log })).toEqual([])
    expect(await isHalted('USD')).toBe(false)

    await admin.query('update ledger_balance set credits_posted = credits_posted + 1')
    const loop = ledgerCheck({ db, log, realTime: () => new Date() }).start({
      log,
      wake: {
        on: () => () => undefined,
        onWritten: () => () => undefined,
        written: () => undefined,
      },
      leader: { client: () => admin, onElected: (listener) => listener() },
    })
    await vi.waitFor(async () => expect(await isHalted('USD')).toBe(true), { timeout: 5_000 })
    await loop.stop()
    expect(await isHalted('EUR')).toBe(false)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ alert: 'ledger_mismatch', halted: ['USD'] })

    const { partnerId } = booked
    const transferId = uuidV7()
    const place = { kind: 'BANK', country: 'US' } as const
    const legs = depositLegs({ asset: 'USD', scale: 2, amount: 5n, place, transferId })
    await db.asWorker((tx) => postGroup(tx, { partnerId, transferId, step: 'deposit', legs }))
    expect(
      await db.withPartner(partnerId, (tx) => clearingOf(tx, partnerId, transferId)),
    ).toMatchObject([{ balance: 5n }])

    await admin.query(
      'update ledger_balance set credits_posted = credits_posted - 1 where credits_posted > 100',
    )
    expect(await checkLedger({ db, log })).toEqual([])
    // It may have done harm while it lasted, so it does not resume automatically.
    expect(await isHalted('USD')).toBe(true)
    expect(await db.asWorker(listHalts)).toMatchObject([
      {
        asset: 'USD',
        reason: 'the ledger does not hold',
        problems: [expect.stringMatching(/kept balance/)],
      },
    ])
    expect(await db.asWorker((tx) => resumePayouts(tx, 'USD'))).toBe(true)
    expect(await isHalted('USD')).toBe(false)
  })
})
