import { importFile } from '@corridor/banks'
import { chargeLegs } from '@corridor/domain'
import process from 'node:process'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankBooks } from '../../../test/support/money/bank-books.ts'
import {
  bankWorld,
  bookedOf,
  decideAll,
  depositsOf,
} from '../../../test/support/money/banks/world.ts'
import { openFunding } from '../../../test/support/money/funding.ts'
import { creditedOf, takeFile } from '../../../test/support/money/banks/files.ts'
import { balancesOf, camt, type CamtEntry } from '../../../test/support/money/banks/camt.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { aParty, rowOf, type Side } from '../../../test/support/money/ordinary.ts'
import { paidIn, readTransfer, started } from '../../../test/support/money/ordinary-flow.ts'
import { until } from '../../../test/support/money/wallets.ts'
import { jurisdictionOf } from '../../../test/support/people/customers.ts'
import { ownBff } from '../../../test/support/process/bff.ts'
import { listBreaks } from '../../outside/bank/breaks-store.ts'
import { operatorPartnerId } from '../../records/audit/operator.ts'
import { haltPayouts, resumePayouts } from '../../records/ledger/halts.ts'
import { postGroup } from '../../records/ledger/service.ts'
import { checkBanks } from './bank-check.ts'
import { takeInDue } from './bank-intake.ts'
import { readFeed } from './bank-watcher.ts'

const bff = ownBff()
let germany: Side
let states: Side
beforeAll(async () => {
  const [a, b] = await Promise.all(['DE', 'US'].map((place) => aParty(bff, place)))
  if (!a || !b) throw new Error('no parties')
  ;[germany, states] = [a, b]
})
afterAll(() => expectConsistent(bff))

const books = bankBooks(bff)
const { balance, book, payoutsOf, payoutStates, reversalOf } = books
const euros = { asset: 'EUR', scale: 2 }
const owner = { name: '', account: '' }
const atBank = {
  countryCode: 'DE',
  routingNumber: '',
  accountNumber: '',
  currency: 'EUR',
  scale: 2,
}
const decide = (executionId: string, decision: string) =>
  bff.post(`/api/v1/sandbox/transfer/${executionId}/review`, { decision })
const halt = { asset: 'USD', reason: 'a test', problems: [] }

