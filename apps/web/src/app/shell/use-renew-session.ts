import { settleReauthentication } from '../../api/reauthentication.ts'
import { sessionQuery } from '../../api/session.ts'
import type { Session } from '../../api/staff.ts'
import { queries } from '../../api/call.ts'
import { usePasskeySignIn } from '../../features/access/use-passkey-sign-in.ts'

/** Signs the same person in again without leaving the page; requests that wait for that go on. */
export function useRenewSession(before: Session | undefined) {
  return usePasskeySignIn((session) => {
    // Another person must not see what the first one had loaded.
    if (before && before.member.memberId !== session.member.memberId) {
      window.location.reload()
      return
    }
    queries.setQueryData(sessionQuery.queryKey, session)
    settleReauthentication(true)
  })
}
