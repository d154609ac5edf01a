import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import {
  operationsQuery,
  type Team,
  type TeamMember,
  type TeamOperation,
} from '../../../api/queries/team.ts'
import { roleLabel } from '../../../features/access/team/role-texts.ts'
import { codeLabel, serviceText } from '../../../messages/service.ts'
import { SelectField } from '../../../ui/controls/inputs.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { plural, t } from '../../../messages/text.ts'

/** Every operation that one person may call now, and which of them a passkey confirms. */
export function Explainer({ team }: { team: Team }) {
  const [search, setSearch] = useSearchParams()
  const query = useQuery(operationsQuery)
  const { members, you } = team
  const asked = search.get('of') ?? you
  const member = members.find(({ memberId }) => memberId === asked) ?? members[0]
  if (!member) return null
  return (
    <Card title={t('What this person can do')} flush>
      <div className="card-body max-w-100">
        <SelectField
          label={t('Person')}
          options={members.map((item) => ({
            value: item.memberId,
            label: `${item.name} (${roleLabel(item)})`,
          }))}
          value={member.memberId}
          onChange={(event) => setSearch({ of: event.target.value }, { replace: true })}
        />
      </div>
      <Region query={query} what={t('Operations')}>
        {(operations) => <Operations member={member} operations={operations} />}
      </Region>
    </Card>
  )
}

type Props = { member: TeamMember; operations: readonly TeamOperation[] }

function Operations({ member, operations }: Props) {
  const open = operations.filter(({ scopes }) =>
    scopes.some((scope) => member.scopes.includes(scope)),
  )
  return (
    <>
      <p className="card-body muted">
        {plural(
          operations.length,
          {
            one: '{mine} of {count} operation, with this page and the person’s own settings. Which of them others have to agree to says the approval policy.',
            other:
              '{mine} of {count} operations, with this page and the person’s own settings. Which of them others have to agree to says the approval policy.',
          },
          { mine: open.length },
        )}
      </p>
      <SmallTable
        label={t('Operations')}
        className="labelled-table"
        columns={columns}
        rows={open}
        rowId={({ id }) => id}
      />
    </>
  )
}

/** `payin-routes` as `Payin routes`. */
const moduleLabel = (module: string) => codeLabel(module.replaceAll('-', '_'))

const columns: readonly SmallColumn<TeamOperation>[] = [
  smallColumn(
    t('Operation'),
    { isRowHeading: true, cells: 'font-medium text-text cell-fill max-s:w-auto max-s:max-w-none' },
    ({ summary }) => serviceText(summary),
  ),
  { head: t('Part'), cell: ({ module }) => moduleLabel(module) },
  {
    head: t('Passkey'),
    cell: ({ isConfirmed }) => (isConfirmed ? t('confirms each') : t('not asked for')),
  },
]
