import { formatId } from '@corridor/domain'
import type { Deps } from '../../../ports/deps.ts'
import type { RelyingParty } from './passkeys.ts'
import type { Sessions } from './sessions.ts'
import type { TokenHash } from '../token-hash.ts'

/** What comes with a request that ends in a session. */
export type Visit = {
  requestId: string
  /** Kind of browser, for the list of sessions. */
  agent: string
  /** Value of the session cookie that the browser sent; that session is replaced. */
  replaces?: string | undefined
}

/** What all ceremonies share. */
export type SignInParts = {
  deps: Pick<Deps, 'db' | 'ids' | 'log' | 'post' | 'random' | 'realTime' | 'wake'>
  hash: TokenHash
  party: RelyingParty
  sessions: Sessions
}

/** A member as the one who acts in an audit entry. */
export const actingMember = (
  { partnerId, memberId }: { partnerId: string; memberId: string },
  requestId: string,
) => ({
  partnerId,
  requestId,
  actor: { type: 'partner_user' as const, id: formatId('mem', memberId) },
})
