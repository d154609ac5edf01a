import type { Facts } from '../../evidence/facts.ts'
import type { Message } from './day-books.ts'

/** Draws whole numbers below a bound; the same seed draws the same. */
export type Random = (below: number) => number

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39) >>> 0
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below
  }
}

/** One movement of the world. */
export type RealPayment = Pick<
  Facts,
  | 'direction'
  | 'group'
  | 'minor'
  | 'bookedOn'
  | 'endToEndId'
  | 'otherName'
  | 'otherAccount'
  | 'landedOn'
  | 'text'
> & { id: number; reference: string }

export const worldDays = ['2026-03-27', '2026-03-28', '2026-03-29']
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
export const worldAccount = 'DE/EUR/DE89370400440532013000'
const pick = <T>(random: Random, items: readonly T[]): T => items[random(items.length)] as T

/** How one bank writes, and how its customers' payers pay. */
export type Habits = {
  references: 'UNIQUE' | 'PER_DAY' | 'ABSENT'
  noticeHasReference: boolean
  noticeHasNames: boolean
  noticeCutsTexts: boolean
  noticeIsADayEarly: boolean
  snapshotHasTexts: boolean
  /** DAY: one for each day. PAGES: two for each. SPAN: one for all days. BOTH: DAY and SPAN. */
  statements: 'DAY' | 'PAGES' | 'SPAN' | 'BOTH'
  /** A statement comes again with another id; or with other texts too. */
  statementsAgain: 'NEVER' | 'RENAMED' | 'CORRECTED'
  areStatementsInOrder: boolean
  payersAreKnown: boolean
  endToEndIdsAreReused: boolean
  hasTwins: boolean
  hasReversals: boolean
  /** What comes before the statement has some payments before charges. */
  isGross: boolean
}

export function randomHabits(random: Random, isGross = false): Habits {
  const statements = pick(random, ['DAY', 'DAY', 'DAY', 'PAGES', 'SPAN', 'BOTH'] as const)
  const again = pick(random, ['NEVER', 'NEVER', 'RENAMED', 'CORRECTED'] as const)
  return {
    references: pick(random, ['UNIQUE', 'PER_DAY', 'ABSENT'] as const),
    noticeHasReference: random(2) === 0,
    noticeHasNames: random(3) > 0,
    noticeCutsTexts: random(4) === 0,
    noticeIsADayEarly: random(4) === 0,
    snapshotHasTexts: random(2) === 0,
    statements,
    // Of pages that come again with other ids, nobody knows which is which of equal payments.
    statementsAgain: statements === 'PAGES' ? 'NEVER' : again,
    areStatementsInOrder: random(2) === 0,
    payersAreKnown: random(2) === 0,
    endToEndIdsAreReused: random(4) === 0,
    hasTwins: random(3) === 0,
    hasReversals: random(4) === 0,
    isGross,
    // Who of equal amounts has no name is not to be known apart where charges are taken too.
    ...(isGross ? { noticeHasNames: true, snapshotHasTexts: true, payersAreKnown: true } : {}),
  }
}

export function randomPayments(random: Random, habits: Habits): RealPayment[] {
  const real: RealPayment[] = []
  for (const bookedOn of worldDays) {
    let today = 0
    const add = (payment: Omit<RealPayment, 'id' | 'reference' | 'bookedOn'>) => {
      today += 1
      const reference = { UNIQUE: `R${real.length}`, PER_DAY: `${today}`, ABSENT: '' }
      real.push({ ...payment, id: real.length, bookedOn, reference: reference[habits.references] })
    }
    for (let i = random(6); i > 0; i -= 1) {
      const payment = randomPayment(random, habits, real.length)
      add(payment)
      for (let more = habits.hasTwins ? random(3) : 0; more > 0; more -= 1)
        add({
          ...payment,
          // A payer's own id is of one payment, but where it uses one again.
          endToEndId:
            payment.endToEndId === '' || habits.endToEndIdsAreReused
              ? payment.endToEndId
              : `E-${real.length}-x`,
        })
      if (habits.hasReversals && random(4) === 0)
        add({ ...payment, direction: 'DEBIT', group: 'REVERSAL' })
    }
  }
  return real
}

function randomPayment(random: Random, habits: Habits, place: number) {
  const payer = random(3)
  const isReused = habits.endToEndIdsAreReused && random(2) === 0
  const account = ['DE75512108001245126199', 'DE02120300000000202051', 'FR76'][payer] ?? ''
  const name = ['ADA PAYER', 'BOB OTHER', 'CY THIRD'][payer] ?? ''
  const isKnown = habits.payersAreKnown || random(3) > 0
  return {
    direction: 'CREDIT' as const,
    group: 'ENTRY' as const,
    // Equal amounts of two days are not to be known apart where a notice is a day early.
    minor: 100n * BigInt(habits.noticeIsADayEarly ? place + 1 : pick(random, [100, 250, 999])),
    endToEndId: random(3) === 0 ? `E-${isReused ? payer : `${place}-x`}` : '',
    otherName: isKnown || random(2) === 0 ? name : '',
    otherAccount: isKnown ? account : '',
    landedOn: pick(random, ['DE11', 'DE22', 'DE33']),
    text: pick(random, ['INV 7 OF MARCH', 'INV 8 OF MARCH', '']),
  }
}

