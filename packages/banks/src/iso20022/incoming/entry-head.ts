import type { AsideLine, Evidence, EvidenceAccount } from '../../evidence/evidence.ts'
import { minorOf, scaleOf } from '../../values/amounts.ts'
import { dayAt, dayOf } from '../../values/dates.ts'
import { find, findAll, textAt, type XmlNode } from '../xml/reader.ts'

/** What the entries of one statement have in common. */
export type StatementContext = {
  account: EvidenceAccount
  /** Of the account's bank. */
  zone: string
  /** It lists the payments of an entry before charges that it does not list. */
  isGross: boolean
  /** When the message was made. */
  createdAt: Date
  /** No payment in the message is later; undefined where the message gives no time of its own. */
  latest: Date | undefined
}

/** What an entry has of itself, before its payments. */
export type EntryHead = Pick<
  Evidence,
  'direction' | 'currency' | 'minor' | 'scale' | 'bookedOn' | 'valueOn'
> & { isBooked: boolean; isReversal: boolean }

/** An entry that cannot be read: why, and what could be read of it. */
export type Unread = Pick<
  AsideLine,
  'reason' | 'direction' | 'currency' | 'minor' | 'scale' | 'bookedOn'
> & { isBooked: boolean }

const directions: Readonly<Record<string, Evidence['direction']>> = {
  CRDT: 'CREDIT',
  DBIT: 'DEBIT',
}

/** Announced: pending, for information, or expected. */
const isBookedBy: Readonly<Record<string, boolean>> = {
  BOOK: true,
  PDNG: false,
  INFO: false,
  FUTR: false,
}

const dayPaths = (name: string) => [`${name}/Dt`, `${name}/DtTm`, name]

/**
 * The day on which an entry was booked. Where the bank gives none, it is the day from which the entry
 * bears interest, and without that the day of the message; a day that cannot be read is not guessed.
 */
function bookedOnOf(node: XmlNode, { zone, createdAt }: StatementContext): string {
  for (const name of ['BookgDt', 'ValDt']) {
    const text = textAt(node, ...dayPaths(name))
    if (text !== '' || (name === 'BookgDt' && find(node, name))) return dayOf(text, zone)
  }
  return dayAt(zone, createdAt)
}

/** What stands in an element that an entry has once; undefined where it has two that differ. */
function only(node: XmlNode, name: string): XmlNode | undefined {
  const [first, ...others] = findAll(node, name)
  const isSame = others.every(
    ({ text, currency }) => text.trim() === first?.text.trim() && currency === first.currency,
  )
  return isSame ? first : undefined
}

export function readHead(node: XmlNode, context: StatementContext): EntryHead | Unread {
  const amount = only(node, 'Amt')
  const currency = amount?.currency.trim().toUpperCase() ?? ''
  const scale = scaleOf(currency)
  const stated = minorOf(amount?.text ?? '', scale)
  const minor = stated ?? 0n
  const sign = only(node, 'CdtDbtInd')?.text.trim() ?? ''
  const direction = directions[sign] ?? ''
  const status = textAt(node, 'Sts/Cd', 'Sts/Prtry', 'Sts')
  const isBooked = isBookedBy[status]
  const bookedOn = bookedOnOf(node, context)
  const own = context.account.currency
  const reason = reasonOf([
    [
      stated === undefined,
      `Its amount "${amount?.text.trim() ?? ''}" is no amount of ${currency}.`,
    ],
    [currency !== own, `It is in "${currency}", and its account in ${own}.`],
    [direction === '', `Its direction "${sign}" is neither CRDT nor DBIT.`],
    [
      isBooked === undefined,
      `Its status "${status}" says neither that it is booked nor that it is not.`,
    ],
    [bookedOn === '', 'The day on which it was booked cannot be read.'],
  ])
  const known = {
    currency,
    minor,
    scale,
    bookedOn, // What moves nothing only informs.
    isBooked: isBooked === true && (stated === undefined || stated > 0n),
  }
  if (reason !== '' || direction === '') return { ...known, reason, direction }
  return {
    ...known,
    direction,
    valueOn: dayOf(textAt(node, ...dayPaths('ValDt')), context.zone),
    isReversal: ['true', '1'].includes(textAt(node, 'RvslInd').toLowerCase()),
  }
}

const reasonOf = (checks: readonly [isWrong: boolean, reason: string][]): string =>
  checks
    .filter(([isWrong]) => isWrong)
    .map(([, reason]) => reason)
    .join(' ')
