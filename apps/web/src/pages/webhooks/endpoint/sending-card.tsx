import { useQueryClient } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { webhooks } from '../../../api/call.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { StatusPill } from '../../../ui/display/status-pill.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Refused } from '../../../features/actions/refused.tsx'
import { type WebhookEndpoint, webhooksKey } from '../../../api/queries/webhooks.ts'
import { paramsOf } from '../../../features/webhooks/endpoints.ts'
import { DeleteEndpoint } from './delete-endpoint.tsx'
import { t } from '../../../messages/text.ts'

/** Whether events go out, and the switch for it. */
export function SendingCard({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { status = '', createdAt, updatedAt, lastSequence, day } = endpoint
  const queries = useQueryClient()
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
            { label: t('Waiting or retrying'), value: day.open },
            { label: t('Newest event'), value: t('Number {number}', { number: lastSequence }) },
            { label: t('Registered'), value: <Time at={createdAt} /> },
            { label: t('Changed'), value: <Time at={updatedAt} /> },
          ]}
        />
        <div className="row flex-wrap">
          {isPaused ? (
            <Button
              icon={<Play className="icon-medium" />}
              busy={resume.isBusy}
              disabledReason={missing}
              onClick={() => resume.send({ ...paramsOf(endpoint), body: {} })}
            >
              {t('Resume sending')}
            </Button>
          ) : (
            <Button
              icon={<Pause className="icon-medium" />}
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
