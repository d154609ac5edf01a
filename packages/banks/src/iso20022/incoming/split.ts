import { isLikelyCharge } from '../../evidence/charges.ts'
import { minorOf } from '../../values/amounts.ts'
import { amountPaths, type Details } from './details.ts'

/** The entry that payments are parts of. */
export type Whole = { isCredit: boolean; currency: string; scale: number; minor: bigint }

/** What an entry moved for each of its payments, and what the bank took beside. */
export type Split = { minors: readonly bigint[]; charge: bigint }

/** Whether a payment goes the other way than its entry. */
export const isOpposite = ({ sign }: Details, { isCredit }: Whole): boolean =>
  sign === (isCredit ? 'DBIT' : 'CRDT')

/** An amount of a payment in the account's currency; undefined where it has none there. */
export function amountAt(details: Details, path: string, whole: Whole): bigint | undefined {
  const stated = details.amounts.find((amount) => amount.path === path)
  if (!stated || stated.currency !== whole.currency) return undefined
  const minor = minorOf(stated.text, whole.scale)
  return minor === 0n ? undefined : minor
}

/** The amount of a payment that is closest to what its account's bank moved. */
export function closestAmount(details: Details, whole: Whole): bigint | undefined {
  for (const path of amountPaths) {
    const minor = amountAt(details, path, whole)
    if (minor !== undefined) return minor
  }
  return undefined
}

/** What banks took of a payment; undefined where that is in another currency. */
export function chargeOf({ charges }: Details, whole: Whole): bigint | undefined {
  let sum = 0n
  for (const { currency, text, isGivenBack } of charges) {
    const minor = currency === whole.currency ? minorOf(text, whole.scale) : undefined
    if (minor === undefined) return undefined
    sum += isGivenBack ? -minor : minor
  }
  return sum < 0n ? undefined : sum
}

const complete = (minors: readonly (bigint | undefined)[]): bigint[] | undefined => {
  const found = minors.filter((minor) => minor !== undefined)
  return found.length === minors.length ? found : undefined
}

/**
 * What an entry moved for each of several payments, where their amounts in the account's currency make
 * exactly what it moved: as they are, or where the banks' charges of each explain the difference, or
 * charges that a bank is known not to list (`isGross`). Undefined where nothing does.
 */
export function splitEntry(
  details: readonly Details[],
  whole: Whole,
  isGross = false,
): Split | undefined {
  const ways = [
    ...amountPaths.map((path) => details.map((payment) => amountAt(payment, path, whole))),
    details.map((payment) => closestAmount(payment, whole)),
  ].flatMap((minors) => {
    const found = complete(minors)
    return found ? [found] : []
  })
  const signs = details.map((payment) => (isOpposite(payment, whole) ? -1n : 1n))
  const sumOf = (minors: readonly bigint[]) =>
    minors.reduce((sum, minor, at) => sum + minor * (signs[at] ?? 1n), 0n)
  for (const minors of ways) if (sumOf(minors) === whole.minor) return { minors, charge: 0n }
  const listed = splitByCharges(details, whole, { ways, signs, sumOf })
  if (listed || !isGross) return listed
  for (const minors of ways) {
    const split = signs.includes(-1n) ? undefined : splitGross(minors, whole)
    if (split) return split
  }
  return undefined
}

type Ways = {
  ways: readonly (readonly bigint[])[]
  signs: readonly bigint[]
  sumOf: (minors: readonly bigint[]) => bigint
}

function splitByCharges(
  details: readonly Details[],
  whole: Whole,
  { ways, signs, sumOf }: Ways,
): Split | undefined {
  const charges = complete(details.map((payment) => chargeOf(payment, whole)))
  if (!charges) return undefined
  const total = charges.reduce((sum, charge) => sum + charge, 0n)
  for (const minors of ways) {
    // A payee gets what is left; who pays has the charges beside what was paid.
    const net = minors.map((minor, at) => minor - (signs[at] ?? 1n) * (charges[at] ?? 0n))
    if (whole.isCredit && net.every((minor) => minor > 0n) && sumOf(net) === whole.minor)
      return { minors: net, charge: 0n }
    if (!whole.isCredit && total > 0n && sumOf(minors) + total === whole.minor)
      return { minors, charge: total }
  }
  return undefined
}

/**
 * Payments before charges that nobody lists. A payee gets its share of what arrived, by its amount, and
 * never more than it was paid; who pays has the difference as a charge beside.
 */
function splitGross(minors: readonly bigint[], { isCredit, minor }: Whole): Split | undefined {
  const gross = minors.reduce((sum, own) => sum + own, 0n)
  if (!isCredit) return isLikelyCharge(minor, gross) ? { minors, charge: minor - gross } : undefined
  if (!isLikelyCharge(gross, minor)) return undefined
  let before = 0n
  // Each ends where the share of all before it ends: the parts make the whole whatever is rounded.
  const shares = minors.map((own) => {
    const from = (before * minor) / gross
    before += own
    return (before * minor) / gross - from
  })
  return shares.every((share) => share > 0n) ? { minors: shares, charge: 0n } : undefined
}
