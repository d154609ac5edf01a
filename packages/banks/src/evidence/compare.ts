import { type Facts, isSameReference, ownReferenceOf } from './facts.ts'

/**
 * How sure it is that evidence is of a payment. DOUBTFUL: it is of the day before or after, and nothing
 * else speaks for or against it. UNRELATED: nothing says so.
 */
export type Likeness = 'CERTAIN' | 'PROBABLE' | 'DOUBTFUL' | 'CONTRADICTING' | 'UNRELATED'

/** What a bank's references mean (profile): whether one is used again, and if so when. */
export type References = 'UNIQUE' | 'PER_DAY' | 'ABSENT' | 'UNKNOWN'

const dayMs = 86_400_000
/** Days between messages that are about one payment: a holiday and a weekend apart. */
const idDaysMax = 5
const likelyDaysMax = 1
/** Each of some messages in a row may be joined to the one of the day before. */
export const mixedDaysMax = 3

export const daysBetween = (a: string, b: string): number =>
  a === b ? 0 : Math.abs(Date.parse(a) - Date.parse(b)) / dayMs

export const isSame = (a: string, b: string) => a !== '' && a === b
/** An id that no other payment has. */
export const hasSameId = (a: Facts, b: Facts) =>
  isSame(a.uetr, b.uetr) || isSame(a.transactionId, b.transactionId)
export const isOther = (a: string, b: string) => a !== '' && b !== '' && a !== b
/** One bank writes an IBAN and another one the national number in it. */
const isOtherAccount = (a: string, b: string) => isOther(a, b) && !a.endsWith(b) && !b.endsWith(a)
/** Banks cut texts. */
export const isOtherText = (a: string, b: string) =>
  isOther(a, b) && !a.startsWith(b) && !b.startsWith(a)
/** Banks cut names, and turn them around. */
function isOtherName(a: string, b: string): boolean {
  if (!isOtherText(a, b)) return false
  const names = new Set(b.split(/[ ,.]+/))
  return !a.split(/[ ,.]+/).some((name) => name !== '' && names.has(name))
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
  if (hasSameId(a, b)) return 'CERTAIN'
  if (isSame(a.endToEndId, b.endToEndId) && isSame(a.otherAccount, b.otherAccount))
    return days <= idDaysMax ? 'CERTAIN' : 'CONTRADICTING'
  // A bank that counts anew each day may date its notices otherwise than its statements.
  const areTextsOther = isOtherText(a.text, b.text)
  if (
    isReference &&
    ((days === 0 && !areTextsOther) || (references === 'UNIQUE' && days <= idDaysMax))
  )
    return 'CERTAIN'
  if (isReference && days > likelyDaysMax) return 'CONTRADICTING'
  const isOtherReference = isOther(ownReferenceOf(a), ownReferenceOf(b))
  if (references === 'UNIQUE' && isOtherReference) return 'CONTRADICTING'
  if (days === 0) return 'PROBABLE'
  if (days > likelyDaysMax || isOtherReference) return 'UNRELATED'
  return isAlike(a, b) ? 'PROBABLE' : 'DOUBTFUL'
}

/** The same payer or payer's id, and neither an id nor a text that only one of the messages has. */
const isAlike = (a: Facts, b: Facts): boolean =>
  (isSame(a.otherAccount, b.otherAccount) ||
    isSame(a.otherName, b.otherName) ||
    isSame(a.endToEndId, b.endToEndId)) &&
  a.endToEndId === b.endToEndId &&
  !isOtherText(a.text, b.text)

export const isContradicted = (a: Facts, b: Facts): boolean =>
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

export function likenessOf(a: Facts, b: Facts): number {
  let sum = isOther(ownReferenceOf(a), ownReferenceOf(b)) ? -256 : 0
  sum +=
    (a.bookedOn === b.bookedOn ? 16 : 0) +
    (isSameReference(a, b) && !isOtherText(a.text, b.text) ? 128 : 0)
  for (const [name, weight] of Object.entries(weights) as [keyof typeof weights, number][])
    if (a[name] === b[name]) sum += a[name] === '' ? weight / 4 : weight
  return sum
}

export const isPossible = (likeness: Likeness): likeness is 'CERTAIN' | 'PROBABLE' | 'DOUBTFUL' =>
  likeness !== 'CONTRADICTING' && likeness !== 'UNRELATED'

/**
 * Whether messages of two may have been mixed up: of one amount and customer, in days that are near, whatever
 * else they have of them.
 */
export const mayBeMixed = (a: Facts, b: Facts): boolean =>
  a.account === b.account &&
  a.direction === b.direction &&
  a.group === b.group &&
  a.minor === b.minor &&
  !isOtherAccount(a.landedOn, b.landedOn) &&
  daysBetween(a.bookedOn, b.bookedOn) <= mixedDaysMax
