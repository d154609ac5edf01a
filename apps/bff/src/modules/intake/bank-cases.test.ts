import { formatId, toText } from '@corridor/domain'
import { scheduleOf, systems } from '@corridor/domain/calendars'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  creditedOf,
  minutesAfter,
  payTransfer,
  suspenseOf,
  takeFile,
} from '../../../test/support/money/banks/files.ts'
import { camt, type CamtEntry } from '../../../test/support/money/banks/camt.ts'
import { openFunding } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { accountIn, aParty, rowOf } from '../../../test/support/money/ordinary.ts'
import {
  advanceClock,
  moveEuro,
  paidIn,
  readTransfer,
  started,
} from '../../../test/support/money/ordinary-flow.ts'
import { untilDeposit } from '../../../test/support/money/payin-deposits.ts'
import { aRoute, type MadeRoute, payinPath } from '../../../test/support/money/payin-routes.ts'
import { until } from '../../../test/support/money/wallets.ts'
import { jurisdictionOf } from '../../../test/support/people/customers.ts'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import { now } from '../../db/open.ts'
import { settleEntry } from '../deposits/bank-suspense-store.ts'
import { takeInDue } from './bank-intake.ts'

const bff = ownBff()
let first: AnyBody
let second: AnyBody
const accountOf = (country: string) => {
  const found = bff.deps.bankFiles.accounts.find(({ countryCode }) => countryCode === country)
  if (!found) throw new Error('no account')
  return found
}
const numberOf = (funding: AnyBody): string => funding.depositAccountInfo.bank_account_number
beforeAll(async () => {
  const germany = (await jurisdictionOf(bff, 'DE')).id
  first = await openFunding(bff, germany)
  second = await openFunding(bff, germany)
})

const take = (text: string) => takeFile(bff, text)
const credited = (minor: bigint): Promise<AnyBody[]> => creditedOf(bff, minor)
const suspense = (minor: bigint) => suspenseOf(bff, minor)

let amount = 10_000
/** An amount that no other test has. */
function anAmount() {
  amount += 1
  return { minor: BigInt(amount), text: (amount / 100).toFixed(2) }
}
const day = '2026-11-27'
const german = () => accountOf('DE')

describe('one payment is one deposit', () => {
  test.each<[string, '052' | '053' | '054', Partial<CamtEntry>, Partial<CamtEntry>]>([
    ['the statement has a reference, the notification none', '054', {}, { reference: 'BANK9001' }],
    ['spaces differ', '052', { text: 'INV 7 OCTOBER' }, { text: 'INV 7  OCTOBER' }],
    ['capitals differ', '054', { payer: 'Ada Payer' }, { payer: 'ADA PAYER' }],
    ['names are cut and turned', '054', { payer: 'PAYER, ADA' }, { payer: 'Ada Payer' }],
    ['an account is a national number', '054', { payerAccount: '1245126199' }, {}],
    ['the references differ', '054', { reference: 'N1' }, { reference: 'S1' }],
  ])('%s', async (_, kind, before, after) => {
    const { minor, text } = anAmount()
    const same = { amount: text, day, payee: numberOf(first), endToEndId: `E-${minor}` }
    await take(camt(kind, german(), [{ ...same, ...before }]))
    await take(camt('053', german(), [{ ...same, ...after }]))
    expect(await credited(minor)).toHaveLength(1)
  })

  test('the same message again, and again with another id', async () => {
    const { minor, text } = anAmount()
    const entry = { amount: text, day: '2026-11-26', payee: numberOf(first) }
    const message = camt('054', german(), [entry])
    for (const file of [message, message, camt('054', german(), [entry])]) await take(file)
    expect(await credited(minor)).toHaveLength(1)
    await take(camt('053', german(), [entry]))
    expect(await credited(minor)).toHaveLength(1)
  })
})

