import { type Facts, isSameReference, ownReferenceOf } from './facts.ts'

/**
 * How sure it is that evidence is of a payment. DOUBTFUL: it is of the day before or after, and nothing
 * else speaks for or against it. UNRELATED: nothing says so.
 */
export type Likeness = 'CERTAIN' | 'PROBABLE' | 'DOUBTFUL' | 'CONTRADICTING' | 'UNRELATED'

/** What of the banks' messages has a payment. */
export type Report = {
  /** Hash of the message. */
  message: string
  kind: MessageKind
  /** Of a statement: its id and page, the same when the bank sends it again; else ''. */
  statement: string
  line: number
  part: number
  bookedOn: string
}

/**
 * STATEMENT: a day as the bank closes it; it has each payment once. SNAPSHOT: what was booked so far,
 * again with each message. NOTICE: what was booked, as it happens.
 */
export type MessageKind = 'STATEMENT' | 'SNAPSHOT' | 'NOTICE'

/** A bank payment as joining sees it. */
export type KnownPayment = {
  id: string
  /** All that its messages have of it. */
  facts: Facts
  /** The same of those alone that are its own for certain. */
  certain: Facts
  /** It may be another one once more, and is not credited. */
  isHeld: boolean
  /** Which payment it may be once more; '' where it is not held, or like none. */
  likelyOf: string
  /** The day on which it was booked is closed by a statement. */
  isDayClosed: boolean
  reports: readonly Report[]
}

/** New evidence: its place in the message is in the report. */
export type Reported = { facts: Facts; report: Report }

/** What a bank's references mean (profile): whether one is used again, and if so when. */
export type References = 'UNIQUE' | 'PER_DAY' | 'ABSENT' | 'UNKNOWN'

export type Decision =
  /** Further evidence of a payment. */
  | { kind: 'JOIN'; paymentId: string; likeness: 'CERTAIN' | 'PROBABLE' | 'DOUBTFUL' }
  /** A payment that nothing else is evidence of. */
  | { kind: 'NEW' }
  /** Perhaps the payment `paymentId` once more, perhaps a second one: held until that is known. */
  | { kind: 'HOLD'; paymentId: string; why: HoldReason }

/** TWICE_IN_FILE: one message has it two times under one reference of the bank. */
export type HoldReason = 'PERHAPS_REPEATED' | 'TWICE_IN_FILE'

const dayMs = 86_400_000
/** Days between messages that are about one payment: a holiday and a weekend apart. */
const idDaysMax = 5
const likelyDaysMax = 1

const daysBetween = (a: string, b: string): number =>
  Math.abs(Date.parse(a) - Date.parse(b)) / dayMs

const isSame = (a: string, b: string) => a !== '' && a === b
const isOther = (a: string, b: string) => a !== '' && b !== '' && a !== b
/** One bank writes an IBAN and another one the national number in it. */
const isOtherAccount = (a: string, b: string) => isOther(a, b) && !a.endsWith(b) && !b.endsWith(a)
/** Banks cut names, and turn them around. */
function isOtherName(a: string, b: string): boolean {
  if (!isOther(a, b) || a.startsWith(b) || b.startsWith(a)) return false
  const words = new Set(b.split(/[ ,.]+/))
  return !a.split(/[ ,.]+/).some((word) => word !== '' && words.has(word))
}

/** Whether two messages can be about one payment, by what they have of it alone. */
export function compare(a: Facts, b: Facts, references: References = 'UNKNOWN'): Likeness {
  if (
    a.account !== b.account ||
    a.direction !== b.direction ||
    a.group !== b.group ||
    a.minor !== b.minor
  )
    return 'UNRELATED'
  const days = daysBetween(a.bookedOn, b.bookedOn)
  const isReference = references !== 'ABSENT' && isSameReference(a, b)
  if (isContradicted(a, b)) return 'CONTRADICTING'
  if (isSame(a.uetr, b.uetr) || isSame(a.transactionId, b.transactionId)) return 'CERTAIN'
  if (isSame(a.endToEndId, b.endToEndId) && isSame(a.otherAccount, b.otherAccount))
    return days <= idDaysMax ? 'CERTAIN' : 'CONTRADICTING'
  if (isReference && (days === 0 || (references === 'UNIQUE' && days <= idDaysMax)))
    return 'CERTAIN'
  if (isReference && days > likelyDaysMax) return 'CONTRADICTING'
  const isOtherReference = isOther(ownReferenceOf(a), ownReferenceOf(b))
  if (references === 'UNIQUE' && isOtherReference) return 'CONTRADICTING'
  if (days === 0) return 'PROBABLE'
  if (days > likelyDaysMax || isOtherReference) return 'UNRELATED'
  return isAlike(a, b) ? 'PROBABLE' : 'DOUBTFUL'
}

/** The same payer, and neither an id nor words that only one of the messages has. */
const isAlike = (a: Facts, b: Facts): boolean =>
  (isSame(a.otherAccount, b.otherAccount) || isSame(a.otherName, b.otherName)) &&
  a.endToEndId === b.endToEndId &&
  !isOther(a.text, b.text)

