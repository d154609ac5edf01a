import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import { jurisdictionOf } from '../../../test/support/people/customers.ts'
import { openFunding, uuidOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { readFeed } from './bank-watcher.ts'
import { takeInDue } from './bank-intake.ts'

// A thousand deposits are a thousand transactions, on a machine that others use too.
vi.setConfig({ testTimeout: 60_000 })

const bff = ownBff()
let accounts: AnyBody[]
let serial = 0

beforeAll(async () => {
  accounts = await Promise.all(
    ['DE', 'US', 'GB'].map(async (code) => openFunding(bff, (await jurisdictionOf(bff, code)).id)),
  )
})

const bank = () => {
  const { sandbox } = bff.deps.bank
  if (!sandbox) throw new Error('the bank is not simulated')
  return sandbox
}
beforeEach(() =>
  Object.assign(bank().faults, { isDown: false, repeatsEntries: false, shufflesEntries: false }),
)

/** Pays to a customer's account at the bank; the statement has not been read yet. */
async function pay(account: AnyBody, minor: bigint, change: object = {}): Promise<string> {
  serial += 1
  const { depositAccountInfo: info, jurisdiction } = account
  const entryId = `test ${serial}`
  await bank().credit({
    entryId,
    countryCode: bff.deps.jurisdictions.byId(jurisdiction.id)?.countryCode ?? '',
    routingNumber: info.bank_routing_number,
    accountNumber: info.bank_account_number,
    currency: info.currency,
    minor,
    scale: 2,
    sender: { name: 'Ada Okonkwo', account: '' },
    reference: '',
    ...change,
  })
  return entryId
}

async function passes(deps = bff.deps): Promise<void> {
  await readFeed(deps)
  while ((await takeInDue(deps, 100)) === 100);
}

const entries = (ids: readonly string[]) =>
  bff.deps.db.asWorker((tx) =>
    tx.selectFrom('bank_entry').selectAll().where('entry_id', 'in', ids).execute(),
  )
const deposits = (ids: readonly string[]) =>
  bff.deps.db.asWorker((tx) =>
    tx.selectFrom('deposit').selectAll().where('bank_entry', 'in', ids).execute(),
  )

describe('each deposit is credited once', () => {
  test('1,000 of them, with repeats, in another order, reported again, the bank unavailable every third time', async () => {
    const { faults } = bank()
    // The statement is complete before it is read.
    faults.isDown = true
    const ids: string[] = []
    for (let i = 0; i < 1_000; i += 4)
      ids.push(
        ...(await Promise.all(
          [i, i + 1, i + 2, i + 3].map((item) => pay(accounts[item % 3], BigInt(1_000 + item))),
        )),
      )
    faults.repeatsEntries = true
    faults.shufflesEntries = true
    for (let i = 0; i < 12; i += 1) {
      faults.isDown = i % 3 === 0
      // Half way the bank's whole statement is read again.
      if (i === 6)
        await bff.deps.db.asWorker((tx) =>
          tx.updateTable('bank_cursor').set({ position: '' }).execute(),
        )
      // The instance's own watcher works beside us, as another process would.
      bff.deps.wake.notify('bank')
      await passes()
    }
    const taken = await deposits(ids)
    expect(taken).toHaveLength(1_000)
    const sum = (rows: readonly { amount: bigint }[]) =>
      rows.reduce((total, { amount }) => total + amount, 0n)
    expect(sum(taken)).toBe(1_499_500n)
    const kept = await entries(ids)
    expect(kept.filter(({ state }) => state === 'DEPOSIT')).toHaveLength(1_000)
    for (const account of accounts) {
      const id = uuidOf('fund', account.fundingAccountId)
      const own = taken.filter(({ funding_account_id }) => funding_account_id === id)
      expect(own.length).toBeGreaterThanOrEqual(333)
      expect(await heldAtBank(account)).toBe(sum(own))
    }
    await expectConsistent(bff)
  })

  test.each([
    'bank_feed:after_effect',
    'bank_feed:before_commit',
    'bank_feed:after_commit',
    'bank_entry:before_commit',
    'bank_entry:after_commit',
  ])('broken off at %s', async (point) => {
    const id = await pay(accounts[0], 500n)
    const faults = {
      reach: (step: string, moment: string) => {
        if (`${step}:${moment}` === point) throw new Error('cut off')
        return undefined
      },
    }
    // The instance's own watcher may be first; then nothing is left to break off.
    await passes({ ...bff.deps, faults }).catch(() => undefined)
    await expect
      .poll(
        async () => {
          await passes()
          return (await deposits([id])).length
        },
        { timeout: 10_000 },
      )
      .toBe(1)
    await expectConsistent(bff)
  })
})

/** What the ledger says of a country's accounts at the bank, from this file's deposits alone. */
async function heldAtBank(account: AnyBody): Promise<bigint> {
  const country = bff.deps.jurisdictions.byId(account.jurisdiction.id)?.countryCode ?? ''
  const { rows } = await bff.deps.db.asWorker((tx) =>
    sql<{ balance: bigint }>`
      select coalesce(sum(p.amount), 0) as balance from posting p
      join ledger_account a on a.partner_id = p.partner_id and a.id = p.debit_account
      where a.kind = 'bank' and a.owner = ${country}`.execute(tx),
  )
  return rows[0]?.balance ?? 0n
}

describe('entries that cannot be taken in', () => {
  test('one that fails holds up none behind it, and is tried again later', async () => {
    const [fine, behind] = [await pay(accounts[0], 100n), `test ${serial + 2}`]
    const [row] = await vi.waitFor(async () => {
      await passes()
      const found = await deposits([fine])
      expect(found).toHaveLength(1)
      return found
    })
    // A deposit that has its entry already: the database refuses a second one.
    const broken = `test ${serial + 1}`
    await bff.deps.db.asWorker((tx) =>
      tx
        .updateTable('deposit')
        .set({ bank_entry: broken })
        .where('id', '=', row?.id ?? '')
        .execute(),
    )
    expect(await pay(accounts[0], 100n)).toBe(broken)
    expect(await pay(accounts[0], 100n)).toBe(behind)
    await vi.waitFor(async () => {
      await passes()
      expect(await deposits([behind])).toHaveLength(1)
    })
    const [left] = await entries([broken])
    expect(left).toMatchObject({ state: 'NEW', problem: expect.stringContaining('duplicate') })
    expect(left?.attempts).toBeGreaterThan(0)
    expect(await deposits([broken])).toHaveLength(1)
  })

  test('unmatched money is stored, and in no ledger', async () => {
    const ids = [
      await pay(accounts[0], 700n, { accountNumber: 'DE00 nobody' }),
      await pay(accounts[0], 700n, { countryCode: 'FR', reference: 'CR 0000 0000 0000' }),
    ]
    await vi.waitFor(async () => {
      await passes()
      const kept = await entries(ids)
      expect(kept.map(({ state }) => state)).toEqual(['UNMATCHED', 'UNMATCHED'])
    })
    expect(await deposits(ids)).toEqual([])
    await expectConsistent(bff)
  })
})
