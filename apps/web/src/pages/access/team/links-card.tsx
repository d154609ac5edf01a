import { useQuery } from '@tanstack/react-query'
import { mayEndLink } from '@corridor/domain'
import { rolesQuery, type Team, type TeamLink } from '../../../api/queries/team.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { Time } from '../../../ui/display/values.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import type { Ending } from '../../../features/access/team/end-dialog.tsx'
import { roleLabel } from '../../../features/access/team/role-texts.ts'
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
  const ownRoles = useQuery(rolesQuery).data ?? []
  const nameOf = ({ role, recovers }: TeamLink) =>
    recovers === null
      ? roleLabel({ role, roleName: ownRoles.find(({ roleId }) => roleId === role)?.name })
      : t('recovers access')
  const whoOf = ({ email, recovers }: TeamLink) =>
    (recovers === null ? email : members.find(({ memberId }) => memberId === recovers)?.name) ??
    t('Whoever has the link')
  const onEndLink = (link: TeamLink) =>
    onEnd({
      path: `/team/links/${link.linkId}`,
      title: t('End invitation'),
      text:
        link.recovers === null
          ? t('Nobody joins as {role} by this link any more.', { role: nameOf(link) })
          : t('Nobody comes back by this link any more. Their passkeys stay ended.'),
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
          columns={columnsFor({ makerOf, whoOf, nameOf }, onEndLink, (link) =>
            mayEndLink(own, link.role).ok ? undefined : t('Needs Owner'),
          )}
          rows={links}
          rowId={({ linkId }) => linkId}
        />
      )}
    </Card>
  )
}

const columnsFor = (
  { makerOf, whoOf, nameOf }: Record<'makerOf' | 'whoOf' | 'nameOf', (link: TeamLink) => string>,
  onEnd: (link: TeamLink) => void,
  reasonAgainst: (link: TeamLink) => string | undefined,
): readonly SmallColumn<TeamLink>[] => [
  smallColumn(
    t('Invited'),
    { cells: 'font-medium text-text cell-fill max-s:w-auto max-s:max-w-none', isRowHeading: true },
    (link) => (
      <>
        {whoOf(link)} <span className="tag">{nameOf(link)}</span>
      </>
    ),
  ),
  { head: t('Made by'), cell: makerOf },
  smallColumn(t('Ends'), { className: 'only-large' }, ({ expiresAt }) => <Time at={expiresAt} />),
  smallColumn(<span className="visually-hidden">{t('Actions')}</span>, { align: 'end' }, (link) => (
    <Button
      size="s"
      variant="danger"
      disabledReason={reasonAgainst(link)}
      aria-haspopup="dialog"
      aria-label={t('End invitation of {name}', { name: link.email ?? nameOf(link) })}
      onClick={() => onEnd(link)}
    >
      {t('End')}
    </Button>
  )),
]
