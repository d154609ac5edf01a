import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { Refused } from '../../actions/refused.tsx'
import { TextField } from '../../../ui/controls/text-input.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { useTeamAction } from './use-team-action.ts'
import { t } from '../../../messages/text.ts'

type Props = { current: string | null; onClose: () => void }

/** Where the person is notified of what happens in the team. */
export function EmailDialog({ current, onClose }: Props) {
  const [email, setEmail] = useState(current ?? '')
  const [problem, setProblem] = useState<string | undefined>()
  const action = useTeamAction({ done: t('Address saved'), onDone: onClose })
  const submit = () => {
    const typed = email.trim()
    if (!/^\S+@\S+\.\S+$/.test(typed)) setProblem(t('Enter an e-mail address'))
    else action.mutate({ method: 'PUT', path: '/team/email', body: { email: typed } })
  }
  return (
    <FormDialog
      title={t('Address for notices')}
      description={t(
        'You are told who joins, recovers access or is removed. The address from before is told of the change.',
      )}
      button={t('Save address')}
      icon={Fingerprint}
      isBusy={action.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('E-mail')}
        type="email"
        autoComplete="email"
        value={email}
        error={problem}
        onChange={(event) => {
          setEmail(event.target.value)
          setProblem(undefined)
        }}
      />
      <Refused title={t('The address was not saved')} error={action.error} />
    </FormDialog>
  )
}
