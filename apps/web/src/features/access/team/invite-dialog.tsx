import { useQuery } from '@tanstack/react-query'
import { mayGive } from '@corridor/domain'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { Refused } from '../../actions/refused.tsx'
import { rolesQuery, type TeamMember } from '../../../api/queries/team.ts'
import { SelectField } from '../../../ui/controls/select.tsx'
import { TextField } from '../../../ui/controls/text-input.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { LinkMade } from './link-made.tsx'
import { knownRoles } from './role-texts.ts'
import { useTeamAction } from './use-team-action.ts'
import { t } from '../../../messages/text.ts'

type Props = { by: TeamMember; onClose: () => void }

/** Makes a link with which one person joins; it is shown once. */
export function InviteDialog({ by, onClose }: Props) {
  const own = useQuery(rolesQuery).data ?? []
  const roles = knownRoles(own).filter((known) => mayGive(by, known).ok)
  const [role, setRole] = useState('viewer')
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
  if (url !== '') {
    const label = roles.find((known) => known.role === role)?.label ?? ''
    const text = t('Whoever opens it first joins as {role}. It is shown only now.', { role: label })
    return <LinkMade url={url} text={text} onClose={onClose} />
  }
  return (
    <FormDialog
      title={t('Invite a person')}
      description={t(
        'One person joins by the link, within 72 hours. The other members are told. If you are removed or recover access, your open invitations end.',
      )}
      button={t('Make link')}
      icon={Fingerprint}
      isBusy={action.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label={t('Role')}
        options={roles.map((known) => ({ value: known.role, label: known.label }))}
        value={role}
        onChange={(event) => setRole(event.target.value)}
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
