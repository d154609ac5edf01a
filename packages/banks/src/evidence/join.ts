import type { SpanAmong } from './among.ts'
import {
  compare,
  daysBetween,
  hasSameId,
  isOther,
  isPossible,
  isSame,
  likenessOf,
  mayBeMixed,
  mixedDaysMax,
  type References,
} from './compare.ts'
import { type Facts, isSameReference, ownReferenceOf } from './facts.ts'
import {
  areTwo,
  type Decision,
  type HoldReason,
  isStated,
  type KnownPayment,
  type Report,
  type Reported,
} from './known.ts'
import { type IsGross, netOf } from './charges.ts'
import { createShelf, isCertain } from './shelf.ts'

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
    isGross = () => false,
    among = 'ALONE',
  }: {
    idOf: (reported: Reported) => string
    isClosed?: (facts: Facts) => boolean
    references?: References
    isGross?: IsGross
    /** Of a statement: what it is beside others of its days. */
    among?: SpanAmong
  },
): Decision[] {
  const shelf = createShelf(known)
  const decisions = new Map<Reported, Decision>()
  const isTooLate = ({ facts, report }: Reported) => report.kind !== 'STATEMENT' && isClosed(facts)
  const candidatesOf = (item: Reported, payments: readonly KnownPayment[]): Candidate[] => {
    const { report } = item
    const isLate = isTooLate(item)
    const found = payments.flatMap((payment) => {
      const first = report.kind === 'STATEMENT' ? firstOf(payment, report, shelf) : undefined
      // A line is of the payment that was credited, before it is of the one that is held beside it.
      const meant = first && isMeant(first, payment, item, references) ? first : payment
      return candidate(meant, item, { references, among, isLate })
    })
    return placeBefore(item, shelf) ? found.filter((own) => mayComeAgain(own, report)) : found
  }
  const take = (item: Reported, decision: Decision) => {
    decisions.set(item, decision)
    shelf.put(item, decision, idOf)
  }
  // A statement has closed the day without it: nothing is booked beside what the statement has.
  const unknown = (item: Reported): Decision => {
    const other = placeBefore(item, shelf) ?? shelf.ofAnotherAmount(item.facts)
    return other || isTooLate(item)
      ? { kind: 'HOLD', paymentId: other?.id ?? '', why: 'PERHAPS_REPEATED' }
      : { kind: 'NEW' }
  }
  // What a statement has that is there again, it had before: that goes before any notice.
  const isFirst = ({ decision, payment }: Candidate) =>
    isCertain(decision) && (among !== 'AGAIN' || isStated(payment))
  // What is certain goes first: a line that is only likely must not take the payment of another.
  for (const item of reported) {
    const found = candidatesOf(item, shelf.withSameId(item.facts))
    const certain =
      // A statement that is sent again has its lines where they were.
      best(candidatesOf(item, shelf.statedAt(item.report))) ?? best(found.filter(isFirst))
    if (certain) take(item, certain.decision)
  }
  // Then the likeliest first, so that a line with little to go by takes what the others leave.
  const open = reported.filter((item) => !decisions.has(item))
  const found = new Map(open.map((item) => [item, candidatesOf(item, shelf.alike(item.facts))]))
  const rankOf = (item: Reported) => best(found.get(item) ?? [])?.rank ?? 0
  for (const item of open.toSorted((a, b) => rankOf(b) - rankOf(a))) {
    // What was taken meanwhile has a line of this message; what is new in it matters only by its ids.
    const left = (found.get(item) ?? []).filter(({ payment }) => !shelf.isTaken(payment.id))
    const twice = candidatesOf(item, shelf.withSameId(item.facts))
    take(item, best([...left, ...twice])?.decision ?? unknown(item))
  }
  holdBeside(reported, decisions, shelf, { references, isGross, among })
  return reported.map((item) => decisions.get(item) ?? { kind: 'NEW' })
}

/** What was at the place of a line, where its statement comes again. */
const placeBefore = ({ facts, report }: Reported, shelf: ReturnType<typeof createShelf>) =>
  shelf
    .statedAt(report)
    .find((payment) => daysBetween(payment.facts.bookedOn, facts.bookedOn) <= mixedDaysMax)

/** Whether a line is of the credited payment, rather than of the one that is held against it. */
function isMeant(
  first: KnownPayment,
  held: KnownPayment,
  item: Reported,
  references: References,
): boolean {
  const likeness = likenessTo(first, item, references)
  const own = likenessTo(held, item, references)
  return isPossible(likeness) && (!isPossible(own) || bases[likeness] >= bases[own])
}

/** A line that comes again is of its statement, or of what is credited for certain; or it waits. */
const mayComeAgain = ({ payment, decision }: Candidate, at: Report) =>
  (isCertain(decision) && !payment.isHeld) ||
  payment.reports.some(({ statement }) => statement === at.statement)

