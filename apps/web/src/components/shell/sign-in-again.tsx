import { useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useRef } from 'react'
import { settleReauthentication } from '../../api/reauthentication.ts'
import { sessionQuery, useSession } from '../../api/session.ts'
import type { Session } from '../../api/staff.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { usePasskeySignIn } from '../use-passkey-sign-in.ts'

/** Over the page when the session has ended: the page, its inputs and its scroll stay; requests go on afterwards. */
export function SignInAgain() {
  const queries = useQueryClient()
  const before = useSession()
  const onSignedIn = (session: Session) => {
    // Another person must not see what the first one had loaded.
    if (before && before.member.memberId !== session.member.memberId) {
      window.location.reload()
      return
    }
    queries.setQueryData(sessionQuery.queryKey, session)
    settleReauthentication(true)
  }
  const button = useRef<HTMLButtonElement>(null)
  const { start, busy, problem } = usePasskeySignIn(onSignedIn)
  return (
    <Dialog
      open
      persistent
      initialFocus={button}
      onOpenChange={() => undefined}
      title="Sign in again"
      description="Your session has ended. This page and what you typed stay as they are."
      footer={
        <>
          <Button variant="quiet" onClick={() => window.location.assign(paths.signIn)}>
            Leave this page
          </Button>
          <Button
            ref={button}
            variant="primary"
            size="l"
            busy={busy}
            icon={<Fingerprint />}
            onClick={start}
          >
            Sign in with passkey
          </Button>
        </>
      }
    >
      {problem ? <Notice tone="fail" alert title={problem} /> : null}
    </Dialog>
  )
}
