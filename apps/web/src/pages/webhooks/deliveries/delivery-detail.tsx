import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { webhooks } from '../../../api/call.ts'
import { queries } from '../../../api/query-client.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { useAction } from '../../../features/actions/action.tsx'
import { TextLink } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { Exchange } from './exchange.tsx'
import { type Delivery, deliveryQuery, webhooksKey } from '../../../api/queries/webhooks.ts'
import { t } from '../../../messages/text.ts'
import { deliveryStates } from '@corridor/domain'
import { useNow } from '../../../api/clock.ts'
import { countText } from '../../../ui/format/numbers.ts'
import { Timeline, type TimelineItem } from '../../../ui/display/timeline.tsx'
import {
  answerText,
  attemptNote,
  hasFailed,
  nextText,
  reasonText,
} from '../../../features/webhooks/labels.ts'
import { rich } from '../../../messages/rich.tsx'

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
    onDone: (answer) => queries.setQueryData(deliveryQuery(deliveryId).queryKey, answer),
    stale: webhooksKey,
    refused: t('Not sent again'),
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

/** What was tried so far, and when it is tried next. */
function AttemptList({ delivery }: { delivery: Delivery }) {
  const now = useNow(1000)
  const items = delivery.attempts.map((attempt): TimelineItem => {
    const { number, at, durationMs } = attempt
    return {
      key: String(number),
      meaning: hasFailed(attempt) ? 'fail' : 'done',
      title: t('Attempt {number}: {answer}', { number, answer: answerText(attempt) }),
      aside: rich('{time}, {milliseconds} ms', {
        time: <Time at={at} detail="second" />,
        milliseconds: countText(durationMs),
      }),
      text: attemptNote(attempt) || undefined,
    }
  })
  const next = nextItem(delivery, now)
  return <Timeline label={t('Attempts')} items={next ? [...items, next] : items} />
}

function nextItem(delivery: Delivery, now: number): TimelineItem | undefined {
  const { status, attempts, attemptsMax, nextAttemptAt, reason } = delivery
  const number = attempts.length + 1
  // Sent by hand, a delivery may well have more attempts than its schedule.
  const title =
    number > attemptsMax
      ? t('Attempt {number}', { number })
      : t('Attempt {number} of {total}', { number, total: attemptsMax })
  if (status === 'IN_FLIGHT')
    return { key: 'next', meaning: 'move', title, aside: t('in progress') }
  if (deliveryStates[status].isWaiting) {
    const aside = (
      <>
        <Time at={nextAttemptAt} detail="second" />, {nextText(delivery, now)}
      </>
    )
    return { key: 'next', meaning: 'none', title, aside }
  }
  if (status === 'EXHAUSTED') return { key: 'next', meaning: 'end', title: t('No more attempts') }
  if (!deliveryStates[status].isCalledOff) return undefined
  return {
    key: 'next',
    meaning: 'end',
    title: t('Not sent: {reason}', { reason: reasonText(reason) }),
  }
}
