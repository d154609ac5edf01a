import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useMissingPermission } from '../../../api/session.ts'
import { errorText } from '../../../api/errors.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import type { PendingCode } from './pending-code.ts'
import { outboxCodeQuery } from '../../../api/queries/sandbox.ts'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

/** In a sandbox no mail is sent: what would have been is in its mailbox. */
export function MailboxHint({ code }: { code: PendingCode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const missing = useMissingPermission('sandbox')
  return (
    <div className="row flex-wrap">
      <Button
        size="s"
        variant="quiet"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        disabledReason={missing}
        icon={<ChevronRight className={open ? 'icon-medium rotate-90' : 'icon-medium'} />}
        onClick={() => setOpen(!open)}
      >
        {t('Sandbox mailbox')}
      </Button>
      {open ? <MailboxCode id={id} code={code} /> : null}
      {open ? null : (
        <span className="muted">{t('No message leaves a sandbox; the code waits here.')}</span>
      )}
    </div>
  )
}

function MailboxCode({ id, code }: { id: string; code: PendingCode }) {
  const { data, error } = useQuery(outboxCodeQuery(code.otpId, code.channel))
  return (
    <output id={id} className="row gap-1">
      {error ? errorText(error) : null}
      {data ? (
        <>
          <span>
            {rich('Sandbox mailbox: code {code}', { code: <b className="mono">{data}</b> })}
          </span>
          <CopyButton text={data} label={t('Copy code')} />
        </>
      ) : null}
      {data === null ? t('The mailbox has no message with this code.') : null}
    </output>
  )
}