describe('two payments are two deposits', () => {
  test('a reference that starts anew each day is no identity', async () => {
    const { minor, text } = anAmount()
    const same = { amount: text, reference: '0001' }
    const monday = { ...same, day: '2026-11-23', endToEndId: 'E-A', payee: numberOf(first) }
    const friday = {
      ...same,
      day: '2026-11-27',
      endToEndId: 'E-B',
      payee: numberOf(second),
      payer: 'Bob Other',
      payerAccount: 'DE02120300000000202051',
    }
    await take(camt('054', german(), [monday]))
    await take(camt('054', german(), [friday]))
    const found = await credited(minor)
    expect(new Set(found.map((deposit) => deposit.funding_account_id)).size).toBe(2)
  })

  test('two that are alike wait for the statement, which has both', async () => {
    const { minor, text } = anAmount()
    const entry = { amount: text, day: '2026-11-25', payee: numberOf(first) }
    await take(camt('054', german(), [entry]))
    await take(camt('054', german(), [entry]))
    expect(await credited(minor)).toHaveLength(1)
    await take(camt('053', german(), [entry, entry]))
    expect(await credited(minor)).toHaveLength(2)
  })

  test('two of one file are two at once', async () => {
    const { minor, text } = anAmount()
    const entry = { amount: text, day: '2026-11-24', payee: numberOf(first) }
    await take(camt('054', german(), [entry, entry]))
    expect(await credited(minor)).toHaveLength(2)
  })
})

describe('what is not plain', () => {
  test('parts in the payer’s currency leave the whole entry in suspense', async () => {
    const { minor, text } = anAmount()
    const part = `<TxDtls><Amt Ccy="USD">100.00</Amt></TxDtls>`
    const details = `<NtryDtls>${part}${part}</NtryDtls>`
    await take(camt('054', german(), [{ amount: text, day, details }]))
    expect(await suspense(minor)).toMatchObject([{ kind: 'BATCH' }])
  })

  test('an odd entry is set aside, and the others are taken', async () => {
    const { minor, text } = anAmount()
    const payee = numberOf(first)
    const answer = await take(
      camt('054', german(), [
        { amount: '.05', day, payee },
        { amount: '-3.00', isDebit: true, day },
        { amount: text, day, payee },
      ]),
    )
    expect(answer).toMatchObject({ ok: true, counts: { booked: 2, aside: 1 } })
    expect([await credited(5n), await credited(minor)].map((found) => found.length)).toEqual([1, 1])
    const aside = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('bank_aside').select(['state', 'direction', 'line']).execute(),
    )
    expect(aside).toMatchObject([{ state: 'OPEN', direction: 'DEBIT', line: 2 }])
  })

  test('a batch is in suspense until it is listed, whichever comes first', async () => {
    for (const order of ['batch first', 'list first']) {
      const { minor, text } = anAmount()
      const third = minor / 3n
      const parts = [third, third, minor - 2n * third]
      const batch = `<NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch></NtryDtls>`
      const detail = (part: bigint, place: number) =>
        `<TxDtls><Refs><EndToEndId>B-${minor}-${place}</EndToEndId></Refs><Amt Ccy="EUR">${(Number(part) / 100).toFixed(2)}</Amt><RltdPties><Dbtr><Nm>Payer ${place}</Nm></Dbtr><CdtrAcct><Id><IBAN>${numberOf(second)}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`
      const listed = `<NtryDtls>${parts.map(detail).join('')}</NtryDtls>`
      const entry = { amount: text, day: '2026-11-20', reference: `BATCH-${minor}` }
      const whole = () => take(camt('053', german(), [{ ...entry, details: batch }]))
      const list = () => take(camt('054', german(), [{ ...entry, details: listed }]))
      if (order === 'batch first') {
        await whole()
        expect(await suspense(minor)).toMatchObject([{ kind: 'BATCH' }])
        await list()
      } else {
        await list()
        await whole()
      }
      expect(await suspense(minor)).toEqual([])
      const found = await Promise.all([third, minor - 2n * third].map(credited))
      expect(found.flat().length).toBeGreaterThanOrEqual(3 - Number(third === minor - 2n * third))
    }
  })

  test('a date alone is no moment; a moment counts', async () => {
    const [dated, timed] = [anAmount(), anAmount()]
    const payee = numberOf(first)
    const before = new Date()
    await take(
      camt('054', german(), [
        { amount: dated.text, day: '2026-11-18', payee },
        { amount: timed.text, day: '2026-11-18', payee, at: '2026-11-18T10:30:00' },
      ]),
    )
    const [[byDate], [byTime]] = [await credited(dated.minor), await credited(timed.minor)]
    expect(byDate?.received_at.getTime()).toBeGreaterThanOrEqual(before.getTime() - 60_000)
    expect(byTime?.received_at).toEqual(new Date('2026-11-18T09:30:00Z'))
  })

  test('a credit whose text names a payout is offered as its return, and settled as that', async () => {
    const [from, to] = [await aParty(bff, 'US'), await aParty(bff, 'DE')]
    const { executionId } = await started(bff, from, to)
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
    const transfer = await rowOf(bff, executionId)
    const payout = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('payout')
        .select(['id', 'amount', 'scale'])
        .where('transfer_id', '=', transfer.id)
        .executeTakeFirstOrThrow(),
    )
    const id = payout.id.replaceAll('-', '')
    const text = `RETURN OF PAYMENT ${id} AC01`
    const returned = toText(payout.amount, payout.scale)
    await take(
      camt('054', german(), [
        { amount: returned, day, text, payer: 'Some Bank', payerAccount: '' },
      ]),
    )
    expect(await suspense(payout.amount)).toMatchObject([
      {
        kind: 'CREDIT',
        payout_reference: payout.id,
        problem: expect.stringContaining('come back'),
      },
    ])
    const [held] = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('bank_entry')
        .select('entry_id')
        .where('payout_reference', '=', payout.id)
        .execute(),
    )
    const entryId = held?.entry_id ?? ''
    expect(await bff.deps.db.asWorker((tx) => settleEntry(tx, entryId, { kind: 'RETURN' }))).toBe(
      true,
    )
    await takeInDue(bff.deps, 1_000)
    await expect.poll(async () => (await readTransfer(bff, executionId))['refunds'].length).toBe(1)
  })

  test('a debit that nobody knows is in the books, and decidable', async () => {
    const { minor, text } = anAmount()
    await take(
      camt('053', german(), [{ amount: text, isDebit: true, day: '2026-11-17', details: '' }]),
    )
    expect(await suspense(minor)).toMatchObject([{ kind: 'DEBIT' }])
  })
})

