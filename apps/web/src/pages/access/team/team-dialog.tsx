import { EmailDialog } from './email-dialog.tsx'
import { EndDialog, type Ending } from './end-dialog.tsx'

/** What the person is asked for: an address, or the end of something. */
export type Asked = { kind: 'end'; ending: Ending } | { kind: 'email'; current: string | null }

export function TeamDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  return asked.kind === 'end' ? (
    <EndDialog ending={asked.ending} onClose={onClose} />
  ) : (
    <EmailDialog current={asked.current} onClose={onClose} />
  )
}