/** What no line has as it is, may be on one of them after charges. */
function holdBeside(
  reported: readonly Reported[],
  decisions: Map<Reported, Decision>,
  shelf: ReturnType<typeof createShelf>,
  bank: { references: References; isGross: IsGross; among: SpanAmong },
): void {
  const hold = (found: ReadonlyMap<Reported, string>) => {
    for (const [item, paymentId] of found)
      decisions.set(item, { kind: 'HOLD', paymentId, why: 'PERHAPS_REPEATED' })
  }
  hold(besideOpen(reported, decisions, shelf, bank.among))
  const rest = reported.filter(
    (item) => item.report.kind === 'STATEMENT' && decisions.get(item)?.kind === 'NEW',
  )
  if (rest.length > 0) hold(netOf(rest, shelf.open(), bank))
}

/**
 * Lines of a statement that are new, while a payment of their account and amount is on no line: a line
 * with little to go by may have taken the wrong one of two before, so none is credited beside it. Nor is
 * one of a statement that is there again, beside what only the other has: it may be that line, corrected.
 */
function besideOpen(
  reported: readonly Reported[],
  decisions: ReadonlyMap<Reported, Decision>,
  shelf: ReturnType<typeof createShelf>,
  among: SpanAmong,
): Map<Reported, string> {
  const found = new Map<Reported, string>()
  const taken = new Set<string>()
  const isReplaced = ({ id, reports }: KnownPayment, { message, bookedOn }: Report) =>
    among === 'AGAIN' &&
    !shelf.isTaken(id) &&
    reports.every((own) => own.message !== message) &&
    reports.some((own) => own.kind === 'STATEMENT' && own.bookedOn === bookedOn)
  for (const item of reported) {
    const { facts, report } = item
    const isNew = decisions.get(item)?.kind === 'NEW'
    if (!isNew || report.kind !== 'STATEMENT' || facts.direction === 'DEBIT') continue
    const open = shelf
      .alike(facts)
      .find(
        (payment) =>
          !payment.isHeld &&
          (!isStated(payment) || isReplaced(payment, report)) &&
          !taken.has(payment.id) &&
          mayBeMixed(payment.facts, facts),
      )
    if (!open) continue
    taken.add(open.id)
    found.set(item, open.id)
  }
  return found
}

const best = (candidates: readonly Candidate[]): Candidate | undefined =>
  candidates.reduce<Candidate | undefined>(
    (top, next) => (top && top.rank >= next.rank ? top : next),
    undefined,
  )

/**
 * A notice of a payment that the bank itself calls otherwise in another notice, and that no id calls the
 * same: there may be thousands of one amount and day, and no more of them is compared.
 */
const isAnotherNotice = (
  { isHeld, facts: a, reports }: KnownPayment,
  { facts: b, report }: Reported,
) =>
  report.kind === 'NOTICE' &&
  !isHeld &&
  isOther(ownReferenceOf(a), ownReferenceOf(b)) &&
  !hasSameId(a, b) &&
  !isSame(a.endToEndId, b.endToEndId) &&
  !isSameReference(a, b) &&
  reports.some(({ kind }) => kind === 'NOTICE')

const bases = { CERTAIN: 2_048, PROBABLE: 1_024, DOUBTFUL: 0 } as const

/** The credited payment that a held one may be once more, but where this statement has it already. */
function firstOf(payment: KnownPayment, report: Report, shelf: ReturnType<typeof createShelf>) {
  if (!payment.isHeld || isStated(payment)) return undefined
  const first = shelf.byId(payment.likelyOf)
  const stated = first?.reports.find(({ kind }) => kind === 'STATEMENT')
  if (stated && (stated.bookedOn !== report.bookedOn || stated.message === report.message))
    return undefined
  return first && areTwo(payment.reports, first.reports) ? undefined : first
}

/**
 * What was joined as probable does not speak against what is certain; of the days that messages have
 * of a payment, the nearest counts.
 */
function likenessTo(payment: KnownPayment, { facts, report }: Reported, references: References) {
  const isNamed = payment.certain !== payment.facts
  if (isNamed && compare(payment.certain, facts, references) === 'CERTAIN') return 'CERTAIN'
  const isDay = payment.reports.some(({ bookedOn }) => bookedOn === facts.bookedOn)
  const onDay = (known: Facts) => (isDay ? { ...known, bookedOn: facts.bookedOn } : known)
  const known = onDay(payment.facts)
  const found = compare(known, facts, references)
  // Nor is what such a message had the payment's own for certain.
  const isProbable =
    isNamed && found === 'CERTAIN' && compare(onDay(payment.certain), facts, references) !== found
  const likeness = isProbable ? 'PROBABLE' : found
  const booked = payment.reports.find(({ kind }) => kind !== 'NOTICE')
  // Banks give notice before they book, and not of what they booked the day before.
  const isReversed =
    report.kind === 'NOTICE'
      ? booked !== undefined && booked.bookedOn < facts.bookedOn
      : facts.bookedOn < known.bookedOn
  return likeness === 'PROBABLE' && isReversed ? 'DOUBTFUL' : likeness
}

