import { normalised } from '@corridor/screening'
import type { ScreeningHit, ScreeningSubject } from '../../ports/screening.ts'

/** Whom to look up: a customer or sender, the holder of an account, or a wallet. */
export type Subject =
  | { kind: 'party'; name: string; dateOfBirth?: string; country?: string }
  | { kind: 'account'; holderName: string; dateOfBirth?: string; country?: string }
  | { kind: 'address'; address: string }

/** The record that a name belongs to: a decision about the name holds there and nowhere else. */
export type ScreeningContext = {
  partnerId: string
  kind:
    | 'account'
    | 'transfer'
    | 'deposit'
    | 'kyc'
    | 'drawing'
    | 'route'
    | 'quote'
    | 'refund'
    | 'payment'
    | 'wallet'
  /** The record's written id; the partner's own, or a transaction's hash, where there is none yet. */
  id: string
}

/** What is kept of a subject: its kind, and the name or address as it is compared. */
export type SubjectKey = { kind: Subject['kind']; key: string }
/** A hit with the name or address as it is compared. */
export type ScreenedHit = ScreeningHit & SubjectKey

const textOf = (subject: Subject): string =>
  subject.kind === 'address'
    ? subject.address
    : subject.kind === 'account'
      ? subject.holderName
      : subject.name

/** The same person is one key, however the name is spelled; an address is one in whatever case. */
export const keyOf = (subject: Subject): SubjectKey => ({
  kind: subject.kind,
  key: subject.kind === 'address' ? subject.address.trim().toLowerCase() : nameKey(textOf(subject)),
})

/** Words in any order: what was decided of a name is found again in another one. */
const nameKey = (name: string): string => normalised(name).split(' ').toSorted().join(' ')

/**
 * The text that the lists are asked by: in its own order, for `Salman bin Muhammad` is the son of who
 * `Muhammad bin Salman` is.
 */
export const askedBy = (subject: Subject): string =>
  textOf(subject).normalize('NFC').toLowerCase().trim().replaceAll(/\s+/gu, ' ')

/** Those with a text, each once. */
export function distinct(subjects: readonly Subject[]): Subject[] {
  const seen = new Map<string, Subject>()
  for (const subject of subjects) {
    if (textOf(subject).trim() === '') continue
    const { dateOfBirth = '', country = '' } = subject.kind === 'address' ? {} : subject
    const print = `${subject.kind === 'address'} ${askedBy(subject)} ${dateOfBirth} ${country}`
    if (!seen.has(print)) seen.set(print, subject)
  }
  return [...seen.values()]
}

/** As the port asks for it. */
export function asked(subject: Subject): ScreeningSubject {
  if (subject.kind === 'address') return { address: subject.address }
  const { dateOfBirth = '', country = '' } = subject
  return { name: textOf(subject), dateOfBirth, country }
}
