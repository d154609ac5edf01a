import { type Balanced, closeDays, type OpenPayment } from '../../evidence/close.ts'
import type { Facts } from '../../evidence/facts.ts'
import {
  type Decision,
  joinEvidence,
  merged,
  type Report,
  type Reported,
} from '../../evidence/join.ts'

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

/** One payment of the world. */
export type RealPayment = Pick<
  Facts,
  'minor' | 'bookedOn' | 'endToEndId' | 'otherName' | 'otherAccount' | 'landedOn' | 'text'
> & { id: number; reference: string }

export type Message = {
  kind: Report['kind']
  statement: string
  hash: string
  opensOn: string
  closesOn: string
  lines: readonly { facts: Facts; real: number }[]
}

const days = ['2026-03-26', '2026-03-27', '2026-03-28', '2026-03-29']
const pick = <T>(random: Random, items: readonly T[]): T => items[random(items.length)] as T
const account = 'DE/EUR/DE89370400440532013000'

/** How one bank writes: what its references mean, and which messages have what. */
type Habits = {
  references: 'UNIQUE' | 'PER_DAY' | 'ABSENT'
  noticeHasReference: boolean
  noticeHasNames: boolean
  snapshotHasTexts: boolean
  noticeIsADayEarly: boolean
}

export function randomWorld(random: Random): { real: RealPayment[]; messages: Message[] } {
  const habits: Habits = {
    references: pick(random, ['UNIQUE', 'PER_DAY', 'ABSENT'] as const),
    noticeHasReference: random(2) === 0,
    noticeHasNames: random(3) > 0,
    snapshotHasTexts: random(2) === 0,
    noticeIsADayEarly: random(4) === 0,
  }
  const real: RealPayment[] = []
  for (const [place, bookedOn] of days.slice(1).entries())
    for (let i = random(6); i > 0; i -= 1) {
      const payer = random(3)
      const reference =
        habits.references === 'UNIQUE' ? `R${real.length}` : `${real.length - place}`
      real.push({
        id: real.length,
        // Two equal amounts of two days are not to be known apart where a notice is a day early.
        minor: BigInt(habits.noticeIsADayEarly ? real.length + 1 : pick(random, [100, 250, 999])),
        bookedOn,
        endToEndId: random(3) === 0 ? `E-${random(8) === 0 ? payer : `${real.length}-x`}` : '',
        otherName: ['ADA PAYER', 'BOB OTHER', 'CY THIRD'][payer] ?? '',
        otherAccount: ['DE75512108001245126199', 'DE02120300000000202051', 'FR76'][payer] ?? '',
        landedOn: pick(random, ['DE11', 'DE22', 'DE33']),
        text: pick(random, ['INV 7', 'INV 8', '']),
        reference: habits.references === 'ABSENT' ? '' : reference,
      })
    }
  return { real, messages: messagesOf(random, real, habits) }
}

function messagesOf(random: Random, real: readonly RealPayment[], habits: Habits): Message[] {
  const messages: Message[] = []
  const send = (
    kind: Report['kind'],
    day: string,
    own: readonly RealPayment[],
    writeFacts: (payment: RealPayment) => Facts,
  ) => {
    const hash = `${kind} ${messages.length}`
    const statement = kind === 'STATEMENT' ? day : ''
    const lines = own.map((payment) => ({ facts: writeFacts(payment), real: payment.id }))
    const message = { kind, statement, hash, opensOn: day, closesOn: day, lines }
    messages.push(message)
    // A bank that sends a message again may give it another id.
    if (random(4) === 0) messages.push({ ...message, hash: `${hash} again` })
  }
  for (const [place, day] of days.entries()) {
    const own = real.filter(({ bookedOn }) => bookedOn === day)
    if (place === 0) continue
    const early = habits.noticeIsADayEarly ? (days[place - 1] ?? day) : day
    for (let from = 0; from < own.length;) {
      const size = 1 + random(3)
      send('NOTICE', day, own.slice(from, from + size), (payment) => ({
        ...factsOf(payment),
        bookedOn: early,
        reference: habits.noticeHasReference ? payment.reference : '',
        otherName: habits.noticeHasNames ? payment.otherName : '',
      }))
      from += size
    }
    for (let snapshots = random(3); snapshots > 0; snapshots -= 1)
      send('SNAPSHOT', day, own.slice(0, random(own.length + 1)), (payment) => ({
        ...factsOf(payment),
        ...(habits.snapshotHasTexts ? {} : { otherName: '', text: '' }),
      }))
    send('STATEMENT', day, own, factsOf)
  }
  return messages
}

