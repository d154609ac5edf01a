import { Fingerprint } from 'lucide-react'
import { Refused } from '../../actions/refused.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { useTeamAction } from './use-team-action.ts'
import { t } from '../../../messages/text.ts'

/** Something that is about to be ended. */
export type Ending = {
  path: string
  title: string
  text: string
  button: string
  done: string
  endsOwnSession?: boolean
}

/** Asks before something of a member ends, and for the passkey. */
export function EndDialog({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  const { path, title, text, button, done, endsOwnSession = false } = ending
  const action = useTeamAction({ done, endsOwnSession, onDone: onClose })
  return (
    <FormDialog
      title={title}
      description={text}
      button={button}
      icon={<Fingerprint className="icon-medium" />}
      isDangerous
      isBusy={action.isPending}
      onSubmit={() => action.mutate({ method: 'DELETE', path })}
      onClose={onClose}
    >
      <Refused title={t('Nothing ended')} error={action.error} />
    </FormDialog>
  )
}