describe('what a bank does besides paying is booked, and the ledger stays what it holds', () => {
  test('its charges are the service’s cost', async () => {
    const before = await balance('bank_charges', operatorPartnerId)
    const charge = { ...atBank, kind: 'CHARGE' as const, minor: 250n, sender: owner }
    expect(await book({ ...charge, reference: 'Fees of November' })).toBe('BOOKED')
    expect(await balance('bank_charges', operatorPartnerId)).toBe(before + 250n)
    expect(await checkBanks(bff.deps)).toEqual([])
  })

  test('a payout that comes back as 98 of 100 is refunded whole; 2 are a charge', async () => {
    // Its account is out of use afterwards.
    const payee = await aParty(bff, 'DE')
    const { executionId } = await started(bff, states, payee, { exactAmountIn: 200 })
    await paidIn(bff, executionId)
    const done = await until(bff, executionId, 'COMPLETED')
    const row = await rowOf(bff, executionId)
    const payout = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('payout')
        .selectAll()
        .where('transfer_id', '=', row.id)
        .executeTakeFirstOrThrow(),
    )
    const before = await balance('bank_charges', row.partner_id)
    const back = { ...atBank, kind: 'RETURN' as const, sender: owner, reference: '' }
    const code = 'BENEFICIARY_ACCOUNT_CLOSED'
    const minor = payout.amount - 200n
    const taken = await book({ ...back, minor, payoutReference: payout.id, code })
    expect(taken).toBe('RETURN')
    expect(await balance('bank_charges', row.partner_id)).toBe(before + 200n)
    const [refund] = (await readTransfer(bff, executionId))['refunds']
    const refunded = await until(bff, refund, 'COMPLETED')
    expect(refunded['to'].amount).toBe(done['from'].amount)
    expect(await checkBanks(bff.deps)).toEqual([])
  })

  test('a credit that it takes back stops a transfer that was not paid out', async () => {
    const { executionId } = await started(bff, germany, states)
    await paidIn(bff, executionId, { amount: 50 })
    await until(bff, executionId, 'IN_REVIEW')
    const { entry, partnerId } = await reversalOf(executionId)
    expect(await book(entry)).toBe('BOOKED')
    expect((await rowOf(bff, executionId)).received).toBe(0n)
    expect(await balance('reversal_receivable', partnerId)).toBe(0n)
    expect(await checkBanks(bff.deps)).toEqual([])
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
  })

  test('a stranger whose money it took back was let pay, and the next one is looked at', async () => {
    const { executionId } = await started(bff, germany, states, { exactAmountIn: 1_500 })
    const reason = async () => (await readTransfer(bff, executionId))['review']?.reason
    await paidIn(bff, executionId, { senderName: 'Walter Stranger' })
    expect(await reason()).toBe('FUNDING_SENDER_MISMATCH')
    await bff.deps.db.asWorker((tx) => haltPayouts(tx, halt))
    await decide(executionId, 'APPROVED')
    await expect.poll(reason).toBe('INTERNAL_PAYOUTS_HALTED')
    const { entry } = await reversalOf(executionId)
    expect(await book(entry)).toBe('BOOKED')
    await bff.deps.db.asWorker((tx) => resumePayouts(tx, 'USD'))
    await paidIn(bff, executionId, { senderName: 'Sally Stranger' })
    expect(await reason()).toBe('FUNDING_SENDER_MISMATCH')
    await decide(executionId, 'APPROVED')
    await until(bff, executionId, 'COMPLETED')
  })

  test.each([
    ['that was short', 100, { amount: 50 }, 'FUNDING_UNDERPAID'],
    ['of a stranger', 1_500, { senderName: 'Walter Stranger' }, 'FUNDING_SENDER_MISMATCH'],
  ])('an approval after it pays nothing for the money %s', async (_, exactAmountIn, paid, why) => {
    const { executionId } = await started(bff, germany, states, { exactAmountIn })
    await paidIn(bff, executionId, paid)
    expect((await until(bff, executionId, 'IN_REVIEW'))['review'].reason).toBe(why)
    const { entry } = await reversalOf(executionId)
    await book(entry)
    const refused = await decide(executionId, 'APPROVED')
    expect([refused.status, refused.body.error.code]).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect((await readTransfer(bff, executionId))['review'].reason).toBe('FUNDING_UNDERPAID')
    expect(await payoutStates(executionId)).toEqual([])
    await decide(executionId, 'REJECTED')
    await until(bff, executionId, 'FAILED')
    expect(await payoutStates(executionId)).toEqual([])
    expect(await checkBanks(bff.deps)).toEqual([])
  })

  test('an approval after one of two was taken back pays for the other one', async () => {
    const { executionId, quote } = await started(bff, germany, states)
    await paidIn(bff, executionId, { amount: 60 })
    await until(bff, executionId, 'IN_REVIEW')
    await paidIn(bff, executionId, { amount: 30 })
    const { entry } = await reversalOf(executionId)
    expect(entry.minor).toBe(6_000n)
    await book(entry)
    expect((await rowOf(bff, executionId)).received).toBe(3_000n)
    expect((await decide(executionId, 'APPROVED')).status).toBe(200)
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done['from'].amount).toBe(30)
    expect(done['to'].amount).toBeLessThan(quote.outAmount.amount * 0.31)
    const [payout, ...more] = await payoutsOf(executionId)
    expect(payout?.amount).toBe(BigInt(Math.round(done['to'].amount * 100)))
    expect(more).toEqual([])
    expect(await checkBanks(bff.deps)).toEqual([])
  })

  test('after the payout it is owed by the payer, and taken back once', async () => {
    const { executionId } = await started(bff, germany, states)
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
    const { entry, partnerId } = await reversalOf(executionId)
    expect(await book(entry)).toBe('BOOKED')
    const owed = await balance('reversal_receivable', partnerId, books.newest())
    expect(owed).toBe(10_000n)
    // The same once more is about no credit that is known.
    expect(await book(entry)).toBe('BOOKED')
    expect(await balance('reversal_receivable', operatorPartnerId, books.newest())).toBe(10_000n)
    expect(await checkBanks(bff.deps)).toEqual([])
  })
})

