import { compare, hasSameId, mayBeMixed } from './compare.ts'
import { areAtOnePlace, areTwo, type HoldReason, type KnownPayment, type Report } from './known.ts'
import { type IsGross, mayBeMixedNet } from './charges.ts'

/** A payment of an account as it stands when a statement closes its day. */
export type OpenPayment = KnownPayment & {
  /** Why it is held; '' where it is not. */
  heldFor: HoldReason | ''
}

/**
 * What the balances of a statement say about its lines that may stand there twice: ALL: with them it
 * closes as it says; WITHOUT: only without them; UNKNOWN: it has no balances, or neither is so.
 */
export type Balanced = 'ALL' | 'WITHOUT' | 'UNKNOWN'

export type Closing = {
  /** Held payments that are payments. */
  release: string[]
  /** Held payments that are another one once more. */
  dissolve: { id: string; into: string }[]
  /** Payments that were credited or paid, and stand on no statement. */
  missing: string[]
}

/**
 * What a statement decides when it closes the days from `opensOn` to `closesOn`: it is the judge of
 * what the messages before it left open. Of days before, whose own statement may be missing, it judges
 * nothing that is held.
 */
export function closeDays(
  payments: readonly OpenPayment[],
  {
    message,
    statement,
    opensOn,
    closesOn,
    balanced,
    isGross = () => false,
  }: {
    /** Hash of the one that closes them. */
    message: string
    statement: string
    opensOn: string
    closesOn: string
    balanced: Balanced
    isGross?: IsGross
  },
): Closing {
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const closing: Closing = { release: [], dissolve: [], missing: [] }
  /** What payments have that others were joined to just now. */
  const gained = new Map<string, Report[]>()
  for (const payment of payments) {
    const { id, isHeld, likelyOf, facts, reports } = payment
    const stated = statedIn(payment)
    const isDue = facts.bookedOn <= closesOn
    if (!isHeld) {
      if (!stated && isDue) closing.missing.push(id)
      continue
    }
    const other = byId.get(likelyOf)
    const isOtherStated = !other || statedIn(other)
    if (stated && (reports[0] === stated || !isOtherStated)) judge(payment, stated, other)
    else if (stated) closing.release.push(id)
    else if (
      isDue &&
      facts.bookedOn >= opensOn &&
      other &&
      (statedIn(other) || isOfAmount(payment, other))
    )
      closing.dissolve.push({ id, into: likelyOf })
  }
  const blocked = besideMissing(payments, closing, { gained, isGross })
  return { ...closing, release: closing.release.filter((id) => !blocked.has(id)) }

  /** A line of a statement that was held against another payment. */
  function judge(payment: OpenPayment, stated: Report, other: OpenPayment | undefined): void {
    const { id, heldFor } = payment
    // Only a person can say what a statement means that changed its line.
    if (other && areAtOnePlace(payment.reports, other.reports)) return
    const otherStated = other && statedIn(other)
    const isContrary = other && compare(payment.facts, other.facts) === 'CONTRADICTING'
    if (other && (isContrary || !isOfAmount(payment, other))) {
      // Only a person can say whether messages were mixed up, or what of an amount was a charge.
      if (otherStated) closing.release.push(id)
    } else if (otherStated && otherStated.bookedOn !== stated.bookedOn) {
      if (!hasSameId(payment.facts, other.facts)) closing.release.push(id)
    } else if (otherStated || !other) {
      // What a statement may have twice, only its balances decide; not those of one without the line.
      const isHere = payment.reports.some(
        (report) => report.message === message && report.statement === statement,
      )
      if (!isHere || heldFor !== 'TWICE_IN_FILE') return
      if (balanced === 'ALL') closing.release.push(id)
      else if (balanced === 'WITHOUT' && other) closing.dissolve.push({ id, into: other.id })
    } else if (other.isDayClosed && other.isNextClosed) joinInto(payment, other)
  }

  /** A line of a statement is the other one once more, unless messages or days have a line for each of them. */
  function joinInto(payment: OpenPayment, other: OpenPayment): void {
    const reports = [...other.reports, ...(gained.get(other.id) ?? [])]
    const [own, also] = [payment.reports, reports].map((all) => all.find(isStatement))
    const isOfAnotherDay = own && also && own.bookedOn !== also.bookedOn
    const areOfOneMessage =
      payment.heldFor === 'PERHAPS_REPEATED' && areTwo(payment.reports, reports)
    if (isOfAnotherDay || areOfOneMessage) closing.release.push(payment.id)
    // Two statements of a day may share its lines, or each have them all: only a person can say.
    if (isOfAnotherDay || areOfOneMessage || (own && also && own.statement !== also.statement))
      return
    closing.dissolve.push({ id: payment.id, into: other.id })
    gained.set(other.id, [...(gained.get(other.id) ?? []), ...payment.reports])
  }
}

/**
 * Held payments that stay so, since one like them stands on no statement: a line may have taken the wrong
 * one of two. Each missing payment keeps one back.
 */
function besideMissing(
  payments: readonly OpenPayment[],
  { release, missing }: Closing,
  { gained, isGross }: { gained: ReadonlyMap<string, readonly Report[]>; isGross: IsGross },
): Set<string> {
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const blocked = new Set<string>()
  const left = new Set(missing.filter((id) => !gained.get(id)?.some(isStatement)))
  // Which of the lines are of an amount before charges, only a person can say: it keeps all back.
  const gross = payments.filter(
    ({ id, isHeld, reports }) =>
      !isHeld && ![...reports, ...(gained.get(id) ?? [])].some(isStatement),
  )
  for (const id of release) {
    const payment = byId.get(id)
    if (!payment) continue
    const like = [...left].find((other) => {
      const found = byId.get(other)
      return found && mayBeMixed(payment.facts, found.facts)
    })
    if (like) left.delete(like)
    if (like || gross.some(({ facts }) => mayBeMixedNet(facts, payment.facts, isGross)))
      blocked.add(id)
  }
  return blocked
}

const isOfAmount = (a: OpenPayment, b: OpenPayment) => a.facts.minor === b.facts.minor

const isStatement = ({ kind }: Report) => kind === 'STATEMENT'
const statedIn = ({ reports }: OpenPayment) => reports.find(isStatement)
