import type { Team, TeamMember, TeamPasskey, TeamSession } from '../../../api/queries/team.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { codeLabel } from '../../../ui/format/status.ts'
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx'
import type { Ending } from './end-dialog.tsx'
import { reasonAgainst } from './reasons.ts'

type Props = {
  team: Team
  member: TeamMember
  onEnd: (ending: Ending) => void
  onEmail: () => void
  onName: () => void
}

/** One person: what lets them in, where they are signed in, and the end of each. */
export function MemberCard({ team, member, onEnd, onEmail, onName }: Props) {
  const { memberId, name, role, passkeys, sessions } = member
  const isYou = memberId === team.you
  const ends = endsOf(member, isYou)
  return (
    <Card
      title={name}
      aria-label={labelOf(team, member)}
      beside={
        <>
          <span className="tag">{codeLabel(role)}</span>
          {isYou ? <span className="tag">You</span> : null}
        </>
      }
      flush
      end={
        team.manages ? (
          <Button
            size="s"
            variant="danger"
            aria-haspopup="dialog"
            disabledReason={reasonAgainst('member', team, member)}
            onClick={() => onEnd(ends.member)}
          >
            {isYou ? 'Leave' : 'Remove'}
            <span className="visually-hidden"> {name}</span>
          </Button>
        ) : null
      }
    >
      <div className="card-body">
        <Facts member={member} own={isYou ? { onEmail, onName } : undefined} />
      </div>
      <SmallTable
        label={`Passkeys of ${name}`}
        className="labelled-table"
        columns={passkeyColumns(reasonAgainst('passkey', team, member), (passkey) =>
          onEnd(ends.passkey(passkey)),
        )}
        rows={passkeys}
        rowId={({ passkeyId }) => passkeyId}
      />
      {sessions.length === 0 ? (
        <p className="card-body muted">Signed in nowhere.</p>
      ) : (
        <SmallTable
          label={`Sessions of ${name}`}
          className="labelled-table"
          columns={sessionColumns(reasonAgainst('session', team, member), (session) =>
            onEnd(ends.session(session)),
          )}
          rows={sessions}
          rowId={({ sessionId }) => sessionId}
        />
      )}
      {sessions.length > 1 ? (
        <div className="card-foot">
          <Button
            size="s"
            aria-haspopup="dialog"
            disabledReason={reasonAgainst('sessions', team, member)}
            onClick={() => onEnd(ends.sessions)}
          >
            End all sessions<span className="visually-hidden"> of {name}</span>
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

/** What can be ended of a member, in the words of its dialog. */
function endsOf({ memberId, name }: TeamMember, isYou: boolean) {
  const path = `/team/members/${memberId}`
  return {
    member: {
      path,
      title: isYou ? 'Leave this team' : `Remove ${name}`,
      text: 'Passkeys, recovery codes, sessions, keys and open invitations end at once, on every device. Approvals given before stay.',
      button: isYou ? 'Leave team' : 'Remove member',
      done: `${name} removed`,
      endsOwnSession: isYou,
    },
    passkey: ({ passkeyId, name: key }: TeamPasskey): Ending => ({
      path: `${path}/passkeys/${passkeyId}`,
      title: 'Remove passkey',
      text: `“${key || 'Passkey'}” of ${name} no longer signs in, and the sessions that it opened end.`,
      button: 'Remove passkey',
      done: 'Passkey removed',
    }),
    session: ({ sessionId, agent, isCurrent }: TeamSession): Ending => ({
      path: `/team/sessions/${sessionId}`,
      title: 'End session',
      text: `${name} is signed out of ${agent} at once. The passkey still signs in.`,
      button: 'End session',
      done: 'Session ended',
      endsOwnSession: isCurrent,
    }),
    sessions: {
      path: `${path}/sessions`,
      title: 'End all sessions',
      text: `${name} is signed out everywhere at once. Passkeys still sign in.`,
      button: 'End all sessions',
      done: 'All sessions ended',
      endsOwnSession: isYou,
    },
  }
}

type Own = Pick<Props, 'onEmail' | 'onName'>

function Facts({ member, own }: { member: TeamMember; own: Own | undefined }) {
  const { name, email, lastSeenAt, recoveryCodesLeft } = member
  return (
    <DescriptionList
      rows={[
        own && {
          label: 'Name',
          value: (
            <span className="row gap-1">
              {name}
              <Button size="s" variant="quiet" aria-haspopup="dialog" onClick={own.onName}>
                Change name
              </Button>
            </span>
          ),
        },
        {
          label: 'Address for notices',
          value: (
            <span className="row gap-1">
              {email ?? <span className="tone-hand">None. No notices reach this person.</span>}
              {own ? (
                <Button size="s" variant="quiet" aria-haspopup="dialog" onClick={own.onEmail}>
                  {email === null ? 'Add address' : 'Change address'}
                </Button>
              ) : null}
            </span>
          ),
        },
        { label: 'Last seen', value: lastSeenAt ? <Time at={lastSeenAt} /> : 'never' },
        { label: 'Recovery codes left', value: String(recoveryCodesLeft) },
      ]}
    />
  )
}

const nameCell = 'font-medium text-text cell-fill max-s:w-auto max-s:max-w-none'

const passkeyColumns = (
  reason: string | undefined,
  onRemove: (passkey: TeamPasskey) => void,
): readonly SmallColumn<TeamPasskey>[] => [
  {
    head: 'Passkey',
    cellClassName: nameCell,
    isRowHeading: true,
    cell: ({ name }) => name || 'Passkey',
  },
  {
    head: 'Backup',
    className: 'only-large',
    cell: ({ backedUp }) => (backedUp ? 'Synced' : 'On this device only'),
  },
  { head: 'Added', className: 'only-large', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: 'Last used',
    className: 'only-large',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'at enrolment'),
  },
  {
    head: <span className="visually-hidden">Actions</span>,
    className: 'text-right',
    cell: (passkey) => (
      <Button
        size="s"
        variant="danger"
        disabledReason={reason}
        aria-haspopup="dialog"
        onClick={() => onRemove(passkey)}
      >
        Remove<span className="visually-hidden"> passkey {passkey.name}</span>
      </Button>
    ),
  },
]

const sessionColumns = (
  reason: string | undefined,
  onEnd: (session: TeamSession) => void,
): readonly SmallColumn<TeamSession>[] => [
  {
    head: 'Signed in with',
    cellClassName: nameCell,
    isRowHeading: true,
    cell: ({ agent, isCurrent }) => (
      <>
        {agent} {isCurrent ? <span className="tag">This browser</span> : null}
      </>
    ),
  },
  { head: 'Since', className: 'only-large', cell: ({ startedAt }) => <Time at={startedAt} /> },
  {
    head: 'Last seen',
    className: 'only-large',
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
  },
  {
    head: <span className="visually-hidden">Actions</span>,
    className: 'text-right',
    cell: (session) => (
      <Button
        size="s"
        variant="danger"
        disabledReason={reason}
        aria-haspopup="dialog"
        onClick={() => onEnd(session)}
      >
        End<span className="visually-hidden"> session {session.agent}</span>
      </Button>
    ),
  },
]

/** Two people of one name are told apart by the end of their ids. */
function labelOf({ members }: Team, { name, memberId }: TeamMember): string | undefined {
  const isNamesake = members.some((one) => one.name === name && one.memberId !== memberId)
  return isNamesake ? `${name} (${memberId.slice(-4)})` : undefined
}
