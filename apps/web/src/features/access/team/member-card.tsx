import { actionText } from './action-texts.ts'
import { roleLabel } from './role-texts.ts'
import type { Team, TeamMember, TeamPasskey, TeamSession } from '../../../api/queries/team.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { Time } from '../../../ui/display/values.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import type { Ending } from './end-dialog.tsx'
import { reasonAgainst, reasonAgainstRecovery } from './reasons.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { t } from '../../../messages/text.ts'

type Props = {
  team: Team
  member: TeamMember
  onEnd: (ending: Ending) => void
  onEmail: () => void
  onName: () => void
  /** Left out where the person only looks at themselves. */
  onRole?: (() => void) | undefined
  onRecover?: (() => void) | undefined
}

/** One person: what lets them in, where they are signed in, and the end of each. */
export function MemberCard({ team, member, onEnd, onEmail, onName, onRole, onRecover }: Props) {
  const { memberId, name, passkeys, sessions } = member
  const isYou = memberId === team.you
  const ends = endsOf(member, isYou)
  return (
    <Card
      title={name}
      aria-label={labelOf(team, member)}
      beside={
        <>
          <span className="tag">{roleLabel(member)}</span>
          {isYou ? <span className="tag">{t('You')}</span> : null}
        </>
      }
      flush
      end={
        team.manages ? (
          <RemoveButton
            name={name}
            isYou={isYou}
            reason={reasonAgainst('member', team, member)}
            onClick={() => onEnd(ends.member)}
          />
        ) : null
      }
    >
      <div className="card-body">
        <Facts member={member} own={isYou ? { onEmail, onName } : undefined} />
      </div>
      <h3 className="strong px-4 pb-1">{t('Passkeys')}</h3>
      {passkeys.length === 0 ? (
        <p className="card-body muted">{t('None: access is being recovered.')}</p>
      ) : null}
      <SmallTable
        label={t('Passkeys of {name}', { name })}
        className="labelled-table border-t border-line"
        columns={passkeyColumns(reasonAgainst('passkey', team, member), (passkey) =>
          onEnd(ends.passkey(passkey)),
        )}
        rows={passkeys}
        rowId={({ passkeyId }) => passkeyId}
      />
      <h3 className="strong px-4 pt-3 pb-1">{t('Sessions')}</h3>
      {sessions.length === 0 ? (
        <p className="card-body muted">{t('Signed in nowhere.')}</p>
      ) : (
        <SmallTable
          label={t('Sessions of {name}', { name })}
          className="labelled-table border-t border-line"
          columns={sessionColumns(reasonAgainst('session', team, member), (session) =>
            onEnd(ends.session(session)),
          )}
          rows={sessions}
          rowId={({ sessionId }) => sessionId}
        />
      )}
      <Foot {...{ team, member, onRole, onRecover }} onEndAll={() => onEnd(ends.sessions)} />
    </Card>
  )
}

type FootProps = Pick<Props, 'team' | 'member' | 'onRole' | 'onRecover'> & { onEndAll: () => void }

/** What else can be done about a person, and what the person can do. */
function Foot({ team, member, onRole, onRecover, onEndAll }: FootProps) {
  const { memberId, name, sessions } = member
  const isYou = memberId === team.you
  return (
    <div className="card-foot row flex-wrap gap-2">
      {sessions.length > 1 ? (
        <Button
          size="s"
          aria-haspopup="dialog"
          aria-label={t('End all sessions of {name}', { name })}
          disabledReason={reasonAgainst('sessions', team, member)}
          onClick={onEndAll}
        >
          {t('End all sessions')}
        </Button>
      ) : null}
      {team.manages && onRole ? (
        <Button
          size="s"
          aria-haspopup="dialog"
          aria-label={t('Change role of {name}', { name })}
          onClick={onRole}
        >
          {t('Change role')}
        </Button>
      ) : null}
      {team.manages && onRecover && !isYou ? (
        <Button
          size="s"
          aria-haspopup="dialog"
          aria-label={t('Recover access of {name}', { name })}
          disabledReason={reasonAgainstRecovery(team, member)}
          onClick={onRecover}
        >
          {t('Recover access')}
        </Button>
      ) : null}
      <LinkButton size="s" to={`${paths.roles}?of=${memberId}`}>
        {t('What {name} can do', { name })}
      </LinkButton>
    </div>
  )
}

type RemoveProps = { name: string; isYou: boolean; reason: string | undefined; onClick: () => void }

function RemoveButton({ name, isYou, reason, onClick }: RemoveProps) {
  return (
    <Button
      size="s"
      variant="danger"
      aria-haspopup="dialog"
      aria-label={isYou ? t('Leave {name}', { name }) : t('Remove {name}', { name })}
      disabledReason={reason}
      onClick={onClick}
    >
      {isYou ? t('Leave') : t('Remove')}
    </Button>
  )
}

