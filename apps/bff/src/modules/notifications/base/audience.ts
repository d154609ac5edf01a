import { formatId, type RoleName } from '@corridor/domain'
import type { Scope } from '@corridor/contract'

/** A member as notices know one: what they may read now, and how rules name them. */
export type Reader = { memberId: string; scopes: readonly Scope[]; words: readonly string[] }

export const readerOf = ({ memberId, role, scopes }: Known): Reader => ({
  memberId,
  scopes,
  words: [ownWord(memberId), `role:${role}`],
})

type Known = { memberId: string; role: RoleName; scopes: readonly Scope[] }

const ownWord = (memberId: string): string => `member:${formatId('mem', memberId)}`

type Addressed = { scope: string; words?: readonly string[]; exceptWord?: string }

/** Whether a notice is for a member; the inbox's SQL says the same. */
export function isFor(reader: Reader, { scope, words, exceptWord = '' }: Addressed): boolean {
  if (!reader.scopes.some((own) => own === scope)) return false
  if (exceptWord !== '' && reader.words.includes(exceptWord)) return false
  return words === undefined || words.some((word) => reader.words.includes(word))
}
