import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { transfers } from '../../../../api/call.ts'
import { type TrackingLink, trackingLinksQuery } from '../../../../api/queries/tracking.ts'
import { useMissingPermission } from '../../../../api/session.ts'
import { useAction } from '../../../../features/actions/confirmed-call.ts'
import { Refused } from '../../../../features/actions/refused.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { CopyButton } from '../../../../ui/controls/copy-button.tsx'
import { SelectField } from '../../../../ui/controls/select.tsx'
import { shortId } from '../../../../ui/display/address.tsx'
import { Notice } from '../../../../ui/display/notice.tsx'
import { Time } from '../../../../ui/display/time.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Region } from '../../../../ui/page/region.tsx'

const days = ['1', '7', '14', '30'].map((value) => ({
  value,
  label: value === '1' ? '1 day' : `${value} days`,
}))

type Props = { executionId: string; onClose: () => void }

/** Makes a public link that follows the transfer, and ends those that are there. */
export function ShareDialog({ executionId, onClose }: Props) {
  const [expiry, setExpiry] = useState('7')
  const [url, setUrl] = useState('')
  const missing = useMissingPermission('transfers:write')
  const after = useAfterChange(executionId)
  const share = useAction(transfers.shareTracking, {
    repeats: true,
    onDone: async ({ data }) => {
      setUrl(data.url)
      await after()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Share tracking link"
      description="Anyone with the link sees the steps, times, amounts and masked names of this transfer. It shows no ids or account numbers."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
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
            Create link
          </Button>
        </>
      }
    >
      <div className="grid">
        <SelectField
          label="Link expires after"
          options={days}
          value={expiry}
          onChange={(event) => setExpiry(event.target.value)}
        />
        <Refused title="No link was created." error={share.error} />
        {url ? (
          <Notice tone="done" title="Copy the link now">
            It is shown only once.
            <span className="flex items-center gap-1">
              <span className="mono break-anywhere">{url}</span>
              <CopyButton text={url} label="Copy tracking link" />
            </span>
          </Notice>
        ) : null}
        <Links executionId={executionId} missing={missing} />
      </div>
    </Dialog>
  )
}

function useAfterChange(executionId: string) {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: trackingLinksQuery(executionId).queryKey })
}

function Links({ executionId, missing }: { executionId: string; missing: string | undefined }) {
  const query = useQuery(trackingLinksQuery(executionId))
  return (
    <section aria-label="Open links">
      <h3 className="muted">Open links</h3>
      <Region query={query} what="Links">
        {({ data }) =>
          data.length === 0 ? (
            <p className="muted">No open links.</p>
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
  const after = useAfterChange(executionId)
  const revoke = useAction(transfers.revokeTracking, { onDone: async () => after() })
  const { linkId, createdBy, createdAt, expiresAt } = link
  const name = createdBy.name || `API key ${shortId(createdBy.id)}`
  return (
    <li className="row between flex-wrap">
      <span>
        {name}, <Time at={createdAt} />
        <span className="muted block">
          Expires <Time at={expiresAt} />
        </span>
      </span>
      <Button
        size="s"
        aria-label={`Revoke link by ${name}`}
        busy={revoke.isBusy}
        disabledReason={missing}
        onClick={() => revoke.send({ params: { executionId, linkId } })}
      >
        Revoke
      </Button>
      <Refused title="The link was not revoked." error={revoke.error} />
    </li>
  )
}
