import { Fingerprint } from 'lucide-react'
import { useRef } from 'react'
import { useSession } from '../../api/session.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Notice } from '../../ui/display/blocks.tsx'
import { useRenewSession } from './use-renew-session.ts'
import { t } from '../../messages/text.ts'

/** Over the page when the session has ended: the page, its inputs and its scroll stay; requests go on afterwards. */
export function SignInAgain() {
  const button = useRef<HTMLButtonElement>(null)
  const { start, busy, problem } = useRenewSession(useSession())
  return (
    <Dialog
      open
      persistent
      initialFocus={button}
      onOpenChange={() => undefined}
      title={t('Sign in again')}
      description={t('Your session has ended. This page and what you typed are kept.')}
      footer={
        <>
          <Button variant="quiet" onClick={() => window.location.assign(paths.signIn)}>
            {t('Leave this page')}
          </Button>
          <Button
            ref={button}
            variant="primary"
            size="l"
            busy={busy}
            icon={<Fingerprint />}
            onClick={start}
          >
            {t('Sign in with passkey')}
          </Button>
        </>
      }
    >
      {problem ? <Notice tone="fail" alert title={problem} /> : null}
    </Dialog>
  )
}