const factsOf = ({ id: _id, ...payment }: RealPayment): Facts => ({
  ...payment,
  account,
  direction: 'CREDIT',
  group: 'ENTRY',
  uetr: '',
  transactionId: '',
  lineReference: '',
  isPart: false,
})

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** The books of one account, in memory: what is joined, held, credited. */
export function createDayBooks() {
  let payments: OpenPayment[] = []
  const closed = new Set<string>()
  const seen = new Set<string>()
  return { take, payments: () => payments }

  function take({ kind, statement, hash, opensOn, closesOn, lines }: Message): void {
    if (seen.has(hash)) return
    seen.add(hash)
    const reported = lines.map(({ facts }, place): Reported => ({
      facts,
      report: {
        message: hash,
        kind,
        statement,
        line: place + 1,
        part: 0,
        bookedOn: facts.bookedOn,
      },
    }))
    const idOf = ({ report }: Reported) => `${report.message}/${report.line}`
    const known = payments.map((payment) => ({
      ...payment,
      isDayClosed: closed.has(payment.facts.bookedOn),
    }))
    const isClosed = ({ bookedOn }: Facts) => closed.has(bookedOn) || closed.has(dayAfter(bookedOn))
    const decisions = joinEvidence(known, reported, { idOf, isClosed })
    for (const [place, item] of reported.entries())
      keep(item, decisions[place] ?? { kind: 'NEW' }, idOf(item))
    if (kind !== 'STATEMENT') return
    closed.add(closesOn)
    const balanced: Balanced = 'ALL'
    const { release, dissolve } = closeDays(
      payments.map((payment) => ({ ...payment, isDayClosed: closed.has(payment.facts.bookedOn) })),
      { statement, opensOn, closesOn, balanced },
    )
    const into = new Map(dissolve.map((item) => [item.id, item.into]))
    payments = payments.flatMap((payment): OpenPayment[] => {
      if (into.has(payment.id)) return []
      const gained = payments.filter(({ id }) => into.get(id) === payment.id)
      const reports = [...payment.reports, ...gained.flatMap((held) => held.reports)]
      const likelyOf = into.get(payment.likelyOf) ?? payment.likelyOf
      const isReal = !payment.isHeld || release.includes(payment.id)
      return [
        {
          ...payment,
          likelyOf,
          reports,
          ...(isReal ? { isHeld: false, heldFor: '' as const } : {}),
        },
      ]
    })
  }

  function keep({ facts, report }: Reported, decision: Decision, id: string): void {
    if (decision.kind === 'JOIN') {
      payments = payments.map((payment) =>
        payment.id === decision.paymentId
          ? {
              ...payment,
              facts: merged(payment.facts, facts),
              certain:
                decision.likeness === 'CERTAIN' ? merged(payment.certain, facts) : payment.certain,
              reports: [...payment.reports, report],
            }
          : payment,
      )
      return
    }
    payments.push({
      id,
      facts,
      certain: facts,
      isHeld: decision.kind === 'HOLD',
      isDayClosed: false,
      heldFor: decision.kind === 'HOLD' ? decision.why : '',
      likelyOf: decision.kind === 'HOLD' ? decision.paymentId : '',
      reports: [report],
    })
  }
}
