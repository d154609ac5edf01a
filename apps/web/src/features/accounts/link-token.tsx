import { Link as LinkIcon } from 'lucide-react'
import { useState } from 'react'
import { useMissingPermission } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { LinkStart } from './link-dialog.tsx'
import { part } from '../../ui/display/part.tsx'
import { t } from '../../messages/text.ts'

const LinkDialog = part(() => import('./link-dialog.tsx'), 'LinkDialog')

/** Opens the dialog that makes a link for a customer; what is known of it is chosen already. */
export function LinkTokenButton(start: LinkStart) {
  const [open, setOpen] = useState(false)
  const missing = useMissingPermission('accounts:write')
  return (
    <>
      <Button
        icon={<LinkIcon className="icon-medium" />}
        aria-haspopup="dialog"
        disabledReason={missing}
        onClick={() => setOpen(true)}
      >
        {t('Create bank link')}
      </Button>
      {open ? <LinkDialog start={start} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