describe('an account that is not ours', () => {
  test.each([
    ['a foreign IBAN', { accountNumber: 'DE75512108001245126199', currency: 'EUR' }],
    ['our number in another currency', { accountNumber: '', currency: 'USD' }],
    ['our number with other check digits', { accountNumber: 'DE00', currency: 'EUR' }],
    ['a number at another bank', { accountNumber: '99999999', currency: 'GBP' }],
    ['a customer’s account', { accountNumber: 'CUSTOMER', currency: 'EUR' }],
  ])('%s books nothing', async (_, { accountNumber, currency }) => {
    const { minor, text } = anAmount()
    const own = german().accountNumber
    const number = {
      '': own,
      DE00: `DE00${own.slice(4)}`,
      CUSTOMER: numberOf(first),
    }[accountNumber]
    const account = { accountNumber: number ?? accountNumber, currency }
    const answer = await take(camt('053', account, [{ amount: text, day, payee: numberOf(first) }]))
    expect(answer).toMatchObject({ ok: false, reason: expect.stringContaining('not known') })
    expect(await credited(minor)).toEqual([])
  })

  test('the forms in which a bank writes ours are ours', async () => {
    const british = accountOf('GB')
    const { minor, text } = anAmount()
    const number = `${british.routingNumber}${british.accountNumber}`
    const account = { accountNumber: number, currency: 'GBP' }
    const answer = await take(camt('053', account, [{ amount: text, day, payee: number }]))
    expect(answer).toMatchObject({ ok: true, counts: { entries: 1, booked: 1 } })
    expect(await suspense(minor)).toHaveLength(1)
  })
})

const serviceTime = () => bff.deps.db.readingAll(now)
const moveRates = () => moveEuro(bff, -500)

