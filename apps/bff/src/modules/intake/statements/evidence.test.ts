import { accountKey, importFile } from '@corridor/banks'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balancesOf, camt, type CamtEntry } from '../../../../test/support/money/banks/camt.ts'
import { creditedOf, takeFile } from '../../../../test/support/money/banks/files.ts'
import {
  bankWorld,
  bookedOf,
  decideAll,
  depositsOf,
} from '../../../../test/support/money/banks/world.ts'
import { openFunding } from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { aParty } from '../../../../test/support/money/ordinary.ts'
import { paidIn, readTransfer, started } from '../../../../test/support/money/ordinary-flow.ts'
import { until } from '../../../../test/support/money/wallets.ts'
import { jurisdictionOf } from '../../../../test/support/people/customers.ts'
import { ownBff } from '../../../../test/support/process/bff.ts'
import { listBreaks } from '../../../outside/bank/breaks-store.ts'
import { listPayments } from '../../../outside/bank/decisions-store.ts'
import { type BankProfile, setProfile } from '../../../outside/bank/profile-store.ts'
import { haltPayouts, resumePayouts } from '../../../records/ledger/halts.ts'
import { takeInDue } from '../bank-intake.ts'
import { readFeed } from '../bank-watcher.ts'

const bff = ownBff()
afterAll(() => expectConsistent(bff))

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
  const minorOf = ({ amount: text }: CamtEntry) => BigInt(text.replace('.', ''))
  /** A statement of one day that opens with 1.00 and has so many equal payments. */
  const statement = (
    entry: CamtEntry,
    count = 1,
    of: { opening?: bigint; closing?: bigint; statementId?: string } = {},
  ) => {
    const { opening = 100n, closing = opening + BigInt(count) * minorOf(entry), statementId } = of
    const { day } = entry
    const balances = balancesOf('EUR', { minor: opening, day }, { minor: closing, day })
    return camt('053', account(), Array<CamtEntry>(count).fill(entry), { balances, statementId })
  }
  const notice = (entry: CamtEntry) => camt('054', account(), [entry])

  test.each<[string, number, (entry: CamtEntry) => string[]]>([
    ['a statement again with another id', 2, (of) => [statement(of, 2), statement(of, 2)]],
    [
      'a statement corrected in an id of the payer',
      1,
      (of) => [statement({ ...of, endToEndId: 'E-1' }), statement({ ...of, endToEndId: 'E-2' })],
    ],
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
        const opening = 100n + minorOf(of)
        return page && next ? [statement(page), statement(next, 1, { opening })] : []
      },
    ],
    [
      'a notice again under its own reference',
      1,
      (of) => [notice({ ...of, reference: 'R' }), notice({ ...of, reference: 'R' })],
    ],
    [
      'a second notice under another reference, which is another payment',
      2,
      (of) => [notice({ ...of, reference: 'R' }), notice({ ...of, reference: 'Q' })],
    ],
    [
      'a notice without a reference, after one with one',
      1,
      (of) => [notice({ ...of, reference: 'R' }), notice(of)],
    ],
    [
      'a notice with a reference, after one without one',
      1,
      (of) => [notice(of), notice({ ...of, reference: 'R' })],
    ],
    [
      'a notice with another reference than a report of the day has',
      1,
      (of) => [
        camt('052', account(), [{ ...of, reference: 'R' }]),
        notice({ ...of, reference: 'Q' }),
      ],
    ],
    [
      'a line twice under one reference, which the corrected statement has once',
      1,
      (of) => {
        const line = { ...of, reference: 'R' }
        const statementId = `T ${of.day}`
        return [
          statement(line, 2, { statementId, closing: 1n }),
          statement(line, 1, { statementId }),
        ]
      },
    ],
    [
      'a line that waits beside a notice, and that the bank takes back',
      1,
      (of) => {
        const line = { ...of, day: '2023-02-06', endToEndId: 'E-5' }
        const statementId = 'taken back'
        return [
          notice(line),
          statement({ ...line, endToEndId: 'E-6' }, 1, { statementId }),
          statement(line, 0, { statementId }),
          statement({ ...line, day: '2023-02-07' }),
        ]
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

describe('what charges may have been taken of is found', () => {
  const own = { payer: '', payerAccount: '', text: '' }
  const iban = 'DE75512108001245126199'
  let gross = 4_000_000n
  beforeAll(() => profileIs({ hasGrossDetails: true }))
  afterAll(() => profileIs({}))
  const profileIs = (values: BankProfile) =>
    bff.deps.db.asWorker((tx) => setProfile(tx, accountKey(account()), values, true))
  const textOf = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

  test.each<[string, boolean, Partial<CamtEntry>, Partial<CamtEntry>]>([
    ['the payer’s id', true, { endToEndId: 'E-9' }, { endToEndId: 'E-9' }],
    ['the end of the account', true, { payerAccount: iban }, { payerAccount: iban.slice(-10) }],
    ['the beginning of the payer’s name', true, { payer: 'Ada Payer' }, { payer: 'Ada Payer Ltd' }],
    ['the beginning of the text', true, { text: 'INV 7' }, { text: 'INV 7 LESS CHARGES' }],
    ['whose account it is', true, { payee: iban }, { payee: iban }],
    ['nothing', false, { text: 'INV 7' }, { text: 'RENT' }],
    ['a name, three days before', true, { payer: 'Ada', day: '2024-03-05' }, { payer: 'Ada' }],
    ['a name, four days before', false, { payer: 'Ada', day: '2024-03-04' }, { payer: 'Ada' }],
  ])('by %s: %s', async (_, isHeld, before, after) => {
    gross += 100_000n
    const day = '2024-03-08'
    await takeFile(bff, camt('054', account(), [{ ...own, amount: textOf(gross), day, ...before }]))
    const net = gross - 1_500n
    await takeFile(bff, camt('053', account(), [{ ...own, amount: textOf(net), day, ...after }]))
    const held = await bff.deps.db.asWorker((tx) =>
      listPayments(tx, { state: 'HELD', limit: 1_000 }),
    )
    expect(held.filter(({ minor }) => minor === net)).toHaveLength(isHeld ? 1 : 0)
  })
})

describe('a line that a later statement of the day has not is a break', () => {
  let monday = Date.UTC(2025, 2, 3)
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
    [
      'not in a statement of more days',
      [{ lines: [0, 1] }, { lines: [0], id: 'M', before: 1 }],
      [0, 1],
    ],
    [
      'dropped once, whatever is repeated',
      [{ lines: [0, 1] }, { lines: [0] }, { lines: [0] }],
      [0, 1, 1],
    ],
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
      'not in the next statement, which begins the day before',
      [{ lines: [0, 1] }, { lines: [2], id: 'N', opening: 62_103n, before: 1 }],
      [0, 0],
    ],
    [
      'not on a page that comes back to what the first began with',
      [
        { lines: [0, 1] },
        { lines: [], id: 'P', opening: 62_103n, closing: 100n },
        { lines: [2], id: 'Q' },
      ],
      [0, 0, 0],
    ],
    [
      'not in a statement of one of its days',
      [
        { lines: [0, 1], before: 1 },
        { lines: [0], id: 'D' },
      ],
      [0, 0],
    ],
  ])('%s', async (name, sent, counts) => {
    monday += 7 * 86_400_000
    const dayAt = (days: number) => new Date(monday + days * 86_400_000).toISOString().slice(0, 10)
    const day = dayAt(0)
    const found: number[] = []
    for (const { lines, id = 'S', opening = 100n, before = 0, hour = '18', ...of } of sent) {
      const made = lines.reduce((sum, place) => sum + (amounts[place] ?? 0n), opening)
      const closing = of.isOpen ? undefined : (of.closing ?? made)
      const entries = lines.map((place): CamtEntry => {
        return {
          amount: `310.0${place + 1}`,
          day,
          payee: payees[place % 2],
          reference: `${name} ${place}`,
        }
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

  test.each<[string, bigint, Partial<CamtEntry>]>([
    ['under its reference', 31_011n, { reference: 'MOVED-1' }],
    ['under the id of its payer', 31_012n, { endToEndId: 'MOVED-2' }],
    ['by its payer', 31_013n, {}],
  ])('moved to the next day %s, it is credited once', async (_, minor, id) => {
    monday += 7 * 86_400_000
    const days = [0, 1].map((n) => new Date(monday + n * 86_400_000).toISOString().slice(0, 10))
    const [first = '', next = ''] = days
    const send = (day: string, isThere: boolean, hour: string) => {
      const entry = { amount: `310.${minor % 100n}`, day, payee: payees[0], ...id }
      const closing = isThere ? 100n + minor : 100n
      return takeFile(
        bff,
        camt('053', account(), isThere ? [entry] : [], {
          statementId: `S ${day}`,
          createdAt: `${day}T${hour}:00:00`,
          balances: balancesOf('EUR', { minor: 100n, day }, { minor: closing, day }),
        }),
      )
    }
    await send(first, true, '18')
    await send(first, false, '20')
    await send(next, true, '18')
    expect(await creditedOf(bff, minor)).toHaveLength(1)
    const breaks = await bff.deps.db.asWorker((tx) => listBreaks(tx, 1_000))
    expect(breaks.filter(({ day, difference }) => day === first && difference === minor)).toEqual(
      [],
    )
  })

  test('which nothing is paid out for, until the bank has it again', async () => {
    const halt = { asset: 'USD', reason: 'a test', problems: [] }
    await bff.deps.db.asWorker((tx) => haltPayouts(tx, halt))
    const [payer, payee] = [await aParty(bff, 'DE'), await aParty(bff, 'US')]
    const { executionId, depositAccount, quote } = await started(bff, payer, payee)
    const { from, startedAt } = await readTransfer(bff, executionId)
    const day = startedAt.slice(0, 10)
    const [text, paid] = [depositAccount.reference, quote.inAmount.amount.toFixed(2)]
    const line = { amount: paid, day, payer: from.fullName, text, endToEndId: text }
    const send = (lines: CamtEntry[]) => {
      const closing = 100n + BigInt(lines.length) * BigInt(paid.replace('.', ''))
      const balances = balancesOf('EUR', { minor: 100n, day }, { minor: closing, day })
      const head = { statementId: 'S', createdAt: `${day}T18:00:00`, balances }
      return takeFile(bff, camt('053', account(), lines, head))
    }
    await send([line])
    await until(bff, executionId, 'IN_REVIEW')
    await send([])
    const { executionId: other } = await started(bff, payer, payee)
    await paidIn(bff, other)
    await until(bff, other, 'IN_REVIEW')
    await bff.deps.db.asWorker((tx) => resumePayouts(tx, 'USD'))
    await until(bff, other, 'COMPLETED')
    expect((await readTransfer(bff, executionId))['review'].reason).toBe('INTERNAL_PAYOUTS_HALTED')
    await send([line])
    await until(bff, executionId, 'COMPLETED')
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
