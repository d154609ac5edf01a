import { describe, expect, test } from 'vitest'
import { spanAmong } from './among.ts'
import { closeDays } from './close.ts'
import type { Facts } from './facts.ts'
import { factsOf, valueOf } from './facts.ts'
import { noIds } from './evidence.ts'
import { compare } from './compare.ts'
import { joinEvidence } from './join.ts'
import { type KnownPayment, type Report, type Reported } from './known.ts'

const facts = (change: Partial<Facts> = {}): Facts => ({
  account: 'DE/EUR/DE89370400440532013000',
  direction: 'CREDIT',
  group: 'ENTRY',
  minor: 10_000n,
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

describe('two messages', () => {
  const uetr = 'A8B7C6D5-0000-4000-8000-000000000001'
  test.each<[string, string, Partial<Facts>, Partial<Facts>]>([
    ['one UETR, whatever else', 'CERTAIN', { uetr }, { uetr, bookedOn: '2026-11-30' }],
    ['another UETR', 'CONTRADICTING', { uetr }, { uetr: 'B' }],
    ['one transaction id', 'CERTAIN', { transactionId: 'T' }, { transactionId: 'T' }],
    ['one id of the payer, and one payer', 'CERTAIN', { endToEndId: 'E' }, { endToEndId: 'E' }],
    [
      'that id a month later',
      'CONTRADICTING',
      { endToEndId: 'E' },
      { endToEndId: 'E', bookedOn: '2026-12-27' },
    ],
    ['another id of the payer', 'CONTRADICTING', { endToEndId: 'E' }, { endToEndId: 'F' }],
    ['one reference of the bank on one day', 'CERTAIN', { reference: '1' }, { reference: '1' }],
    ['of the entry that is the payment', 'CERTAIN', { lineReference: '1' }, { reference: '1' }],
    [
      'one reference a week later',
      'CONTRADICTING',
      { reference: '1' },
      { reference: '1', bookedOn: '2026-12-04' },
    ],
    [
      'one reference, another payer',
      'CONTRADICTING',
      { reference: '1' },
      { reference: '1', otherAccount: 'DE02' },
    ],
    ['nothing but payer, amount and day', 'PROBABLE', {}, {}],
    ['the day before', 'PROBABLE', {}, { bookedOn: '2026-11-26' }],
    ['the day before, and other words', 'DOUBTFUL', {}, { bookedOn: '2026-11-26', text: 'INV 8' }],
    ['two days before', 'UNRELATED', {}, { bookedOn: '2026-11-25' }],
    ['another payer', 'CONTRADICTING', {}, { otherAccount: 'DE02120300000000202051' }],
    ['the payer by the national number', 'PROBABLE', {}, { otherAccount: '1245126199' }],
    [
      'a payer without an account, turned around',
      'PROBABLE',
      {},
      { otherAccount: '', otherName: 'PAYER, ADA' },
    ],
    [
      'another name without an account',
      'CONTRADICTING',
      {},
      { otherAccount: '', otherName: 'BOB' },
    ],
    ['another customer’s account', 'CONTRADICTING', { landedOn: 'DE11' }, { landedOn: 'DE22' }],
    ['another amount', 'UNRELATED', {}, { minor: 10_001n }],
    ['the other direction', 'UNRELATED', {}, { direction: 'DEBIT' }],
    ['a reversal', 'UNRELATED', {}, { group: 'REVERSAL' }],
  ])('with %s are %s', (_, likeness, a, b) => {
    expect(compare(facts(a), facts(b))).toBe(likeness)
    expect(compare(facts(b), facts(a))).toBe(likeness)
  })

  test('of a bank that never uses a reference again, by that alone', () => {
    const [a, b] = [facts({ reference: '1' }), facts({ reference: '1', bookedOn: '2026-11-30' })]
    expect(compare(a, b, 'UNIQUE')).toBe('CERTAIN')
    expect(compare(a, { ...b, reference: '2' }, 'UNIQUE')).toBe('CONTRADICTING')
    expect(compare(a, { ...a, text: '' }, 'ABSENT')).toBe('PROBABLE')
  })
})

test.each(['', 'NOTPROVIDED', 'not provided', 'NONREF', 'n/a', '000', '---', ' none '])(
  '%j is no value',
  (text) => expect(valueOf(text)).toBe(''),
)

test('width, case and white space are no difference', () => {
  expect(valueOf('  Inv\u00a07\n  ｏｃｔｏｂｅｒ ')).toBe('INV 7 OCTOBER')
})

test('the service’s own account is no customer’s', () => {
  const own = { countryCode: 'DE', currency: 'EUR', routingNumber: 'X', accountNumber: 'DE89' }
  const evidence = {
    line: 1,
    part: 0,
    account: own,
    direction: 'CREDIT' as const,
    kind: 'ENTRY' as const,
    currency: 'EUR',
    minor: 1n,
    scale: 2,
    lineMinor: 1n,
    batchCount: 0,
    bookedOn: '2026-11-27',
    valueOn: '',
    moment: undefined,
    ids: noIds,
    payer: { name: '', account: '' },
    payee: { name: '', account: 'DE 89' },
    ultimatePayer: '',
    ultimatePayee: '',
    payeeBank: '',
    text: '',
    reason: '',
    code: '',
  }
  expect(factsOf(evidence).landedOn).toBe('')
  expect(factsOf({ ...evidence, payee: { name: '', account: 'DE 11' } }).landedOn).toBe('DE11')
})

const report = (
  message: string,
  kind: Report['kind'],
  line = 1,
  change: Partial<Report> = {},
): Report => ({
  message,
  kind,
  statement: kind === 'STATEMENT' ? message : '',
  line,
  part: 0,
  bookedOn: '2026-11-27',
  ...change,
})
const known = (id: string, of: Facts, ...reports: Report[]): KnownPayment => ({
  id,
  facts: of,
  certain: of,
  isHeld: false,
  likelyOf: '',
  isDayClosed: false,
  isNextClosed: false,
  reports,
})
const idOf = ({ report: { message, line } }: Reported) => `${message}/${line}`
const join = (payments: readonly KnownPayment[], ...reported: Reported[]) =>
  joinEvidence(payments, reported, { idOf })

describe('a line', () => {
  const first = known('P', facts(), report('N', 'NOTICE'))

  test('of the statement joins the notice of it; the second equal one is another payment', () => {
    const lines = [1, 2].map((line) => ({ facts: facts(), report: report('S', 'STATEMENT', line) }))
    expect(join([first], ...lines)).toEqual([
      { kind: 'JOIN', paymentId: 'P', likeness: 'PROBABLE' },
      { kind: 'NEW' },
    ])
  })

  test('of a second notice is held, and joined where it has the same ids', () => {
    const second = { facts: facts(), report: report('M', 'NOTICE') }
    expect(join([first], second)).toEqual([
      { kind: 'HOLD', paymentId: 'P', why: 'PERHAPS_REPEATED' },
    ])
    const named = known('P', facts({ endToEndId: 'E' }), report('N', 'NOTICE'))
    expect(join([named], { ...second, facts: facts({ endToEndId: 'E' }) })).toMatchObject([
      { kind: 'JOIN', likeness: 'CERTAIN' },
    ])
  })

  test('that one message has twice under one reference is held', () => {
    const lines = [1, 2].map((line) => ({
      facts: facts({ lineReference: 'R' }),
      report: report('N2', 'NOTICE', line),
    }))
    expect(join([], ...lines)).toEqual([
      { kind: 'NEW' },
      { kind: 'HOLD', paymentId: 'N2/1', why: 'TWICE_IN_FILE' },
    ])
  })

  test('with an id takes its payment, although another one without comes first', () => {
    const both = [
      known('A', facts({ endToEndId: 'E' }), report('N', 'NOTICE', 1)),
      known('B', facts(), report('N', 'NOTICE', 2)),
    ]
    const lines = [facts(), facts({ endToEndId: 'E' })].map((of, place) => ({
      facts: of,
      report: report('S', 'STATEMENT', place + 1),
    }))
    expect(join(both, ...lines)).toMatchObject([{ paymentId: 'B' }, { paymentId: 'A' }])
  })

  const late = { idOf, isClosed: () => true }
  const stated = known('P', facts(), report('S', 'STATEMENT'))

  test('of a day that is closed, and like nothing on its statement, is held', () => {
    const other = { facts: facts({ otherAccount: 'DE02' }), report: report('N9', 'NOTICE') }
    const held = [{ kind: 'HOLD', paymentId: '', why: 'PERHAPS_REPEATED' }]
    expect(joinEvidence([stated], [other], late)).toEqual(held)
    expect(joinEvidence([stated], [{ ...other, facts: facts() }], late)).toMatchObject([
      { kind: 'JOIN', paymentId: 'P' },
    ])
  })

  test.each<[string, Partial<Facts>, Partial<Facts>, object]>([
    ['an amount after charges', { uetr: 'U' }, { uetr: 'U', minor: 9_800n }, { paymentId: 'P' }],
    ['another payer', {}, { otherAccount: 'DE02' }, { paymentId: 'P' }],
    ['another customer', { landedOn: 'DE11' }, { otherAccount: 'DE02', landedOn: 'DE22' }, {}],
    ['a day a week later', {}, { otherAccount: 'DE02', bookedOn: '2026-12-04' }, {}],
  ])('of a statement is not credited beside a notice of it: %s', (_, before, after, held) => {
    const notice = known('P', facts(before), report('N', 'NOTICE'))
    const line = { facts: facts(after), report: report('S', 'STATEMENT') }
    const kind = 'paymentId' in held ? 'HOLD' : 'NEW'
    expect(join([notice], line)).toMatchObject([{ kind, ...held }])
  })

  test.each([
    ['AGAIN', { kind: 'JOIN', paymentId: 'P', likeness: 'PROBABLE' }],
    ['NEXT', { kind: 'NEW' }],
    ['UNKNOWN', { kind: 'HOLD', paymentId: 'P', why: 'PERHAPS_REPEATED' }],
  ] as const)('of a statement that is %s beside another one', (among, decision) => {
    const line = { facts: facts(), report: report('S2', 'STATEMENT') }
    expect(joinEvidence([stated], [line], { idOf, among })).toEqual([decision])
  })

  test('of the next page is another payment, whatever id its payer used again', () => {
    const of = facts({ endToEndId: 'E', reference: '1' })
    const line = { facts: { ...of, reference: '2' }, report: report('S2', 'STATEMENT') }
    const page = known('P', of, report('S', 'STATEMENT'))
    expect(joinEvidence([page], [line], { idOf, among: 'NEXT' })).toEqual([{ kind: 'NEW' }])
    // The bank itself calls it the same, which two pages cannot both have.
    expect(joinEvidence([page], [{ ...line, facts: of }], { idOf, among: 'NEXT' })).toMatchObject([
      { kind: 'HOLD' },
    ])
  })

  test('of two of a message that comes again is held against the second', () => {
    const both = [1, 2].map((line) => known(`P${line}`, facts(), report('N', 'NOTICE', line)))
    const lines = [1, 2, 3].map((line) => ({ facts: facts(), report: report('M', 'NOTICE', line) }))
    expect(join(both, ...lines)).toMatchObject([
      { kind: 'HOLD', paymentId: 'P1' },
      { kind: 'HOLD', paymentId: 'P2' },
      { kind: 'NEW' },
    ])
  })

  test('of one reference with other words takes the payment that has its words', () => {
    const day = { bookedOn: '2026-11-26' }
    const early = known('A', facts(day), report('N', 'NOTICE', 1, day))
    const other = known('B', facts({ reference: '1', text: 'INV 8' }), report('N', 'NOTICE', 2))
    const line = { facts: facts({ reference: '1' }), report: report('S', 'STATEMENT') }
    expect(join([early, other], line)).toMatchObject([{ kind: 'JOIN', paymentId: 'A' }])
  })

  test('read again joins itself', () => {
    expect(join([first], { facts: facts(), report: report('N', 'NOTICE') })).toMatchObject([
      { kind: 'JOIN', paymentId: 'P' },
    ])
  })
})

const span = (days: string, opening?: bigint, closing?: bigint) => {
  const [opensOn = '', closesOn = opensOn] = days.split('-').map((day) => `2026-11-${day}`)
  return { opensOn, closesOn, opening, closing }
}
test.each([
  ['a day that no other has', 'ALONE', span('27', 0n, 5n), [span('26', 0n, 5n)]],
  ['the same balances', 'AGAIN', span('27', 0n, 5n), [span('27', 0n, 5n)]],
  ['a corrected closing', 'AGAIN', span('27', 0n, 6n), [span('27', 0n, 5n)]],
  ['its week', 'AGAIN', span('27', 2n, 5n), [span('23-27', 0n, 5n)]],
  ['its week, which moved nothing', 'AGAIN', span('27', 5n, 5n), [span('23-27', 0n, 5n)]],
  ['the page before', 'NEXT', span('27', 5n, 9n), [span('27', 0n, 5n)]],
  ['two pages before', 'NEXT', span('27', 9n, 12n), [span('27', 0n, 5n), span('27', 5n, 9n)]],
  ['a page that moved nothing', 'UNKNOWN', span('27', 5n, 5n), [span('27', 5n, 9n)]],
  ['no balances', 'UNKNOWN', span('27'), [span('27', 0n, 5n)]],
  ['balances of neither', 'UNKNOWN', span('27', 7n, 9n), [span('27', 0n, 5n)]],
])('a statement beside one of %s is %s', (_, among, own, others) => {
  expect(spanAmong(own, others)).toBe(among)
})

describe('a statement that closes a day', () => {
  const closing = { message: 'S', statement: 'S', opensOn: '2026-11-27', closesOn: '2026-11-27' }
  const held = (id: string, ...reports: Report[]) => ({
    ...known(id, facts(), ...reports),
    isHeld: true,
    heldFor: 'PERHAPS_REPEATED' as const,
    likelyOf: 'P',
  })
  const first = {
    ...known('P', facts(), report('N', 'NOTICE'), report('S', 'STATEMENT')),
    heldFor: '' as const,
  }

  test('joins what it does not have, and lets through what it has', () => {
    const without = held('H', report('M', 'NOTICE'))
    expect(closeDays([first, without], { ...closing, balanced: 'ALL' })).toEqual({
      release: [],
      dissolve: [{ id: 'H', into: 'P' }],
      missing: [],
    })
    const stated = held('H', report('M', 'NOTICE'), report('S', 'STATEMENT', 2))
    expect(closeDays([first, stated], { ...closing, balanced: 'UNKNOWN' })).toMatchObject({
      release: ['H'],
      dissolve: [],
    })
  })

  test('does not let through what another day has under an id that no other payment has', () => {
    const own = facts({ uetr: 'U' })
    const before = known('P', own, report('R', 'STATEMENT', 1, { bookedOn: '2026-11-26' }))
    const line = { facts: own, report: report('S', 'STATEMENT') }
    expect(join([before], line)).toEqual([
      { kind: 'HOLD', paymentId: 'P', why: 'PERHAPS_REPEATED' },
    ])
    const other = { ...before, heldFor: '' as const }
    const second = { ...held('H', line.report), facts: own }
    const days = { ...closing, balanced: 'ALL' as const }
    expect(closeDays([other, second], days).release).toEqual([])
    expect(closeDays([{ ...other, facts: facts() }, second], days).release).toEqual(['H'])
  })

  test.each([
    ['ALL', { release: ['H'], dissolve: [] }],
    ['WITHOUT', { release: [], dissolve: [{ id: 'H', into: 'P' }] }],
    ['UNKNOWN', { release: [], dissolve: [] }],
  ] as const)('decides by its balances, %s, what it has twice itself', (balanced, expected) => {
    const twice = { ...held('H', report('S', 'STATEMENT', 2)), heldFor: 'TWICE_IN_FILE' as const }
    expect(closeDays([first, twice], { ...closing, balanced })).toMatchObject(expected)
    // Its correction decides only on what it has itself.
    const corrected = { ...closing, message: 'S2', balanced }
    expect(closeDays([first, twice], corrected)).toMatchObject({ release: [], dissolve: [] })
  })

  test('waits for the next day with a line that may be of a notice of the day after it', () => {
    const [day, next] = [{ bookedOn: '2026-11-27' }, { bookedOn: '2026-11-28' }]
    const notice = {
      ...known('P', facts(next), report('N', 'NOTICE', 1, next)),
      heldFor: '' as const,
    }
    const line = held('H', report('S', 'STATEMENT', 1, day))
    const closed = { ...notice, isDayClosed: true }
    const at = { ...closing, balanced: 'ALL' as const }
    expect(closeDays([closed, line], at)).toMatchObject({ release: [], dissolve: [] })
    expect(closeDays([{ ...closed, isNextClosed: true }, line], at)).toMatchObject({
      dissolve: [{ id: 'H', into: 'P' }],
    })
    const second = held('I', report('S', 'STATEMENT', 2, day))
    expect(closeDays([{ ...closed, isNextClosed: true }, line, second], at)).toMatchObject({
      dissolve: [{ id: 'H', into: 'P' }],
      release: ['I'],
    })
  })

  test.each<[string, Partial<Facts>]>([
    ['another amount', { minor: 9_800n }],
    ['another payer', { otherAccount: 'DE02' }],
  ])('leaves to a person what has %s than the notice it may be of', (_, change) => {
    const notice = { ...known('P', facts(), report('N', 'NOTICE')), heldFor: '' as const }
    const payment = { ...notice, isDayClosed: true, isNextClosed: true }
    const line = { ...held('H', report('S', 'STATEMENT')), facts: facts(change) }
    const decided = { release: [], dissolve: [], missing: ['P'] }
    expect(closeDays([payment, line], { ...closing, balanced: 'ALL' })).toEqual(decided)
  })

  test('lets nothing through while one that is like it stands on no statement', () => {
    const missing = { ...known('Q', facts(), report('N', 'NOTICE', 2)), heldFor: '' as const }
    const line = held('H', report('N2', 'NOTICE'), report('S', 'STATEMENT', 2))
    const at = { ...closing, balanced: 'ALL' as const }
    expect(closeDays([first, line], at)).toMatchObject({ release: ['H'] })
    expect(closeDays([first, line, missing], at)).toMatchObject({ release: [], missing: ['Q'] })
  })

  test('names what was credited and stands on no statement, of this day and before', () => {
    const only = { ...known('Q', facts(), report('N', 'NOTICE', 2)), heldFor: '' as const }
    expect(closeDays([only], { ...closing, balanced: 'ALL' }).missing).toEqual(['Q'])
    const later = { ...only, facts: facts({ bookedOn: '2026-11-28' }) }
    expect(closeDays([later], { ...closing, balanced: 'ALL' }).missing).toEqual([])
  })
})