describe('whose moment counts', () => {
  let route: MadeRoute
  let replacement: string
  let changedAt: Date
  beforeAll(async () => {
    route = await aRoute(bff, { from: 'DE', to: 'US' })
    replacement = await accountIn(bff, route.entityId, 'US', {
      ownership: 'THIRD_PARTY',
      accountHolder: { name: 'Grace Second', type: 'individual' },
    })
    await advanceClock(bff, 3_600)
    const { teleportId } = route
    await bff.post(`${payinPath}/update`, { teleportId, externalAccountId: replacement })
    changedAt = await serviceTime()
    await moveRates()
    await advanceClock(bff, 3_600)
  })

  /** Reads a line on the route's account; minutes are those after the destination was changed. */
  async function paid(made: number, moment?: number): Promise<AnyBody> {
    const { minor, text } = anAmount()
    const { body } = await bff.get(`/api/v1/xfer/accounts/funding/${route.fundingAccountId}`)
    const at = moment === undefined ? {} : { at: minutesAfter(changedAt, moment) }
    const entry = { amount: text, day: minutesAfter(changedAt, 0).slice(0, 10), ...at }
    const createdAt = minutesAfter(changedAt, made)
    await take(camt('053', german(), [{ ...entry, payee: numberOf(body.data) }], { createdAt }))
    const [found] = await credited(minor)
    return untilDeposit(bff, formatId('dep', found?.id ?? ''), 'FORWARDED')
  }

  test.each<[string, 'old' | 'new', number, number?]>([
    ['a date alone, of a message that was made before', 'new', -10],
    ['a date alone, of a message that was made afterwards', 'new', 10],
    ['a moment before the change, of a message that was made before', 'old', -10, -30],
    ['a moment before the change, but the message was made afterwards', 'new', 10, -30],
    ['a moment after the change', 'new', 20, 10],
  ])('%s: to the %s destination', async (_, which, made, moment) => {
    const { destination } = await paid(made, moment)
    const expected = which === 'old' ? route.externalAccountId : replacement
    expect(destination.externalAccountId).toBe(expected)
  })

  test('a date alone has the price and the calendar of the time at which it is read', async () => {
    const { exchangeRate, executionId } = await paid(-10)
    expect(exchangeRate).toBeLessThan(1.152 / 1.05)
    const forwarded = await readTransfer(bff, executionId)
    expect(forwarded['rateDetails'].midRate).toBeCloseTo(1.152 / 1.05, 6)
    const system = systems.ACH
    const { leavesAt } = scheduleOf(system, new Date(forwarded['startedAt']))
    expect([forwarded['leavesAt'], forwarded['bankTimeZone']]).toEqual([
      leavesAt.toISOString(),
      system.zone,
    ])
    expect(Date.parse(forwarded['estimatedArrival'])).toBeGreaterThan(leavesAt.getTime())
  })

  /** A transfer that waits for its money from the first of these hours on. */
  async function waiting() {
    await moveEuro(bff, 0)
    const transfer = await started(bff, await aParty(bff, 'DE'), await aParty(bff, 'US'))
    await moveRates()
    const { from: payer } = await readTransfer(bff, transfer['executionId'])
    return { transfer: { ...transfer, payer: payer.fullName }, startedAt: await serviceTime() }
  }
  const payFor = (transfer: AnyBody, on: string, at?: string) =>
    payTransfer(bff, german(), transfer, { day: on, ...(at === undefined ? {} : { at }) })

  test('a rate that was held for an hour is not paid 14 hours later, unless the bank had the money in time', async () => {
    const { transfer: late, startedAt } = await waiting()
    const { transfer: inTime } = await waiting()
    await advanceClock(bff, 14 * 3_600)
    const on = minutesAfter(startedAt, 0).slice(0, 10)
    await payFor(late, on)
    await payFor(inTime, on, minutesAfter(startedAt, 10))
    const [repriced, kept] = [
      await until(bff, late['executionId'], 'COMPLETED'),
      await until(bff, inTime['executionId'], 'COMPLETED'),
    ]
    const { rate } = late['quote'].exchangeRate
    expect(repriced['quotedRate']).toBe(rate)
    expect(repriced['exchangeRate']).toBeCloseTo(rate / 1.05, 9)
    expect([kept['quotedRate'], kept['exchangeRate']]).toEqual([undefined, rate])
  })

  test('what was booked in time is in time, however late it is read', async () => {
    const { transfer: booked, startedAt } = await waiting()
    const { transfer: late } = await waiting()
    await advanceClock(bff, 12 * 86_400)
    await until(bff, booked['executionId'], 'EXPIRED')
    await payFor(booked, minutesAfter(startedAt, 0).slice(0, 10))
    await payFor(late, minutesAfter(startedAt, 10 * 1_440).slice(0, 10))
    const statusOf = async (transfer: AnyBody) => {
      const [row] = await bff.deps.db.asWorker((tx) =>
        tx
          .selectFrom('deposit')
          .select('status')
          .where(
            sql<boolean>`sender->>'reference' like ${`%${transfer.depositAccount.reference}%`}`,
          )
          .execute(),
      )
      return row?.status
    }
    await expect.poll(() => statusOf(booked)).toBe('FORWARDED')
    expect(await statusOf(late)).toBe('HELD')
  })
})

test('the books agree', async () => {
  await expectConsistent(bff)
})
