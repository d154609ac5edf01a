import { describe, expect, test } from 'vitest'
import type { Facts } from './facts.ts'
import { joinEvidence } from './join.ts'
import type { KnownPayment, Report, Reported } from './known.ts'
import { closeDays } from './close.ts'
import { chargeKeysOf, grossMaxOf, isLikelyCharge } from './charges.ts'

const facts = (change: Partial<Facts> = {}): Facts => ({
  account: 'DE/EUR/DE89370400440532013000',
  direction: 'CREDIT',
  group: 'ENTRY',
  minor: 98_500n,
  bookedOn: '2026-11-27',
  uetr: '',
  transactionId: '',
  endToEndId: '',
  reference: '',
  lineReference: '',
  isPart: false,
  otherName: 'ADA PAYER',
  otherAccount: 'DE75512108001245126199',
  landedOn: '',
  text: 'INV 7',
  ...change,
})
const report = (message: string, kind: Report['kind'], line = 1): Report => ({
  message,
  kind,
  statement: kind === 'STATEMENT' ? message : '',
  line,
  part: 0,
  bookedOn: '2026-11-27',
})
const known = (id: string, of: Facts, at: Report, change = {}): KnownPayment => ({
  id,
  facts: of,
  certain: of,
  isHeld: false,
  likelyOf: '',
  isDayClosed: false,
  isNextClosed: false,
  reports: [at],
  ...change,
})
const idOf = ({ report: { message, line } }: Reported) => `${message}/${line}`
const line = (of: Facts, place = 1, message = 'S'): Reported => ({
  facts: of,
  report: report(message, 'STATEMENT', place),
})
const gross = facts({ minor: 100_000n })
const bank = { idOf, isGross: () => true }
const held = { kind: 'HOLD', paymentId: 'P', why: 'PERHAPS_REPEATED' }

test.each([
  ['EUR', 98_500n, 103_500n],
  ['EUR', 4_900_000n, 5_000_000n],
  ['EUR', 1_000n, 2_000n],
  ['JPY', 985n, 1_035n],
  ['KWD', 985_000n, 1_035_000n],
])('of %s %s, charges were taken from %s at most', (currency, minor, most) => {
  expect(grossMaxOf({ account: `DE/${currency}/1`, minor })).toBe(most)
})

test.each([
  [1_000n, 900n, true],
  [1_000n, 899n, false],
  [1_000n, 1_000n, false],
])('of %s in one entry, %s may be left after charges: %s', (before, left, isLikely) => {
  expect(isLikelyCharge(before, left)).toBe(isLikely)
})

