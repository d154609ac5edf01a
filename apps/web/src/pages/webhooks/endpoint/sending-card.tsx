import { Pause, Play } from 'lucide-react'
import { webhooks } from '../../../api/call.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList, fact } from '../../../ui/display/description-list.tsx'
import { StatusPill } from '../../../ui/display/status-pill.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Refused } from '../../../features/actions/refused.tsx'
import { type WebhookEndpoint, webhooksKey } from '../../../api/queries/webhooks.ts'
import { paramsOf } from '../../../features/webhooks/endpoints.ts'
import { DeleteEndpoint } from './delete-endpoint.tsx'
import { queries } from '../../../api/query-client.ts'
import { t } from '../../../messages/text.ts'

/** Whether events go out, and the switch for it. */
export function SendingCard({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { status = '', createdAt, updatedAt, lastSequence, day } = endpoint
  const missing = useMissingPermission('webhooks:write')
  const isPaused = status === 'PAUSED'
  const options = {
    repeats: true,
    onDone: async () => {
      toast({ tone: 'done', title: isPaused ? t('Sending resumed') : t('Sending is paused') })
      await queries.invalidateQueries({ queryKey: webhooksKey })
    },
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
