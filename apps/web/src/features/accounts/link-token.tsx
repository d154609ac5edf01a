import { Link as LinkIcon } from 'lucide-react'
import { useMissingPermission } from '../../api/session.ts'
import type { LinkStart } from './link-dialog.tsx'
import { part } from '../../ui/display/part.tsx'
import { DialogButton } from '../../ui/controls/button.tsx'
import { t } from '../../messages/text.ts'

const LinkDialog = part(() => import('./link-dialog.tsx'), 'LinkDialog')

/** Opens the dialog that makes a link for a customer; what is known of it is chosen already. */
export function LinkTokenButton(start: LinkStart) {
  const missing = useMissingPermission('accounts:write')
  return (
    <DialogButton
      icon={LinkIcon}
      disabledReason={missing}
      dialog={(close) => <LinkDialog start={start} onClose={close} />}
    >
      {t('Create bank link')}
    </DialogButton>
  )
}
