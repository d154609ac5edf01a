import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { Refused } from '../../actions/refused.tsx'
import { rolesQuery, type Team, type TeamMember } from '../../../api/queries/team.ts'
import { SelectField } from '../../../ui/controls/select.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { reasonAgainstRole } from './reasons.ts'
import { knownRoles } from './role-texts.ts'
import { useTeamAction } from './use-team-action.ts'
import { t } from '../../../messages/text.ts'

type Props = { team: Team; member: TeamMember; onClose: () => void }

/** Gives a member another role. */
export function ChangeRoleDialog({ team, member, onClose }: Props) {
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
    <FormDialog
      title={t('Change the role of {name}', { name: member.name })}
      description={t(
        'The sessions, confirmations and open invitations of this person end at once, as do keys issued to them that may do more than the new role.',
      )}
      button={t('Change role')}
      icon={Fingerprint}
      isBusy={action.isPending}
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
      <Refused title={t('The role was not changed')} error={action.error} />
    </FormDialog>
  )
}
