import type { Team, TeamKey } from '../../../api/queries/team.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx'
import type { Ending } from '../../../features/access/team/end-dialog.tsx'
import { t } from '../../../messages/text.ts'

type Props = { team: Team; onEnd: (ending: Ending) => void }

/** The keys of programs; each names the person it was issued to, or nobody. */
export function KeysCard({ team, onEnd }: Props) {
  const { keys, members, keysElsewhere } = team
  const holderOf = ({ memberId }: TeamKey) =>
    memberId === null
      ? t('No person')
      : (members.find((member) => member.memberId === memberId)?.name ?? t('A former member'))
  return (
    <Card title={t('API keys')} flush>
      {keys.length === 0 ? (
        <p className="card-body muted">
          {keysElsewhere
            ? t(
                'This dashboard reaches another instance. Its operator lists and revokes the keys there.',
              )
            : t('No program has a key.')}
        </p>
      ) : (
        <SmallTable
          label={t('API keys')}
          className="labelled-table"
          columns={columnsFor(holderOf, ({ keyId, name }) =>
            onEnd({
              path: `/team/keys/${keyId}`,
              title: t('Revoke {name}', { name }),
              text: t('Programs that use this key are refused at once. Their live streams end.'),
              button: t('Revoke key'),
              done: t('{name} revoked', { name }),
            }),
          )}
          rows={keys}
          rowId={({ keyId }) => keyId}
        />
      )}
    </Card>
  )
}

const columnsFor = (
  holderOf: (key: TeamKey) => string,
  onRevoke: (key: TeamKey) => void,
): readonly SmallColumn<TeamKey>[] => [
  {
    head: t('Name'),
    cellClassName: 'font-medium text-text cell-fill max-s:w-auto max-s:max-w-none',
    isRowHeading: true,
    cell: ({ name, prefix }) => (
      <>
        {name} <span className="mono muted block">{prefix}_…</span>
      </>
    ),
  },
  { head: t('Issued to'), className: 'only-large', cell: holderOf },
  {
    head: t('May'),
    className: 'only-large',
    title: ({ scopes }) => scopes.join(', '),
    cell: ({ scopes: [first = '', ...rest] }) =>
      rest.length === 0
        ? first
        : t('{scope} and {count} more', { scope: first, count: rest.length }),
  },
  {
    head: t('Last used'),
    className: 'only-large',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : t('never')),
  },
  {
    head: <span className="visually-hidden">{t('Actions')}</span>,
    className: 'text-right',
    cell: (key) => (
      <Button
        size="s"
        variant="danger"
        aria-haspopup="dialog"
        aria-label={t('Revoke {name}', { name: key.name })}
        onClick={() => onRevoke(key)}
      >
        {t('Revoke')}
      </Button>
    ),
  },
]