test('a difference between statements and ledger halts the payouts of its currency', async () => {
  const entry = { ...euros, amount: 700n, country: 'DE', entryId: 'no entry' }
  const postAs = (step: string, legs: ReturnType<typeof chargeLegs>) =>
    bff.deps.db.asWorker((tx) =>
      postGroup(tx, { partnerId: operatorPartnerId, transferId: uuidV7(), step, legs }),
    )
  await postAs('wrong', chargeLegs(entry))
  expect(await checkBanks(bff.deps)).toEqual([expect.stringContaining('EUR at banks')])
  const { executionId } = await started(bff, states, germany)
  await paidIn(bff, executionId)
  const held = await until(bff, executionId, 'IN_REVIEW')
  expect(held['review'].reason).toBe('INTERNAL_PAYOUTS_HALTED')
  const undone = chargeLegs(entry).map((leg) => ({ ...leg, debit: leg.credit, credit: leg.debit }))
  await postAs('right', undone)
  expect(await checkBanks(bff.deps)).toEqual([])
  await bff.deps.db.asWorker((tx) => resumePayouts(tx, 'EUR'))
  await until(bff, executionId, 'COMPLETED')
})

/** The service's account in Germany, and two of customers. */
const account = () => {
  const found = bff.deps.bankFiles.accounts.find(({ countryCode }) => countryCode === 'DE')
  if (!found) throw new Error('no account')
  return found
}
let payees: string[]
beforeAll(async () => {
  const { id } = await jurisdictionOf(bff, 'DE')
  const fundings = [await openFunding(bff, id), await openFunding(bff, id)]
  payees = fundings.map(({ depositAccountInfo }) => depositAccountInfo.bank_account_number)
})

