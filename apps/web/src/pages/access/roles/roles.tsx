import { managesTeam } from '@corridor/domain'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { type OwnRole, rolesQuery, type Team, teamQuery } from '../../../api/queries/team.ts'
import {
  type KnownRole,
  knownRoles,
  scopeLabels,
} from '../../../features/access/team/role-texts.ts'
import type { Asked } from '../../../features/access/team/team-dialog.tsx'
import { TeamTabs } from '../../../features/access/team/team-tabs.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { Explainer } from './explainer.tsx'
import { part } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const TeamDialog = part(() => import('../../../features/access/team/team-dialog.tsx'), 'TeamDialog')

/** What each role may do, the partner's own ones, and what one person can do. */
export function Component() {
  const query = useQuery(teamQuery)
  const roles = useQuery(rolesQuery)
  const [asked, setAsked] = useState<Asked | undefined>()
  return (
    <>
      <PageHead
        heading={t('Roles')}
        text={t(
          'What each role may do. Owners and admins also manage the team, which no role of your own does.',
        )}
      />
      <TeamTabs current="roles">
        <Region query={query} what={t('Team')}>
          {(team) => (
            <div className="grid">
              <OwnRoles team={team} roles={roles.data ?? []} onAsk={setAsked} />
              <Card title={t('Permissions')} flush>
                <SmallTable
                  label={t('Permissions')}
                  columns={columnsFor(knownRoles(roles.data ?? []))}
                  rows={rows}
                  rowId={({ scope }) => scope}
                />
              </Card>
              <Explainer team={team} />
            </div>
          )}
        </Region>
      </TeamTabs>
      {asked ? <TeamDialog asked={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  )
}

type Row = { scope: string; label: string }
const rows: readonly Row[] = Object.entries(scopeLabels).map(([scope, label]) => ({ scope, label }))

const columnsFor = (roles: readonly KnownRole[]): readonly SmallColumn<Row>[] => [
  smallColumn(
    t('Permission'),
    { isRowHeading: true, cells: 'font-medium text-text' },
    ({ label }) => label,
  ),
  ...roles.map(({ label, scopes }): SmallColumn<Row> =>
    smallColumn(label, { align: 'end' }, ({ scope }) =>
      scopes.some((own) => own === scope) ? (
        <>
          <Check className="icon-medium inline" />
          <span className="visually-hidden">{t('yes')}</span>
        </>
      ) : (
        <span className="visually-hidden">{t('no')}</span>
      ),
    ),
  ),
]

type OwnProps = { team: Team; roles: readonly OwnRole[]; onAsk: (asked: Asked) => void }

function OwnRoles({ team, roles, onAsk }: OwnProps) {
  const by = team.members.find(({ memberId }) => memberId === team.you)
  const reason = by && managesTeam(by.role) ? undefined : t('Needs Owner or Admin')
  return (
    <Card
      title={t('Roles of your own')}
      flush
      end={
        <Button
          size="s"
          data-key="new"
          aria-haspopup="dialog"
          disabledReason={reason}
          onClick={() => by && onAsk({ kind: 'role', by })}
        >
          {t('New role')}
        </Button>
      }
    >
      {roles.length === 0 ? (
        <p className="card-body muted">
          {t('None yet. Make one of the permissions below, then give it to people under People.')}
        </p>
      ) : (
        <SmallTable
          label={t('Roles of your own')}
          className="labelled-table"
          columns={ownColumns(team, reason, {
            onChange: (role) => by && onAsk({ kind: 'role', by, role }),
            onDelete: ({ roleId, name }) =>
              onAsk({
                kind: 'end',
                ending: {
                  path: `/team/roles/${roleId}`,
                  title: t('Delete {name}', { name }),
                  text: t(
                    'Only a role that nobody has, that no invitation offers and that the approval policy does not name can be deleted.',
                  ),
                  button: t('Delete role'),
                  done: t('{name} deleted', { name }),
                },
              }),
          })}
          rows={roles}
          rowId={({ roleId }) => roleId}
        />
      )}
    </Card>
  )
}

type Actions = Record<'onChange' | 'onDelete', (role: OwnRole) => void>

const ownColumns = (
  team: Team,
  reason: string | undefined,
  { onChange, onDelete }: Actions,
): readonly SmallColumn<OwnRole>[] => [
  smallColumn(
    t('Role'),
    { isRowHeading: true, cells: 'font-medium text-text cell-fill max-s:w-auto max-s:max-w-none' },
    ({ name }) => name,
  ),
  smallColumn(t('Permissions'), { className: 'number' }, ({ scopes }) => scopes.length),
  ...(team.manages
    ? [
        {
          head: t('Held by'),
          cell: ({ roleId }: OwnRole) =>
            team.members
              .filter(({ role }) => role === roleId)
              .map(({ name }) => name)
              .join(', ') || t('nobody'),
        },
      ]
    : []),
  smallColumn(<span className="visually-hidden">{t('Actions')}</span>, { align: 'end' }, (role) => (
    <span className="row justify-end gap-2">
      <Button
        size="s"
        disabledReason={reason}
        aria-haspopup="dialog"
        aria-label={t('Change {name}', { name: role.name })}
        onClick={() => onChange(role)}
      >
        {t('Change')}
      </Button>
      <Button
        size="s"
        variant="danger"
        disabledReason={reason}
        aria-haspopup="dialog"
        aria-label={t('Delete {name}', { name: role.name })}
        onClick={() => onDelete(role)}
      >
        {t('Delete')}
      </Button>
    </span>
  )),
]