/** What two statements of a day have is likelier one line of the bank than what is credited beside it. */
const penaltyOf = (payment: KnownPayment, { kind }: Report) =>
  payment.isHeld && !(kind === 'STATEMENT' && isStated(payment)) ? 1_000 : 0

/** Nothing makes two lines of statements the same that was only probably of it, nor a payer's id alone. */
const areOneLine = (stated: Report, known: Facts, facts: Facts, references: References) =>
  stated.isProbable !== true &&
  !isOther(ownReferenceOf(known), ownReferenceOf(facts)) &&
  compare(known, facts, references) === 'CERTAIN'

/** What a payment means for new evidence; nothing where it cannot be this one. */
function candidate(
  payment: KnownPayment,
  { facts, report }: Reported,
  { references, among, isLate }: { references: References; among: SpanAmong; isLate: boolean },
): Candidate[] {
  const { id: paymentId, reports } = payment
  const sameFile = reports.find(({ message }) => message === report.message)
  if (sameFile && sameFile.line !== report.line && !isIdentified(payment.facts, facts)) return []
  if (isAnotherNotice(payment, { facts, report })) return []
  const likeness = likenessTo(payment, { facts, report }, references)
  if (likeness === 'CONTRADICTING' || likeness === 'UNRELATED') return []
  // What is held like no other may be credited with the next statement.
  if (likeness === 'DOUBTFUL' && payment.isHeld && payment.likelyOf !== '') return []
  const isFresh = reports.every(({ kind }) => kind !== report.kind)
  const more =
    (isFresh && likeness !== 'DOUBTFUL' ? 512 : 0) +
    likenessOf(payment.facts, facts) -
    penaltyOf(payment, report)
  const join = (base = 0): Candidate[] => [
    {
      payment,
      decision: { kind: 'JOIN', paymentId, likeness },
      rank: base + bases[likeness] + more,
    },
  ]
  const hold = (why: HoldReason): Candidate[] => [
    {
      payment,
      decision: { kind: 'HOLD', paymentId, why },
      rank: (likeness === 'DOUBTFUL' ? 0 : 256) + more,
    },
  ]
  if (sameFile) {
    if (sameFile.line === report.line) return sameFile.part === report.part ? join() : []
    // Two lines are two payments, unless the bank itself calls them the same.
    return hold('TWICE_IN_FILE')
  }
  if (report.kind === 'STATEMENT') {
    const stated = reports.find(({ kind }) => kind === 'STATEMENT')
    if (stated?.statement === report.statement) return join(8_192)
    // A line is not credited beside a payment that its own day's statement may still have.
    if (!stated && likeness === 'DOUBTFUL')
      return payment.isDayClosed && payment.isNextClosed ? join() : hold('PERHAPS_REPEATED')
    if (!stated) return join()
    // Under an id that no other payment has, the bank may have booked it anew: a person decides.
    if (stated.bookedOn !== report.bookedOn)
      return hasSameId(payment.certain, facts) ? hold('PERHAPS_REPEATED') : []
    if (among === 'AGAIN') return join(4_096)
    const isCertainlyIt = areOneLine(stated, payment.certain, facts, references)
    if (among === 'NEXT')
      return isCertainlyIt && isSameReference(payment.certain, facts)
        ? hold('PERHAPS_REPEATED')
        : []
    return isCertainlyIt ? join() : hold('PERHAPS_REPEATED')
  }
  if (likeness === 'DOUBTFUL') {
    if (!isFresh) return []
    if (!isStated(payment)) return hold('PERHAPS_REPEATED')
    return isLate ? join() : []
  }
  const isOtherReference = isOther(ownReferenceOf(payment.facts), ownReferenceOf(facts))
  if (isFresh && isOtherReference && likeness !== 'CERTAIN') return hold('PERHAPS_REPEATED')
  if (isFresh || payment.isHeld || report.kind === 'SNAPSHOT') return join()
  if (likeness === 'CERTAIN' && !isOtherReference) return join()
  if (likeness === 'PROBABLE' && isOtherReference) return []
  // A day that its statement has closed has no room for a second one.
  return payment.isDayClosed || isStated(payment) ? join() : hold('PERHAPS_REPEATED')
}

const isIdentified = (a: Facts, b: Facts): boolean => hasSameId(a, b) || isSameReference(a, b)
