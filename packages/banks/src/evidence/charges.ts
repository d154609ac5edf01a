import { scaleOf } from '../values/amounts.ts'
import {
  isContradicted,
  isOther,
  isOtherText,
  isSame,
  likenessOf,
  mayBeMixed,
  type References,
} from './compare.ts'
import { type Facts, ownReferenceOf } from './facts.ts'
import type { KnownPayment, Reported } from './known.ts'

const units = 50n
const share = 49n
/** No more notices are looked at for each line. */
const lookedAtMax = 1_000

/** The most of which charges leave an amount: 50 units or 2 percent are taken, but no half of it. */
export function grossMaxOf({ account, minor }: Pick<Facts, 'account' | 'minor'>): bigint {
  const [, currency = ''] = account.split('/')
  const fixed = units * 10n ** BigInt(scaleOf(currency))
  const parted = minor / share
  const charges = fixed > parted ? fixed : parted
  return minor + (charges < minor ? charges : minor)
}

/**
 * Of payments that one entry has together, and whose charges add up, no bank takes more than a tenth:
 * what lacks more was not listed, or is of something else.
 */
export const isLikelyCharge = (gross: bigint, net: bigint): boolean =>
  gross > net && (gross - net) * 10n <= gross

/** A fact that speaks for one payment before and after charges, and how much of it is looked up. */
type ChargeKey = {
  fact: 'endToEndId' | 'otherAccount' | 'otherName' | 'landedOn' | 'text'
  first?: number
  last?: number
}

/** Other banks write an account's bank and check digits before it. */
export const accountEnd = 6

/** The first of what banks cut, and the last of what they write more before. */
export const chargeKeys: readonly ChargeKey[] = [
  { fact: 'endToEndId' },
  { fact: 'otherAccount', last: accountEnd },
  { fact: 'otherName', first: 4 },
  { fact: 'landedOn' },
  { fact: 'text', first: 4 },
]

/** Where the bank is not known to report so, only the payer's own id. */
export const chargeKeysOf = (facts: Facts, isGross: IsGross): string[] =>
  chargeKeys
    .filter(({ fact }) => fact === 'endToEndId' || isGross(facts.account))
    .flatMap(({ fact, first, last = 0 }) => {
      // By whole characters, as the database cuts them.
      const own = Array.from(facts[fact]).slice(-last, first).join('')
      return own === '' ? [] : [`${fact} ${own}`]
    })

/** Whether the bank of an account reports payments before charges (profile). */
export type IsGross = (account: string) => boolean

/**
 * Whether messages of an amount before charges may have been mixed up with those of one after them. At a
 * bank that is not known to report these, only the payer's own id speaks for it: who pays often pays other
 * amounts, too.
 */
export const mayBeMixedNet = (gross: Facts, net: Facts, isGross: IsGross): boolean =>
  gross.direction === 'CREDIT' &&
  gross.minor > net.minor &&
  gross.minor <= grossMaxOf(net) &&
  (isGross(net.account) || isSame(gross.endToEndId, net.endToEndId)) &&
  mayBeMixed({ ...gross, minor: net.minor }, net)

/**
 * Whether a statement may have, after charges, what a notice has before them. One of a later day is no
 * notice of it, unless the statement of that day lacks it.
 */
const mayBeNet = (
  { facts: gross, isDayClosed }: KnownPayment,
  net: Facts,
  { references, isGross }: { references: References; isGross: IsGross },
): boolean =>
  mayBeMixedNet(gross, net, isGross) &&
  (gross.bookedOn <= net.bookedOn || isDayClosed) &&
  !isContradicted(gross, net) &&
  !(references === 'UNIQUE' && isOther(ownReferenceOf(gross), ownReferenceOf(net))) &&
  hasInCommon(gross, net)

const hasBoth = (a: string, b: string) => a !== '' && b !== ''
const isNameless = ({ otherAccount, otherName }: Facts) => otherAccount === '' && otherName === ''

/** Of two that do not contradict each other: what both have of the payer is the same. */
const hasInCommon = (a: Facts, b: Facts): boolean =>
  hasBoth(a.otherAccount, b.otherAccount) ||
  hasBoth(a.otherName, b.otherName) ||
  (hasBoth(a.text, b.text) && !isOtherText(a.text, b.text)) ||
  isSame(a.endToEndId, b.endToEndId) ||
  (isSame(a.landedOn, b.landedOn) && (isNameless(a) || isNameless(b)))

/**
 * Which of the lines of a statement that are like nothing may be of payments that were credited before
 * charges, and of which of them most likely.
 */
export function netOf(
  lines: readonly Reported[],
  credited: readonly KnownPayment[],
  bank: { references: References; isGross: IsGross },
): Map<Reported, string> {
  const found = new Map<Reported, string>()
  const byAccount = Map.groupBy(credited, ({ facts }) => facts.account)
  for (const own of byAccount.values()) own.sort((a, b) => orderOf(a.facts.minor, b.facts.minor))
  for (const line of lines) {
    const own = byAccount.get(line.facts.account) ?? []
    const from = placeAbove(own, line.facts.minor)
    const [first, ...others] = own
      .slice(from, from + lookedAtMax)
      .filter((payment) => mayBeNet(payment, line.facts, bank))
    if (!first) continue
    const likeness = ({ facts }: KnownPayment) => likenessOf(facts, line.facts)
    const likeliest = others.reduce(
      (top, next) => (likeness(next) > likeness(top) ? next : top),
      first,
    )
    found.set(line, likeliest.id)
  }
  return found
}

const orderOf = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)

/** Where in payments, ordered by their amounts, those above one begin. */
function placeAbove(payments: readonly KnownPayment[], minor: bigint): number {
  let [low, high] = [0, payments.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((payments[middle]?.facts.minor ?? 0n) > minor) high = middle
    else low = middle + 1
  }
  return low
}
