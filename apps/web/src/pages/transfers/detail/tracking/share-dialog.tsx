import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { transfers, q } from '../../../../api/call.ts'
import type { TrackingLink } from '../../../../api/queries/tracking.ts'
import { useMissingPermission } from '../../../../api/session.ts'
import { useAction, Refused } from '../../../../features/actions/action.tsx'
import { Button, CopyButton } from '../../../../ui/controls/button.tsx'
import { SelectField } from '../../../../ui/controls/inputs.tsx'
import { shortId, Time } from '../../../../ui/display/values.tsx'
import { Notice } from '../../../../ui/display/blocks.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Region } from '../../../../ui/page/region.tsx'
import { rich } from '../../../../messages/rich.tsx'
import { plural, t } from '../../../../messages/text.ts'

const days = ['1', '7', '14', '30'].map((value) => ({
  value,
  label: plural(Number(value), { one: '{count} day', other: '{count} days' }),
}))

type Props = { executionId: string; onClose: () => void }

/** Makes a public link that follows the transfer, and ends those that are there. */
export function ShareDialog({ executionId, onClose }: Props) {
  const [expiry, setExpiry] = useState('7')
  const [url, setUrl] = useState('')
  const missing = useMissingPermission('transfers:write')
  const share = useAction(transfers.shareTracking, {
    repeats: true,
    onDone: ({ data }) => setUrl(data.url),
    stale: q(transfers.trackingLinks, { executionId }).queryKey,
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Share tracking link')}
      description={t(
        'Anyone with the link sees the steps, times, amounts and masked names of this transfer. It shows no ids or account numbers.',
      )}
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button
            variant="primary"
            busy={share.isBusy}
            disabledReason={missing}
            onClick={() =>
              share.send({
                params: { executionId },
                body: { expiresInDays: Number.parseInt(expiry, 10) },
              })
            }
          >
            {t('Create link')}
          </Button>
        </>
      }
    >
      <div className="grid">
        <SelectField
          label={t('Link expires after')}
          options={days}
          value={expiry}
          onChange={(event) => setExpiry(event.target.value)}
        />
        <Refused title={t('No link was created.')} error={share.error} />
        {url ? (
          <Notice tone="done" title={t('Copy the link now')}>
            {t('It is shown only once.')}
            <span className="flex items-center gap-1">
              <span className="mono break-anywhere">{url}</span>
              <CopyButton text={url} label={t('Copy tracking link')} />
            </span>
          </Notice>
        ) : null}
        <Links executionId={executionId} missing={missing} />
      </div>
    </Dialog>
  )
}

function Links({ executionId, missing }: { executionId: string; missing: string | undefined }) {
  const query = useQuery(q(transfers.trackingLinks, { executionId }))
  return (
    <section aria-label={t('Open links')}>
      <h3 className="muted">{t('Open links')}</h3>
      <Region query={query} what={t('Links')}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="muted">{t('No open links.')}</p>
          ) : (
            <ul className="grid">
              {data.map((link) => (
                <OpenLink key={link.linkId} {...{ executionId, link, missing }} />
              ))}
            </ul>
          )
        }
      </Region>
    </section>
  )
}

type OpenLinkProps = { executionId: string; link: TrackingLink; missing: string | undefined }

function OpenLink({ executionId, link, missing }: OpenLinkProps) {
  const revoke = useAction(transfers.revokeTracking, {
    stale: q(transfers.trackingLinks, { executionId }).queryKey,
  })
  const { linkId, createdBy, createdAt, expiresAt } = link
  const name = createdBy.name || t('API key {id}', { id: shortId(createdBy.id) })
  return (
    <li className="row between flex-wrap">
      <span>
        {name}, <Time at={createdAt} />
        <span className="muted block">
          {rich('Expires {time}', { time: <Time at={expiresAt} /> })}
        </span>
      </span>
      <Button
        size="s"
        aria-label={t('Revoke link by {name}', { name })}
        busy={revoke.isBusy}
        disabledReason={missing}
        onClick={() => revoke.send({ params: { executionId, linkId } })}
      >
        {t('Revoke')}
      </Button>
      <Refused title={t('The link was not revoked.')} error={revoke.error} />
    </li>
  )
}