describe('985.00 on a statement, of 1,000.00 that a notice had', () => {
  test.each<[string, boolean, Partial<Facts>, Partial<Facts>]>([
    ['of one payer', true, {}, { text: 'INV 7 LESS CHARGES' }],
    ['of one payer the day before', true, { bookedOn: '2026-11-26' }, {}],
    ['of one payer three days before', true, { bookedOn: '2026-11-24' }, {}],
    ['of one text', true, { otherAccount: '', otherName: '' }, {}],
    [
      'of one id of the payer',
      true,
      { endToEndId: 'E', otherAccount: '', otherName: '', text: '' },
      { endToEndId: 'E' },
    ],
    [
      'for one customer, without a payer',
      true,
      { landedOn: 'DE11', otherAccount: '', otherName: '', text: '' },
      { landedOn: 'DE11' },
    ],
    ['with another id of the payer', false, { endToEndId: 'E' }, { endToEndId: 'F' }],
    ['of another payer', false, {}, { otherAccount: 'DE02120300000000202051' }],
    ['for another customer', false, { landedOn: 'DE11' }, { landedOn: 'DE22' }],
    ['after the most of charges', true, {}, { minor: 95_000n }],
    ['after more than charges', false, {}, { minor: 94_999n }],
    ['of four days before', false, { bookedOn: '2026-11-23' }, {}],
    ['of the day after', false, { bookedOn: '2026-11-28' }, {}],
    ['of more than the notice', false, {}, { minor: 100_100n }],
    ['paid out', false, { direction: 'DEBIT' }, { direction: 'DEBIT' }],
  ])('%s is held: %s', (_, isHeld, before, after) => {
    const notice = known('P', { ...gross, ...before }, report('N', 'NOTICE'))
    const decisions = joinEvidence([notice], [line(facts(after))], bank)
    expect(decisions).toEqual([isHeld ? held : { kind: 'NEW' }])
  })

  test.each<[string, boolean, Partial<Facts>]>([
    ['of one payer and text', false, {}],
    ['of one id of the payer', true, { endToEndId: 'E' }],
  ])('%s is held at a bank that is not known to report so: %s', (_, isHeld, same) => {
    const notice = known('P', { ...gross, ...same }, report('N', 'NOTICE'))
    const decisions = joinEvidence([notice], [line(facts(same))], { idOf })
    expect(decisions).toEqual([isHeld ? held : { kind: 'NEW' }])
  })

  test('is another payment where 1,000.00 is on it too, before or after', () => {
    const notice = known('P', gross, report('N', 'NOTICE'))
    const lines = [line(facts()), line(gross, 2)]
    expect(joinEvidence([notice], lines, bank)).toMatchObject([
      { kind: 'NEW' },
      { kind: 'JOIN', paymentId: 'P' },
    ])
    const stated = { reports: [report('N', 'NOTICE'), report('S0', 'STATEMENT')] }
    const before = known('P', gross, report('N', 'NOTICE'), stated)
    expect(joinEvidence([before], [line(facts())], bank)).toEqual([{ kind: 'NEW' }])
  })

  test('has a notice of its own: both are joined to their lines', () => {
    const notices = [
      known('P', gross, report('N', 'NOTICE')),
      known('Q', facts(), report('N', 'NOTICE', 2)),
    ]
    const lines = [line(facts()), line(gross, 2)]
    expect(joinEvidence(notices, lines, bank)).toMatchObject([
      { kind: 'JOIN', paymentId: 'Q' },
      { kind: 'JOIN', paymentId: 'P' },
    ])
  })

  test('first: the late notice of it is held', () => {
    const stated = known('P', facts(), report('S', 'STATEMENT'))
    const late = { facts: gross, report: report('N', 'NOTICE') }
    expect(joinEvidence([stated], [late], { ...bank, isClosed: () => true })).toMatchObject([
      { kind: 'HOLD' },
    ])
  })

  test('waits for the line of 1,000.00, or for a person', () => {
    const at = { message: 'S', statement: 'S', opensOn: '2026-11-27', closesOn: '2026-11-27' }
    const waits = known('H', facts(), report('S', 'STATEMENT'), { isHeld: true, likelyOf: 'P' })
    const open = { ...waits, heldFor: 'PERHAPS_REPEATED' as const }
    const notice = { ...known('P', gross, report('N', 'NOTICE')), heldFor: '' as const }
    const closing = { ...at, balanced: 'ALL' as const, isGross: () => true }
    expect(closeDays([notice, open], closing)).toEqual({
      release: [],
      dissolve: [],
      missing: ['P'],
    })
    const stated = { ...notice, reports: [...notice.reports, report('S2', 'STATEMENT')] }
    expect(closeDays([stated, open], closing).release).toEqual(['H'])
  })
})

describe('a line of a statement that comes again', () => {
  const before = known('P', facts({ endToEndId: 'E' }), report('S', 'STATEMENT'))
  const changed = line({ ...facts({ endToEndId: 'F' }) })
  const again = { ...changed, report: { ...changed.report, message: 'S again' } }

  test('and contradicts what it was, waits', () => {
    expect(joinEvidence([before], [again], { idOf, among: 'AGAIN' })).toEqual([held])
    const other = { ...again, report: { ...again.report, line: 2 } }
    expect(joinEvidence([before], [other], { idOf, among: 'AGAIN' })).toEqual([held])
    // Beside the line as it was, it is another payment.
    const same = { ...again, facts: before.facts }
    expect(joinEvidence([before], [same, other], { idOf, among: 'AGAIN' })).toMatchObject([
      { kind: 'JOIN' },
      { kind: 'NEW' },
    ])
  })

  test('is not of what was held besides, which would be credited', () => {
    const late = known('H', again.facts, report('M', 'NOTICE'), { isHeld: true })
    expect(joinEvidence([before, late], [again], { idOf, among: 'AGAIN' })).toEqual([held])
    const credited = { ...late, isHeld: false }
    expect(joinEvidence([before, credited], [again], { idOf })).toMatchObject([
      { kind: 'JOIN', paymentId: 'H' },
    ])
  })

  test('is let through by no closing: a person decides', () => {
    const at = { message: 'S', statement: 'S', opensOn: '2026-11-27', closesOn: '2026-11-27' }
    const waits = known('H', again.facts, again.report, { isHeld: true, likelyOf: 'P' })
    const open = { ...waits, heldFor: 'PERHAPS_REPEATED' as const }
    const closing = { ...at, balanced: 'ALL' as const }
    expect(closeDays([{ ...before, heldFor: '' as const }, open], closing)).toEqual({
      release: [],
      dissolve: [],
      missing: [],
    })
  })
})

test('a key that is looked up ends with a whole character', () => {
  const keys = chargeKeysOf(facts({ text: 'ABC😀D' }), () => true)
  expect(keys).toContain('text ABC😀')
})
