import { type OwnRole, type Team, type TeamMember, rolesQuery } from '../../../api/queries/team.ts'
import { RoleDialog } from './role-dialog.tsx'
import { EndDialog, type Ending } from './end-dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type ChangeEvent, type ComponentProps, type ReactNode, useState } from 'react'
import { Refused } from '../../actions/action.tsx'
import { SelectField, TextField } from '../../../ui/controls/inputs.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { reasonAgainstRole } from './reasons.ts'
import { knownRoles } from './role-texts.ts'
import { useTeamAction } from './use-team-action.ts'
import { t } from '../../../messages/text.ts'
import { sessionQuery } from '../../../api/session.ts'
import { queries } from '../../../api/call.ts'
import { mayGive } from '@corridor/domain'
import { LinkMade } from './link-made.tsx'

/** What the person is asked for: an address, a name, whom to invite, a role, or the end of something. */
export type Asked =
  | { kind: 'end'; ending: Ending }
  | { kind: 'email'; current: string | null }
  | { kind: 'name'; current: string }
  | { kind: 'invite'; by: TeamMember }
  | { kind: 'role'; by: TeamMember; role?: OwnRole }
  | { kind: 'change-role'; team: Team; member: TeamMember }
  | { kind: 'recover'; member: TeamMember }

export function TeamDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  if (asked.kind === 'invite') return <InviteDialog by={asked.by} onClose={onClose} />
  if (asked.kind === 'role') return <RoleDialog by={asked.by} role={asked.role} onClose={onClose} />
  if (asked.kind === 'recover') return <RecoverDialog member={asked.member} onClose={onClose} />
  if (asked.kind === 'change-role')
    return <ChangeRoleDialog team={asked.team} member={asked.member} onClose={onClose} />
  if (asked.kind === 'name') return <NameDialog current={asked.current} onClose={onClose} />
  return asked.kind === 'end' ? (
    <EndDialog ending={asked.ending} onClose={onClose} />
  ) : (
    <EmailDialog current={asked.current} onClose={onClose} />
  )
}

type Props = { team: Team; member: TeamMember; onClose: () => void }

/** Gives a member another role. */
function ChangeRoleDialog({ team, member, onClose }: Props) {
  const [role, setRole] = useState<string>(member.role)
  const own = useQuery(rolesQuery).data ?? []
  const action = useTeamAction({
    done: t('Role changed'),
    endsOwnSession: member.memberId === team.you,
    onDone: onClose,
  })
  const options = knownRoles(own).map((known) => {
    const reason = reasonAgainstRole(team, member, known)
    return {
      value: known.role,
      label: reason ? `${known.label} (${reason})` : known.label,
      disabled: reason !== undefined,
    }
  })
  return (
    <TeamForm
      title={t('Change the role of {name}', { name: member.name })}
      description={t(
        'The sessions, confirmations and open invitations of this person end at once, as do keys issued to them that may do more than the new role.',
      )}
      button={t('Change role')}
      action={action}
      refused={t('The role was not changed')}
      disabledReason={role === member.role ? t('This is their role now') : undefined}
      onSubmit={() =>
        action.mutate({
          method: 'PUT',
          path: `/team/members/${member.memberId}/role`,
          body: { role },
        })
      }
      onClose={onClose}
    >
      <SelectField
        label={t('Role')}
        options={options}
        value={role}
        onChange={(event) => setRole(event.target.value)}
      />
    </TeamForm>
  )
}

/** Where the person is notified of what happens in the team. */
function EmailDialog({ current, onClose }: { current: string | null; onClose: () => void }) {
  const email = useTyped(current ?? '', addressProblem)
  const action = useTeamAction({ done: t('Address saved'), onDone: onClose })
  return (
    <TeamForm
      title={t('Address for notices')}
      description={t(
        'You are told who joins, recovers access or is removed. The address from before is told of the change.',
      )}
      button={t('Save address')}
      action={action}
      refused={t('The address was not saved')}
      onSubmit={email.sendGood((typed) =>
        action.mutate({ method: 'PUT', path: '/team/email', body: { email: typed } }),
      )}
      onClose={onClose}
    >
      <TextField label={t('E-mail')} type="email" autoComplete="email" {...email.field} />
    </TeamForm>
  )
}

