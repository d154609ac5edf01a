import { useState } from 'react'
import { transfers } from '../../../api/call.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { Refused } from '../../../features/actions/refused.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { QrCode } from '../../../ui/display/qr-code.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

const days = 30

/** A tracking link on the sheet, so that whoever is given the paper can check it against the service. */
export function Verification({ executionId }: { executionId: string }) {
  const [link, setLink] = useState<{ url: string; expiresAt: string } | undefined>()
  const missing = useMissingPermission('transfers:write')
  const share = useAction(transfers.shareTracking, { onDone: ({ data }) => setLink(data) })
  if (!link) {
    return (
      <div className="subsection">
        <Button
          size="s"
          busy={share.isBusy}
          disabledReason={missing}
          onClick={() => share.send({ params: { executionId }, body: { expiresInDays: days } })}
        >
          {t('Add verification link')}
        </Button>
        <Refused title={t('No link was created.')} error={share.error} />
      </div>
    )
  }
  return (
    <section className="subsection" aria-label={t('Verification')}>
      <p className="muted">
        {rich('Verify this receipt until {time}:', {
          time: <Time at={link.expiresAt} withZone />,
        })}
      </p>
      <p className="mono break-anywhere">{link.url}</p>
      <QrCode text={link.url} label={t('Verification link as QR code')} />
    </section>
  )
}
