import type { OwnRole, Team, TeamMember } from '../../../api/queries/team.ts'
import { ChangeRoleDialog } from './change-role-dialog.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { RecoverDialog } from './recover-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { EndDialog, type Ending } from './end-dialog.tsx'

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