/** What others of the team call this person. */
function NameDialog({ current, onClose }: { current: string; onClose: () => void }) {
  const name = useTyped(current, (typed) =>
    typed === '' || typed.length > 80 ? t('Enter a name of up to 80 characters') : undefined,
  )
  const action = useTeamAction({
    done: t('Name saved'),
    onDone: () => {
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      onClose()
    },
  })
  return (
    <TeamForm
      title={t('Your name')}
      description={t('Your teammates see this name next to your activity, from the past too.')}
      button={t('Save name')}
      action={action}
      refused={t('The name was not saved')}
      onSubmit={name.sendGood((typed) =>
        action.mutate({ method: 'PUT', path: '/team/name', body: { name: typed } }),
      )}
      onClose={onClose}
    >
      <TextField label={t('Name')} autoComplete="name" {...name.field} />
    </TeamForm>
  )
}

/** Makes a link with which one person joins; it is shown once. */
function InviteDialog({ by, onClose }: { by: TeamMember; onClose: () => void }) {
  const own = useQuery(rolesQuery).data ?? []
  const roles = knownRoles(own).filter((known) => mayGive(by, known).ok)
  const [role, setRole] = useState('viewer')
  const email = useTyped('', (typed) => (typed === '' ? undefined : addressProblem(typed)))
  const [url, setUrl] = useState('')
  const action = useTeamAction({
    done: t('Invitation made'),
    onDone: (answer) => setUrl((answer as { enrolmentUrl: string }).enrolmentUrl),
  })
  if (url !== '') {
    const label = roles.find((known) => known.role === role)?.label ?? ''
    const text = t('Whoever opens it first joins as {role}. It is shown only now.', { role: label })
    return <LinkMade url={url} text={text} onClose={onClose} />
  }
  return (
    <TeamForm
      title={t('Invite a person')}
      description={t(
        'One person joins by the link, within 72 hours. The other members are told. If you are removed or recover access, your open invitations end.',
      )}
      button={t('Make link')}
      action={action}
      refused={t('No link was made')}
      onSubmit={email.sendGood((typed) => {
        const body = { role, ...(typed === '' ? {} : { email: typed }) }
        action.mutate({ method: 'POST', path: '/team/links', body })
      })}
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
        {...email.field}
      />
    </TeamForm>
  )
}

type Begun = { recoveryUrl: string; sentTo: string }
/** Ends what lets a colleague in, and makes the link by which they come back. */
function RecoverDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { memberId, name } = member
  const [begun, setBegun] = useState<Begun | undefined>()
  const action = useTeamAction({
    done: t('Recovery begun'),
    onDone: (answer) => setBegun(answer as Begun),
  })
  if (begun)
    return (
      <LinkMade
        url={begun.recoveryUrl}
        text={t(
          '{name} opens it within 72 hours and types the code that is mailed to {address}. Ask nobody for that code. The link is shown only now.',
          { name, address: begun.sentTo },
        )}
        onClose={onClose}
      />
    )
  return (
    <TeamForm
      title={t('Recover access of {name}', { name })}
      description={t(
        'Their passkeys, recovery codes and sessions end at once. A link and a code that only they are mailed make a new passkey; role and history stay. Everybody in the team is told.',
      )}
      button={t('Make link')}
      isDangerous
      action={action}
      refused={t('Nothing ended')}
      onSubmit={() =>
        action.mutate({ method: 'POST', path: `/team/members/${memberId}/recovery`, body: {} })
      }
      onClose={onClose}
    />
  )
}

type TeamFormProps = Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'description' | 'button' | 'isDangerous' | 'disabledReason' | 'onSubmit' | 'onClose'
> & {
  action: ReturnType<typeof useTeamAction>
  /** Above the reason when it was refused. */
  refused: string
  children?: ReactNode
}

/** A dialog whose change is confirmed by passkey. */
function TeamForm({ action, refused, children, ...dialog }: TeamFormProps) {
  return (
    <FormDialog {...dialog} icon={Fingerprint} isBusy={action.isPending}>
      {children}
      <Refused title={refused} error={action.error} />
    </FormDialog>
  )
}

const addressProblem = (typed: string) =>
  /^\S+@\S+\.\S+$/.test(typed) ? undefined : t('Enter an e-mail address')

/** A text as it is typed: checked when it is sent, and the field says why it is not. */
function useTyped(initial: string, problemOf: (typed: string) => string | undefined) {
  const [value, setValue] = useState(initial)
  const [error, setError] = useState<string | undefined>()
  const sendGood = (send: (typed: string) => void) => () => {
    const problem = problemOf(value.trim())
    setError(problem)
    if (problem === undefined) send(value.trim())
  }
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    setValue(event.target.value)
    setError(undefined)
  }
  return { sendGood, field: { value, error, onChange } }
}