export function randomMessages(
  random: Random,
  real: readonly RealPayment[],
  habits: Habits,
): Message[] {
  const messages: Message[] = []
  const send = (message: Omit<Message, 'hash'>) => {
    const sent = { ...message, hash: `${message.kind} ${messages.length}` }
    messages.push(sent)
    // A bank that sends a message again may give it another id.
    if (random(4) === 0) messages.push({ ...sent, hash: `${sent.hash} again` })
  }
  for (const day of worldDays) {
    const own = real.filter(({ bookedOn }) => bookedOn === day)
    const span = { opensOn: day, closesOn: day, opening: 0n, closing: 0n }
    for (let from = 0; from < own.length;) {
      const size = 1 + random(3)
      const lines = linesOf(own.slice(from, from + size), (payment) => noticed(payment, habits))
      send({ kind: 'NOTICE', statement: '', lines, span })
      from += size
    }
    for (let snapshots = random(3); snapshots > 0; snapshots -= 1) {
      const lines = linesOf(own.slice(0, random(own.length + 1)), (payment) => ({
        ...grossOf(payment, habits),
        ...(habits.snapshotHasTexts ? {} : { otherName: '', text: '' }),
      }))
      send({ kind: 'SNAPSHOT', statement: '', lines, span })
    }
  }
  for (const statement of statementsOf(random, real, habits)) {
    send(statement)
    if (habits.statementsAgain === 'NEVER' || random(2) === 0) continue
    const isCorrected = habits.statementsAgain === 'CORRECTED'
    const place = random(statement.lines.length + 1)
    const lines = statement.lines.map((line, at) =>
      isCorrected && at === place
        ? { ...line, facts: { ...line.facts, text: 'CORRECTED TEXT' } }
        : line,
    )
    send({ ...statement, lines, statement: `${statement.statement} new` })
  }
  return messages
}

const linesOf = (own: readonly RealPayment[], factsFor: (payment: RealPayment) => Facts) =>
  own.map((payment) => ({ facts: factsFor(payment), real: payment.id }))

function noticed(payment: RealPayment, habits: Habits): Facts {
  const { bookedOn, reference, otherName, text } = payment
  return {
    ...grossOf(payment, habits),
    bookedOn: habits.noticeIsADayEarly ? dayBefore(bookedOn) : bookedOn,
    reference: habits.noticeHasReference ? reference : '',
    otherName: !habits.noticeHasNames ? '' : otherName.slice(0, habits.noticeCutsTexts ? 6 : 35),
    text: text.slice(0, habits.noticeCutsTexts ? 5 : 140),
  }
}

/** Charges are known by their last digits. */
const charges = 7n
export const netMinorOf = (minor: bigint) => (minor % 100n === charges ? minor - charges : minor)
function grossOf(payment: RealPayment, { isGross }: Habits): Facts {
  const facts = factsOf(payment)
  const isCharged = isGross && payment.direction === 'CREDIT' && payment.id % 2 === 0
  return { ...facts, minor: facts.minor + (isCharged ? charges : 0n) }
}

const signed = ({ direction, minor }: RealPayment) => (direction === 'CREDIT' ? minor : -minor)
const sumOf = (own: readonly RealPayment[]) => own.reduce((sum, item) => sum + signed(item), 0n)

function statementsOf(random: Random, real: readonly RealPayment[], habits: Habits) {
  const statements: Omit<Message, 'hash'>[] = []
  const state = (days: readonly string[], id: string, own: readonly RealPayment[]) => {
    const [opensOn = '', closesOn = opensOn] = [days[0], days.at(-1)]
    const first = own[0]?.id ?? real.filter(({ bookedOn }) => bookedOn < opensOn).length
    const opening = 1_000n + sumOf(real.slice(0, first))
    const span = { opensOn, closesOn, opening, closing: opening + sumOf(own) }
    statements.push({ kind: 'STATEMENT', statement: id, lines: linesOf(own, factsOf), span })
  }
  if (habits.statements !== 'SPAN')
    for (const day of worldDays) {
      const own = real.filter(({ bookedOn }) => bookedOn === day)
      const at = habits.statements === 'PAGES' ? random(own.length + 1) : own.length
      state([day], day, own.slice(0, at))
      if (at < own.length) state([day], `${day} 2`, own.slice(at))
    }
  if (habits.statements === 'SPAN' || habits.statements === 'BOTH') state(worldDays, 'SPAN', real)
  return statements
}

const factsOf = ({ id: _id, ...payment }: RealPayment): Facts => ({
  ...payment,
  account: worldAccount,
  uetr: '',
  transactionId: '',
  lineReference: '',
  isPart: false,
})

/** In any order; where a bank closes one day after the other, but for its statements. */
export function shuffled(random: Random, messages: readonly Message[], habits: Habits): Message[] {
  const rest = [...messages]
  const order: Message[] = []
  while (rest.length > 0) order.push(...rest.splice(random(rest.length), 1))
  if (!habits.areStatementsInOrder) return order
  const statements = messages.filter(({ kind }) => kind === 'STATEMENT')
  return order.map((message) =>
    message.kind === 'STATEMENT' ? (statements.shift() ?? message) : message,
  )
}
