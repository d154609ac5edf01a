import { Pause, Play, Fingerprint, Trash2 } from 'lucide-react'
import { webhooks } from '../../../api/call.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { useAction, Refused } from '../../../features/actions/action.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { DialogButton } from '../../../ui/controls/dialog-button.tsx'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { type WebhookEndpoint, webhooksKey } from '../../../api/queries/webhooks.ts'
import { paramsOf, endpointName } from '../../../features/webhooks/endpoints.ts'
import { t } from '../../../messages/text.ts'
import { useNavigate } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'

/** Whether events go out, and the switch for it. */
export function SendingCard({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { status = '', createdAt, updatedAt, lastSequence, day } = endpoint
  const missing = useMissingPermission('webhooks:write')
  const isPaused = status === 'PAUSED'
  const options = {
    repeats: true,
    done: isPaused ? t('Sending resumed') : t('Sending is paused'),
    stale: webhooksKey,
  }
  const pause = useAction(webhooks.pauseEndpoint, options)
  const resume = useAction(webhooks.resumeEndpoint, options)
  return (
    <Card title={t('Sending')} beside={<StatusPill status={status} />}>
      <div className="grid">
        <DescriptionList
          rows={[
            fact(t('Waiting or retrying'), day.open),
            fact(t('Newest event'), t('Number {number}', { number: lastSequence })),
            fact(t('Registered'), <Time at={createdAt} />),
            fact(t('Changed'), <Time at={updatedAt} />),
          ]}
        />
        <div className="row flex-wrap">
          {isPaused ? (
            <Button
              icon={Play}
              busy={resume.isBusy}
              disabledReason={missing}
              onClick={() => resume.send({ ...paramsOf(endpoint), body: {} })}
            >
              {t('Resume sending')}
            </Button>
          ) : (
            <Button
              icon={Pause}
              busy={pause.isBusy}
              disabledReason={missing ?? (status === 'DISABLED' ? t('It is disabled') : undefined)}
              onClick={() => pause.send(paramsOf(endpoint))}
            >
              {t('Pause sending')}
            </Button>
          )}
          <span className="muted">
            {isPaused
              ? t('Waiting events are sent, oldest first.')
              : t('Events are kept while it is paused.')}
          </span>
        </div>
        <Refused title={t('Not changed')} error={pause.error ?? resume.error} />
        <DeleteEndpoint endpoint={endpoint} />
      </div>
    </Card>
  )
}

/** Ends an endpoint for good, by passkey: who silences one silences its alarms. */
function DeleteEndpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const missing = useMissingPermission('webhooks:write')
  return (
    <div>
      <DialogButton
        variant="danger"
        icon={Trash2}
        disabledReason={missing}
        dialog={(close) => <DeleteDialog endpoint={endpoint} onClose={close} />}
      >
        {t('Delete endpoint')}
      </DialogButton>
    </div>
  )
}

function DeleteDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useAction(webhooks.deleteEndpoint, {
    version: endpoint.version,
    onDone: () => {
      onClose()
      void navigate(paths.webhooks())
    },
    done: t('The endpoint is deleted'),
    stale: webhooksKey,
  })
  return (
    <FormDialog
      title={t('Delete this endpoint')}
      description={t(
        'Nothing more is sent to {name}, and its secrets end. Its deliveries stay readable.',
        { name: endpointName(endpoint) },
      )}
      button={t('Delete')}
      icon={<Fingerprint />}
      isDangerous
      isBusy={remove.isBusy}
      onSubmit={() => remove.send(paramsOf(endpoint))}
      onClose={onClose}
    >
      {remove.error ? <Refused title={t('Not deleted')} error={remove.error} /> : null}
    </FormDialog>
  )
}
