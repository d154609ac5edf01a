import type { Scope } from '@corridor/contract'
import { mayMakeRole, partnerScopes } from '@corridor/domain'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { Refused } from '../../actions/action.tsx'
import type { OwnRole, TeamMember } from '../../../api/queries/team.ts'
import { Checkbox, TextField } from '../../../ui/controls/inputs.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { scopeLabels } from './role-texts.ts'
import { useTeamAction } from './use-team-action.ts'
import { t } from '../../../messages/text.ts'

type Props = { by: TeamMember; role: OwnRole | undefined; onClose: () => void }
type Problem = { name?: string; scopes?: string }

/** Makes a role of the partner's own, or changes one. */
export function RoleDialog({ by, role, onClose }: Props) {
  const [name, setName] = useState(role?.name ?? '')
  const [scopes, setScopes] = useState<readonly Scope[]>(role?.scopes ?? [])
  const [problem, setProblem] = useState<Problem>({})
  const action = useTeamAction({
    done: role ? t('{name} changed', { name }) : t('{name} made', { name }),
    onDone: onClose,
  })
  const before = role?.scopes ?? []
  const submit = () => {
    const typed = name.trim()
    const found = {
      ...(typed === '' || typed.length > 60
        ? { name: t('Enter a name of up to 60 characters') }
        : {}),
      ...(scopes.length === 0 ? { scopes: t('Choose at least one permission') } : {}),
    }
    setProblem(found)
    if (Object.keys(found).length > 0) return
    const body = { name: typed, scopes }
    if (role) action.mutate({ method: 'PUT', path: `/team/roles/${role.roleId}`, body })
    else action.mutate({ method: 'POST', path: '/team/roles', body })
  }
  return (
    <FormDialog
      title={role ? t('Change {name}', { name: role.name }) : t('New role')}
      description={t(
        'Who has this role is signed out when its permissions change, and signs in to the new ones. No such role manages the team.',
      )}
      button={t('Save role')}
      icon={Fingerprint}
      isBusy={action.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        value={name}
        error={problem.name}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className="field">
        <legend className="field-label">{t('Permissions')}</legend>
        {partnerScopes.map((scope) => {
          const isOn = scopes.includes(scope)
          const mayAdd = isOn || mayMakeRole(by, { before, after: [scope] }).ok
          return (
            <Checkbox
              key={scope}
              label={scopeLabels[scope as keyof typeof scopeLabels]}
              checked={isOn}
              disabled={!mayAdd}
              title={mayAdd ? undefined : t('You do not have this permission yourself')}
              onChange={() =>
                setScopes(isOn ? scopes.filter((item) => item !== scope) : [...scopes, scope])
              }
            />
          )
        })}
        {problem.scopes ? (
          <p className="tone-fail" role="alert">
            {problem.scopes}
          </p>
        ) : null}
      </fieldset>
      <Refused title={t('The role was not saved')} error={action.error} />
    </FormDialog>
  )
}
