import { Fingerprint, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { webhooks } from '../../../api/call.ts'
import { type WebhookEndpoint, webhooksKey } from '../../../api/queries/webhooks.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { Refused } from '../../../features/actions/refused.tsx'
import { endpointName, paramsOf } from '../../../features/webhooks/endpoints.ts'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { queries } from '../../../api/query-client.ts'
import { t } from '../../../messages/text.ts'

/** Ends an endpoint for good, by passkey: who silences one silences its alarms. */
export function DeleteEndpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const missing = useMissingPermission('webhooks:write')
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button
        variant="danger"
        icon={<Trash2 className="icon-medium" />}
        disabledReason={missing}
        onClick={() => setOpen(true)}
      >
        {t('Delete endpoint')}
      </Button>
      {open ? <DeleteDialog endpoint={endpoint} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

function DeleteDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useAction(webhooks.deleteEndpoint, {
    version: endpoint.version,
    onDone: async () => {
      onClose()
      toast({ tone: 'done', title: t('The endpoint is deleted') })
      void navigate(paths.webhooks())
      await queries.invalidateQueries({ queryKey: webhooksKey })
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Delete this endpoint')}
      description={t(
        'Nothing more is sent to {name}, and its secrets end. Its deliveries stay readable.',
        { name: endpointName(endpoint) },
      )}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="danger-filled"
            icon={<Fingerprint />}
            busy={remove.isBusy}
            onClick={() => remove.send(paramsOf(endpoint))}
          >
            {t('Delete')}
          </Button>
        </>
      }
    >
      {remove.error ? <Refused title={t('Not deleted')} error={remove.error} /> : null}
    </Dialog>
  )
}
