import { formatId, type RoleName } from '@corridor/domain'
import type { Scope } from '@corridor/contract'

/** A member as notices know one: what they may read now, and how rules name them. */
export type Reader = { memberId: string; scopes: readonly Scope[]; selectors: readonly string[] }

export const readerOf = ({ memberId, role, scopes }: Known): Reader => ({
  memberId,
  scopes,
  selectors: [ownSelector(memberId), `role:${role}`],
})

type Known = { memberId: string; role: RoleName; scopes: readonly Scope[] }

const ownSelector = (memberId: string): string => `member:${formatId('mem', memberId)}`

type Addressed = { scope: string; selectors?: readonly string[]; exceptSelector?: string }

/** Whether a notice is for a member; the inbox's SQL says the same. */
export function isFor(reader: Reader, { scope, selectors, exceptSelector = '' }: Addressed) {
  if (!reader.scopes.some((own) => own === scope)) return false
  if (exceptSelector !== '' && reader.selectors.includes(exceptSelector)) return false
  return selectors === undefined || selectors.some((term) => reader.selectors.includes(term))
}