let amount = 20_000n
describe('paid twice for one payment', () => {
  /** A statement of one day that opens with 1.00 and has so many equal payments. */
  const statement = (entry: CamtEntry, count = 1, opening = 100n) => {
    const [whole = '', part = ''] = entry.amount.split('.')
    const closing = opening + BigInt(count) * BigInt(whole + part)
    const { day } = entry
    const balances = balancesOf('EUR', { minor: opening, day }, { minor: closing, day })
    return camt('053', account(), Array<CamtEntry>(count).fill(entry), { balances })
  }
  const notice = (entry: CamtEntry) => camt('054', account(), [entry])

  test.each<[string, number, (entry: CamtEntry) => string[]]>([
    ['a statement again with another id', 2, (of) => [statement(of, 2), statement(of, 2)]],
    [
      'a statement corrected in its words',
      1,
      (of) => [statement(of), statement({ ...of, text: 'CORRECTED', endToEndId: 'E-2' })],
    ],
    [
      'a notice after it with another id of the payer',
      1,
      (of) => [statement({ ...of, endToEndId: 'E-1' }), notice({ ...of, endToEndId: 'E-2' })],
    ],
    [
      'a notice after it of another name and account',
      1,
      (of) => [
        statement(of),
        notice({ ...of, payer: 'Bob', payerAccount: 'FR7630006000011234567890189' }),
      ],
    ],
    [
      'a notice before it, and one with another name',
      1,
      (of) => [notice(of), notice({ ...of, text: 'INV 8', payer: '' }), statement(of)],
    ],
    [
      'one id of the payer on two pages, which are two payments',
      2,
      (of) => {
        const [page, next] = ['1', '2'].map((reference) => ({
          ...of,
          reference,
          endToEndId: 'E',
        }))
        const opening = 100n + BigInt(of.amount.replace('.', ''))
        return page && next ? [statement(page), statement(next, 1, opening)] : []
      },
    ],
    [
      'a statement after charges, which waits beside the notice of more with its id',
      0,
      (of) => {
        const paid = { ...of, endToEndId: 'E-3' }
        return [
          notice({ ...paid, amount: '215.00', payee: payees[1] }),
          statement({ ...paid, payee: payees[1] }),
        ]
      },
    ],
  ])('%s', async (_, count, filesOf) => {
    const minor = (amount += 1n)
    const text = `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
    const weekday = new Date(Date.UTC(2026, 5, 1 + Number(minor % 28n))).toISOString().slice(0, 10)
    for (const file of filesOf({ amount: text, day: weekday, payee: payees[0] ?? '' })) {
      await takeFile(bff, file)
      expect((await creditedOf(bff, minor)).length).toBeLessThanOrEqual(count)
    }
    expect(await creditedOf(bff, minor)).toHaveLength(count)
  })
})

describe('a line that a later statement of the day has not is a break', () => {
  let from = Date.UTC(2025, 2, 3)
  const amounts = [31_001n, 31_002n, 31_003n] as const

  type Sent = {
    /** Places of its lines. */
    lines: number[]
    id?: string
    opening?: bigint
    /** By default what opening and lines make. */
    closing?: bigint
    isOpen?: boolean
    /** How many days it has before. */
    before?: number
    hour?: string
  }

  test.each<[string, Sent[], number[]]>([
    ['corrected under its id', [{ lines: [0, 1] }, { lines: [0] }], [0, 1]],
    ['corrected under another id', [{ lines: [0, 1] }, { lines: [0], id: 'C' }], [0, 1]],
    ['in place of another line', [{ lines: [0, 1] }, { lines: [0, 2] }], [0, 1]],
    ['corrected to nothing', [{ lines: [1] }, { lines: [] }], [0, 1]],
    ['not in a statement of more days', [{ lines: [0, 1] }, { lines: [0], id: 'M', before: 1 }], [0, 1]],
    ['dropped once, whatever is repeated', [{ lines: [0, 1] }, { lines: [0] }, { lines: [0] }], [0, 1, 1]],
    [
      'dropped, back and dropped',
      [{ lines: [0, 1] }, { lines: [0] }, { lines: [1, 0] }, { lines: [0] }],
      [0, 1, 0, 1],
    ],
    [
      'of one written before, which comes late',
      [{ lines: [0], hour: '20' }, { lines: [0, 1] }],
      [0, 1],
    ],
    ['not where the statement is repeated', [{ lines: [0, 1] }, { lines: [1, 0] }], [0, 0]],
    ['not on its next page', [{ lines: [0, 1] }, { lines: [2], opening: 62_103n }], [0, 0]],
    [
      'not on a page that closes with all of the day',
      [{ lines: [0, 1] }, { lines: [0], closing: 62_103n }],
      [0, 0],
    ],
    ['not on a first page', [{ lines: [0, 1] }, { lines: [0], isOpen: true }], [0, 0]],
    [
      'not in the next statement',
      [{ lines: [0, 1] }, { lines: [2], id: 'N', opening: 62_103n }],
      [0, 0],
    ],
    [
      'not in a statement of one of its days',
      [{ lines: [0, 1], before: 1 }, { lines: [0], id: 'D' }],
      [0, 0],
    ],
  ])('%s', async (name, sent, counts) => {
    from += 7 * 86_400_000
    const dayAt = (days: number) => new Date(from + days * 86_400_000).toISOString().slice(0, 10)
    const day = dayAt(0)
    const found: number[] = []
    for (const { lines, id = 'S', opening = 100n, before = 0, hour = '18', ...of } of sent) {
      const made = lines.reduce((sum, place) => sum + (amounts[place] ?? 0n), opening)
      const closing = of.isOpen ? undefined : (of.closing ?? made)
      const entries = lines.map((place): CamtEntry => {
        const amount = `310.0${place + 1}`
        return { amount, day, payee: payees[place % 2], reference: `${name} ${place}` }
      })
      const text = camt('053', account(), entries, {
        statementId: `${id} ${day}`,
        createdAt: `${day}T${hour}:00:00`,
        balances: balancesOf(
          'EUR',
          { minor: opening, day: dayAt(-before) },
          { minor: closing, day },
        ),
      })
      expect(await takeFile(bff, text)).toMatchObject({ ok: true })
      const breaks = await bff.deps.db.asWorker((tx) => listBreaks(tx, 1_000))
      found.push(breaks.filter((item) => item.day === day && item.difference === 31_002n).length)
      expect(breaks.filter((item) => item.day === day)).toHaveLength(found.at(-1) ?? 0)
    }
    expect(found).toEqual(counts)
  })
})

const firstSeed = Number(process.env['FIRST_SEED'] ?? Date.now() % 1_000_000)

test.each(Array.from({ length: process.env['FULL'] ? 20 : 1 }, (_, place) => place))(
  `a bank reports as it likes, and each payment is one deposit (FIRST_SEED=${firstSeed}), %i`,
  async (place) => {
    const world = bankWorld(firstSeed + place, { account: account(), payees, place })
    const isBeyond = (counts: ReadonlyMap<string, number>) =>
      [...counts].filter(([key, count]) => count > (world.paid.get(key) ?? 0))
    for (const text of world.files) {
      const read = () => [Buffer.from(text)]
      const answer = await importFile({ ...bff.deps.bankFiles, name: 'a file', read })
      expect(answer).toMatchObject({ ok: true })
      expect(isBeyond(await bookedOf(bff, place))).toEqual([])
    }
    await decideAll(bff, place, world.paid)
    await readFeed(bff.deps)
    await takeInDue(bff.deps, 1_000)
    expect(await bookedOf(bff, place)).toEqual(world.paid)
    // The service itself may be taking in some of them.
    await expect.poll(() => depositsOf(bff, place)).toEqual(world.paid)
  },
)
