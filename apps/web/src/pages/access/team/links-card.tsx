import { codeLabel } from '../../../messages/service.ts'
import { mayInvite } from '@corridor/domain'
import type { Team, TeamLink } from '../../../api/queries/team.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx'
import type { Ending } from '../../../features/access/team/end-dialog.tsx'
import { t } from '../../../messages/text.ts'

type Props = { team: Team; onInvite: () => void; onEnd: (ending: Ending) => void }

/** Invitations that nobody has used yet: who made them, and their end. */
export function LinksCard({ team, onInvite, onEnd }: Props) {
  const { links, members, you } = team
  const makerOf = ({ madeBy }: TeamLink) =>
    madeBy === null
      ? t('The operator')
      : (members.find(({ memberId }) => memberId === madeBy)?.name ?? t('A former member'))
  const own = members.find(({ memberId }) => memberId === you)?.role ?? 'viewer'
  const onEndLink = ({ linkId, role }: TeamLink) =>
    onEnd({
      path: `/team/links/${linkId}`,
      title: t('End invitation'),
      text: t('Nobody joins as {role} by this link any more.', { role: codeLabel(role) }),
      button: t('End invitation'),
      done: t('Invitation ended'),
    })
  return (
    <Card
      title={t('Invitations')}
      flush
      end={
        <Button size="s" data-key="new" aria-haspopup="dialog" onClick={onInvite}>
          {t('Invite')}
        </Button>
      }
    >
      {links.length === 0 ? (
        <p className="card-body muted">{t('No invitation is open.')}</p>
      ) : (
        <SmallTable
          label={t('Invitations')}
          className="labelled-table"
          columns={columnsFor(makerOf, onEndLink, (link) =>
            mayInvite(own, link.role).ok ? undefined : t('Needs Owner'),
          )}
          rows={links}
          rowId={({ linkId }) => linkId}
        />
      )}
    </Card>
  )
}

const columnsFor = (
  makerOf: (link: TeamLink) => string,
  onEnd: (link: TeamLink) => void,
  reasonAgainst: (link: TeamLink) => string | undefined,
): readonly SmallColumn<TeamLink>[] => [
  {
    head: t('Invited'),
    cellClassName: 'font-medium text-text cell-fill max-s:w-auto max-s:max-w-none',
    isRowHeading: true,
    cell: ({ email, role }) => (
      <>
        {email ?? t('Whoever has the link')} <span className="tag">{codeLabel(role)}</span>
      </>
    ),
  },
  { head: t('Made by'), cell: makerOf },
  { head: t('Ends'), className: 'only-large', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  {
    head: <span className="visually-hidden">{t('Actions')}</span>,
    className: 'text-right',
    cell: (link) => (
      <Button
        size="s"
        variant="danger"
        disabledReason={reasonAgainst(link)}
        aria-haspopup="dialog"
        aria-label={t('End invitation of {name}', { name: link.email ?? codeLabel(link.role) })}
        onClick={() => onEnd(link)}
      >
        {t('End')}
      </Button>
    ),
  },
]