const isContradicted = (a: Facts, b: Facts): boolean =>
  isOther(a.uetr, b.uetr) ||
  isOther(a.transactionId, b.transactionId) ||
  isOther(a.endToEndId, b.endToEndId) ||
  isOtherAccount(a.otherAccount, b.otherAccount) ||
  isOtherAccount(a.landedOn, b.landedOn) ||
  (a.otherAccount === '' || b.otherAccount === '' ? isOtherName(a.otherName, b.otherName) : false)

/** How much two that may be the same have in common: the more, the likelier. */
const weights = {
  endToEndId: 64,
  otherAccount: 48,
  landedOn: 48,
  otherName: 24,
  text: 24,
} as const

function likenessOf(a: Facts, b: Facts): number {
  let sum = isOther(ownReferenceOf(a), ownReferenceOf(b)) ? -256 : 0
  sum += (a.bookedOn === b.bookedOn ? 16 : 0) + (isSameReference(a, b) ? 128 : 0)
  for (const [name, weight] of Object.entries(weights) as [keyof typeof weights, number][])
    if (a[name] === b[name]) sum += a[name] === '' ? weight / 4 : weight
  return sum
}

type Candidate = { payment: KnownPayment; decision: Decision; rank: number }

/**
 * What new evidence of one message is of, in the message's order: each payment that is known, or was
 * new in the same call, takes one line of a message at most, so that the second equal payment of a day
 * joins the second equal line. `idOf` names the payment that a line becomes where it is new or held;
 * `isClosed` knows the days of which a statement has closed an account.
 */
export function joinEvidence(
  known: readonly KnownPayment[],
  reported: readonly Reported[],
  {
    idOf,
    isClosed = () => false,
    references = 'UNKNOWN',
  }: {
    idOf: (reported: Reported) => string
    isClosed?: (facts: Facts) => boolean
    references?: References
  },
): Decision[] {
  const payments = Map.groupBy(known, ({ facts }) => keyOf(facts))
  const decisions = new Map<Reported, Decision>()
  const isTooLate = ({ facts, report }: Reported) => report.kind !== 'STATEMENT' && isClosed(facts)
  const candidatesOf = ({ facts, report }: Reported) => {
    const own = payments.get(keyOf(facts)) ?? []
    return own.flatMap((payment) => {
      const first = report.kind === 'STATEMENT' ? firstOf(payment, own) : undefined
      // A line is of the payment that was credited, before it is of the one that is held beside it.
      const meant = first && isPossible(compare(first.facts, facts, references)) ? first : payment
      return candidate(meant, { facts, report }, references, isTooLate({ facts, report }))
    })
  }
  const take = (item: Reported, decision: Decision) => {
    decisions.set(item, decision)
    const { facts, report } = item
    const own = payments.get(keyOf(facts)) ?? []
    payments.set(keyOf(facts), own)
    const at = own.findIndex(({ id }) => decision.kind === 'JOIN' && id === decision.paymentId)
    const before = own[at]
    const isHeld = decision.kind === 'HOLD'
    if (before)
      own[at] = {
        ...before,
        facts: merged(before.facts, facts),
        certain: isCertain(decision) ? merged(before.certain, facts) : before.certain,
        reports: [...before.reports, report],
      }
    else {
      const likelyOf = decision.kind === 'HOLD' ? decision.paymentId : ''
      const reports = [report]
      own.push({
        id: idOf(item),
        facts,
        certain: facts,
        isHeld,
        likelyOf,
        isDayClosed: false,
        reports,
      })
    }
  }
  // What is certain goes first: a line that is only likely must not take the payment of another.
  for (const item of reported) {
    const certain = best(candidatesOf(item).filter(({ decision }) => isCertain(decision)))
    if (certain) take(item, certain.decision)
  }
  // Then the likeliest first, so that a line with little to go by takes what the others leave.
  const open = reported.filter((item) => !decisions.has(item))
  const ranks = new Map(open.map((item) => [item, best(candidatesOf(item))?.rank ?? 0]))
  for (const item of open.toSorted((a, b) => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0)))
    take(item, best(candidatesOf(item))?.decision ?? { kind: 'NEW' })
  return reported.map((item) => decisions.get(item) ?? { kind: 'NEW' })
}

const isCertain = (decision: Decision) =>
  decision.kind === 'JOIN' && decision.likeness === 'CERTAIN'

const keyOf = ({ account, direction, group, minor }: Facts) =>
  `${account} ${direction} ${group} ${minor}`

/** A later message fills in what the first one did not have. */
export function merged(before: Facts, later: Facts): Facts {
  const filled = { ...before }
  for (const name of fillable) if (filled[name] === '') filled[name] = later[name]
  return filled
}
const fillable = [
  'uetr',
  'transactionId',
  'endToEndId',
  'reference',
  'lineReference',
  'otherName',
  'otherAccount',
  'landedOn',
  'text',
] as const

