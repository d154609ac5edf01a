import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { errorText } from '../../api/errors.ts'
import { sessionQuery } from '../../api/session.ts'
import { type Session, staff } from '../../api/staff.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Notice } from '../../ui/display/blocks.tsx'
import { useRenewSession } from './use-renew-session.ts'
import { endsForGood } from './session-time.ts'
import { queries } from '../../api/call.ts'
import { t } from '../../messages/text.ts'

type Props = { session: Session; onDismiss: () => void }

export function SessionWarning(props: Props) {
  return endsForGood(props.session) ? <EndsForGood {...props} /> : <EndsByIdleness />
}

/** Every answer says that somebody is there, closing the question too. */
function EndsByIdleness() {
  const stay = useMutation({
    mutationFn: staff.keepAlive,
    onSuccess: (session) => queries.setQueryData(sessionQuery.queryKey, session),
  })
  return (
    <Dialog
      open
      onOpenChange={() => stay.mutate()}
      title={t('Are you still there?')}
      description={t(
        'You will be signed out within two minutes. This page and what you typed are kept.',
      )}
      footer={
        <Button variant="primary" busy={stay.isPending} onClick={() => stay.mutate()}>
          {t("I'm still here")}
        </Button>
      }
    >
      {stay.error ? <Notice tone="fail" alert title={errorText(stay.error)} /> : null}
    </Dialog>
  )
}

/** Twelve hours after the sign-in being there is not enough. */
function EndsForGood({ session, onDismiss }: Props) {
  const { start, busy, problem } = useRenewSession(session)
  return (
    <Dialog
      open
      onOpenChange={onDismiss}
      title={t('Your session ends')}
      description={t(
        'Sessions last twelve hours; yours ends within two minutes. Sign in again now or then. This page and what you typed are kept.',
      )}
      footer={
        <Button variant="primary" busy={busy} icon={<Fingerprint />} onClick={start}>
          {t('Sign in with passkey')}
        </Button>
      }
    >
      {problem ? <Notice tone="fail" alert title={problem} /> : null}
    </Dialog>
  )
}