/** What can be ended of a member, in the words of its dialog. */
function endsOf({ memberId, name }: TeamMember, isYou: boolean) {
  const path = `/team/members/${memberId}`
  return {
    member: {
      path,
      title: isYou ? t('Leave this team') : t('Remove {name}', { name }),
      text: t(
        'Passkeys, recovery codes, sessions, keys and open invitations end at once, on every device. Approvals given before stay.',
      ),
      button: isYou ? t('Leave team') : t('Remove member'),
      done: t('{name} removed', { name }),
      endsOwnSession: isYou,
      removes: memberId,
    },
    passkey: ({ passkeyId, name: key }: TeamPasskey): Ending => ({
      path: `${path}/passkeys/${passkeyId}`,
      title: t('Remove passkey'),
      text: t('“{key}” of {name} no longer signs in, and the sessions that it opened end.', {
        key: key || t('Passkey'),
        name,
      }),
      button: t('Remove passkey'),
      done: t('Passkey removed'),
    }),
    session: ({ sessionId, agent, isCurrent }: TeamSession): Ending => ({
      path: `/team/sessions/${sessionId}`,
      title: t('End session'),
      text: t('{name} is signed out of {agent} at once. The passkey still signs in.', {
        name,
        agent,
      }),
      button: t('End session'),
      done: t('Session ended'),
      endsOwnSession: isCurrent,
    }),
    sessions: {
      path: `${path}/sessions`,
      title: t('End all sessions'),
      text: t('{name} is signed out everywhere at once. Passkeys still sign in.', { name }),
      button: t('End all sessions'),
      done: t('All sessions ended'),
      endsOwnSession: isYou,
    },
  }
}

type Own = Pick<Props, 'onEmail' | 'onName'>

function Facts({ member, own }: { member: TeamMember; own: Own | undefined }) {
  const { name, email, lastSeenAt, lastAction, recoveryCodesLeft } = member
  return (
    <DescriptionList
      className="facts-left"
      rows={[
        own &&
          fact(
            t('Name'),
            <span className="row flex-wrap gap-1">
              {name}
              <Button size="s" variant="quiet" aria-haspopup="dialog" onClick={own.onName}>
                {t('Change name')}
              </Button>
            </span>,
          ),
        fact(
          t('Address for notices'),
          <span className="row flex-wrap gap-1">
            {email ?? <span className="tone-hand">{t('None. No notices reach this person.')}</span>}
            {own ? (
              <Button size="s" variant="quiet" aria-haspopup="dialog" onClick={own.onEmail}>
                {email === null ? t('Add address') : t('Change address')}
              </Button>
            ) : null}
          </span>,
        ),
        fact(t('Last seen'), lastSeenAt ? <Time at={lastSeenAt} /> : t('never')),
        fact(
          t('Last did'),
          lastAction ? (
            <>
              {actionText(lastAction.action)}, <Time at={lastAction.at} />
            </>
          ) : (
            t('nothing yet')
          ),
        ),
        fact(t('Recovery codes left'), String(recoveryCodesLeft)),
      ]}
    />
  )
}

const nameCell = 'font-medium text-text cell-fill max-s:w-auto max-s:max-w-none'

const passkeyColumns = (
  reason: string | undefined,
  onRemove: (passkey: TeamPasskey) => void,
): readonly SmallColumn<TeamPasskey>[] => [
  smallColumn(
    t('Passkey'),
    { cells: nameCell, isRowHeading: true },
    ({ name }) => name || t('Passkey'),
  ),
  smallColumn(t('Backup'), { className: 'only-large' }, ({ backedUp }) =>
    backedUp ? t('Synced') : t('On this device only'),
  ),
  smallColumn(t('Added'), { className: 'only-large' }, ({ createdAt }) => <Time at={createdAt} />),
  smallColumn(t('Last used'), { className: 'only-large' }, ({ lastUsedAt }) =>
    lastUsedAt ? <Time at={lastUsedAt} /> : t('at enrolment'),
  ),
  smallColumn(
    <span className="visually-hidden">{t('Actions')}</span>,
    { align: 'end' },
    (passkey) => (
      <Button
        size="s"
        variant="danger"
        disabledReason={reason}
        aria-haspopup="dialog"
        aria-label={t('Remove passkey {name}', { name: passkey.name })}
        onClick={() => onRemove(passkey)}
      >
        {t('Remove')}
      </Button>
    ),
  ),
]

const sessionColumns = (
  reason: string | undefined,
  onEnd: (session: TeamSession) => void,
): readonly SmallColumn<TeamSession>[] => [
  smallColumn(
    t('Signed in with'),
    { cells: nameCell, isRowHeading: true },
    ({ agent, isCurrent }) => (
      <>
        {agent} {isCurrent ? <span className="tag">{t('This browser')}</span> : null}
      </>
    ),
  ),
  smallColumn(t('Since'), { className: 'only-large' }, ({ startedAt }) => <Time at={startedAt} />),
  smallColumn(t('Last seen'), { className: 'only-large' }, ({ lastSeenAt }) => (
    <Time at={lastSeenAt} />
  )),
  smallColumn(
    <span className="visually-hidden">{t('Actions')}</span>,
    { align: 'end' },
    (session) => (
      <Button
        size="s"
        variant="danger"
        disabledReason={reason}
        aria-haspopup="dialog"
        aria-label={t('End session {agent}', { agent: session.agent })}
        onClick={() => onEnd(session)}
      >
        {t('End')}
      </Button>
    ),
  ),
]

/** Two people of one name are distinguished by the end of their ids. */
function labelOf({ members }: Team, { name, memberId }: TeamMember): string | undefined {
  const isNamesake = members.some((member) => member.name === name && member.memberId !== memberId)
  return isNamesake ? `${name} (${memberId.slice(-4)})` : undefined
}
