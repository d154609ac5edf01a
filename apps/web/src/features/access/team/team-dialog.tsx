import type { Role } from '@corridor/domain'
import { EmailDialog } from './email-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { EndDialog, type Ending } from './end-dialog.tsx'

/** What the person is asked for: an address, a name, whom to invite, or the end of something. */
export type Asked =
  | { kind: 'end'; ending: Ending }
  | { kind: 'email'; current: string | null }
  | { kind: 'name'; current: string }
  | { kind: 'invite'; by: Role }

export function TeamDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  if (asked.kind === 'invite') return <InviteDialog by={asked.by} onClose={onClose} />
  if (asked.kind === 'name') return <NameDialog current={asked.current} onClose={onClose} />
  return asked.kind === 'end' ? (
    <EndDialog ending={asked.ending} onClose={onClose} />
  ) : (
    <EmailDialog current={asked.current} onClose={onClose} />
  )
}
