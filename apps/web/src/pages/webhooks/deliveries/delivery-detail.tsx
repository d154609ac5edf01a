import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { webhooks } from '../../../api/call.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { refusalText, useAction } from '../../../features/actions/confirmed-call.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { StatusPill } from '../../../ui/display/status-pill.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { AttemptList } from './attempt-list.tsx'
import { Exchange } from './exchange.tsx'
import { type Delivery, deliveryQuery, webhooksKey } from '../../../api/queries/webhooks.ts'
import { queries } from '../../../api/query-client.ts'
import { t } from '../../../messages/text.ts'

type Props = {
  deliveryId: string
  /** Where no row beside it says how it stands. */
  withState?: boolean
}

/** All attempts of a delivery, what was sent and what was answered. */
export function DeliveryDetail({ deliveryId, withState = false }: Props) {
  const query = useQuery(deliveryQuery(deliveryId))
  return (
    <Region query={query} what={t('Delivery')}>
      {({ data: delivery }) => (
        <div className="two-columns">
          <div className="stack">
            {withState ? (
              <div className="row flex-wrap">
                <StatusPill status={delivery.status} />
                <span className="mono">
                  {delivery.eventCategory}.{delivery.eventType}
                </span>
              </div>
            ) : null}
            <AttemptList delivery={delivery} />
          </div>
          <div className="stack">
            <Exchange delivery={delivery} />
            <div className="row flex-wrap">
              <SendAgain delivery={delivery} />
              <Links delivery={delivery} />
            </div>
          </div>
        </div>
      )}
    </Region>
  )
}

function SendAgain({ delivery }: { delivery: Delivery }) {
  const { deliveryId, status } = delivery
  const missing = useMissingPermission('webhooks:write')
  const redeliver = useAction(webhooks.redeliver, {
    repeats: true,
    onDone: async (answer) => {
      queries.setQueryData(deliveryQuery(deliveryId).queryKey, answer)
      await queries.invalidateQueries({ queryKey: webhooksKey })
    },
    onRefused: (error) => {
      toast({ tone: 'fail', title: t('Not sent again'), text: refusalText(error) })
    },
  })
  return (
    <Button
      size="s"
      icon={RotateCw}
      busy={redeliver.isBusy}
      disabledReason={
        missing ?? (status === 'IN_FLIGHT' ? t('An attempt is in progress') : undefined)
      }
      onClick={() => redeliver.send({ params: { deliveryId } })}
    >
      {t('Send again now')}
    </Button>
  )
}

function Links({ delivery: { eventId, executionId, createdAt } }: { delivery: Delivery }) {
  const at = new URLSearchParams({ at: createdAt })
  return (
    <>
      <TextLink
        className="inline-flex items-center min-h-6"
        to={`${paths.webhookEvent(eventId)}?${at.toString()}`}
      >
        {t('Open event')}
      </TextLink>
      {executionId ? (
        <TextLink className="inline-flex items-center min-h-6" to={paths.transfer(executionId)}>
          {t('Open transfer')}
        </TextLink>
      ) : null}
    </>
  )
}