const best = (candidates: readonly Candidate[]): Candidate | undefined =>
  candidates.reduce<Candidate | undefined>(
    (top, next) => (top && top.rank >= next.rank ? top : next),
    undefined,
  )

const bases = { CERTAIN: 2_048, PROBABLE: 1_024, DOUBTFUL: 0 } as const

const isPossible = (likeness: Likeness) => likeness !== 'CONTRADICTING' && likeness !== 'UNRELATED'

/** The credited payment that a held one may be once more, while no statement has it. */
function firstOf(payment: KnownPayment, own: readonly KnownPayment[]) {
  if (!payment.isHeld || isStated(payment)) return undefined
  return own.find((other) => other.id === payment.likelyOf && !isStated(other))
}

const isStated = ({ reports }: KnownPayment) => reports.some(({ kind }) => kind === 'STATEMENT')

/**
 * What was joined as probable does not speak against what is certain; of the days that messages have
 * of a payment, the nearest counts.
 */
function likenessTo(payment: KnownPayment, { facts, report }: Reported, references: References) {
  if (compare(payment.certain, facts, references) === 'CERTAIN') return 'CERTAIN'
  const isDay = payment.reports.some(({ bookedOn }) => bookedOn === facts.bookedOn)
  const known = isDay ? { ...payment.facts, bookedOn: facts.bookedOn } : payment.facts
  const likeness = compare(known, facts, references)
  const stated = payment.reports.find(({ kind }) => kind === 'STATEMENT')
  // Banks give notice before they book, and not of what they booked the day before.
  const isReversed =
    report.kind === 'STATEMENT'
      ? facts.bookedOn < known.bookedOn
      : stated !== undefined && stated.bookedOn < facts.bookedOn
  return likeness === 'PROBABLE' && isReversed ? 'DOUBTFUL' : likeness
}

/** What a payment means for new evidence; nothing where it cannot be this one. */
function candidate(
  payment: KnownPayment,
  { facts, report }: Reported,
  references: References,
  isLate: boolean,
): Candidate[] {
  const likeness = likenessTo(payment, { facts, report }, references)
  if (likeness === 'CONTRADICTING' || likeness === 'UNRELATED') return []
  if (likeness === 'DOUBTFUL' && payment.isHeld) return []
  const { id: paymentId, reports } = payment
  const isFresh = reports.every(({ kind }) => kind !== report.kind)
  const rank = (base: number) =>
    base +
    (isFresh && likeness !== 'DOUBTFUL' ? 512 : 0) +
    likenessOf(payment.facts, facts) -
    (payment.isHeld ? 1_000 : 0)
  const join = (more = 0): Candidate[] => [
    {
      payment,
      decision: { kind: 'JOIN', paymentId, likeness },
      rank: rank(more + bases[likeness]),
    },
  ]
  const hold = (why: HoldReason): Candidate[] => [
    {
      payment,
      decision: { kind: 'HOLD', paymentId, why },
      rank: rank(likeness === 'DOUBTFUL' ? 0 : 256),
    },
  ]
  const sameFile = reports.find(({ message }) => message === report.message)
  if (sameFile) {
    const isOwnLine = sameFile.line === report.line && sameFile.part === report.part
    if (isOwnLine) return join()
    // Two lines are two payments, unless the bank itself calls them the same.
    const isTwice = sameFile.line !== report.line && isIdentified(payment.facts, facts)
    return isTwice ? hold('TWICE_IN_FILE') : []
  }
  if (report.kind === 'STATEMENT') {
    const stated = reports.find(({ kind }) => kind === 'STATEMENT')
    if (stated?.statement === report.statement) return join(8_192)
    // A line is not credited beside a payment that its own day's statement may still have.
    if (!stated && likeness === 'DOUBTFUL')
      return payment.isDayClosed ? join() : hold('PERHAPS_REPEATED')
    if (!stated) return join()
    if (stated.bookedOn !== report.bookedOn) return []
    return likeness === 'CERTAIN' ? join() : hold('PERHAPS_REPEATED')
  }
  if (likeness === 'DOUBTFUL') {
    if (!isFresh) return []
    return isStated(payment) === isLate ? (isLate ? join() : hold('PERHAPS_REPEATED')) : []
  }
  const isOtherReference = isOther(ownReferenceOf(payment.facts), ownReferenceOf(facts))
  if (isFresh && isOtherReference && likeness !== 'CERTAIN') return hold('PERHAPS_REPEATED')
  if (isFresh || payment.isHeld || report.kind === 'SNAPSHOT') return join()
  if (likeness === 'CERTAIN' && !isOtherReference) return join()
  if (likeness === 'PROBABLE' && isOtherReference) return []
  // A day that its statement has closed has no room for a second one.
  return payment.isDayClosed ? join() : hold('PERHAPS_REPEATED')
}

const isIdentified = (a: Facts, b: Facts): boolean =>
  isSame(a.uetr, b.uetr) || isSame(a.transactionId, b.transactionId) || isSameReference(a, b)
