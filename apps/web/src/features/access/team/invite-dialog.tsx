import { codeLabel } from '../../../messages/service.ts'
import { mayInvite, type Role, scopesOfRole } from '@corridor/domain'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { Refused } from '../../actions/refused.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { SelectField } from '../../../ui/controls/select.tsx'
import { TextField } from '../../../ui/controls/text-input.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { useTeamAction } from './use-team-action.ts'
import { t } from '../../../messages/text.ts'

type Props = { by: Role; onClose: () => void }

/** Makes a link with which one person joins; it is shown once. */
export function InviteDialog({ by, onClose }: Props) {
  const roles = (Object.keys(scopesOfRole) as Role[]).filter((role) => mayInvite(by, role).ok)
  const [role, setRole] = useState<Role>('viewer')
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [url, setUrl] = useState('')
  const action = useTeamAction({
    done: t('Invitation made'),
    onDone: (answer) => setUrl((answer as { enrolmentUrl: string }).enrolmentUrl),
  })
  const submit = () => {
    const typed = email.trim()
    if (typed !== '' && !/^\S+@\S+\.\S+$/.test(typed)) setProblem(t('Enter an e-mail address'))
    else {
      const body = { role, ...(typed === '' ? {} : { email: typed }) }
      action.mutate({ method: 'POST', path: '/team/links', body })
    }
  }
  if (url !== '') return <Made url={url} role={role} onClose={onClose} />
  return (
    <FormDialog
      title={t('Invite a person')}
      description={t(
        'One person joins by the link, within 72 hours. The other members are told. If you are removed or recover access, your open invitations end.',
      )}
      button={t('Make link')}
      icon={<Fingerprint className="icon-medium" />}
      isBusy={action.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label={t('Role')}
        options={roles.map((value) => ({ value, label: codeLabel(value) }))}
        value={role}
        onChange={(event) => setRole(event.target.value as Role)}
      />
      <TextField
        label={t('E-mail')}
        optional
        hint={t(
          'Where the person is told about the team. The person is asked if you leave it empty.',
        )}
        type="email"
        value={email}
        error={problem}
        onChange={(event) => {
          setEmail(event.target.value)
          setProblem(undefined)
        }}
      />
      <Refused title={t('No link was made')} error={action.error} />
    </FormDialog>
  )
}

function Made({ url, role, onClose }: { url: string; role: Role; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Send this link')}
      description={t('Whoever opens it first joins as {role}. It is shown only now.', {
        role: codeLabel(role),
      })}
      footer={<Button onClick={onClose}>{t('Done')}</Button>}
    >
      <p className="row gap-1">
        <span className="mono break-all">{url}</span>{' '}
        <CopyButton text={url} label={t('Copy link')} />
      </p>
    </Dialog>
  )
}
