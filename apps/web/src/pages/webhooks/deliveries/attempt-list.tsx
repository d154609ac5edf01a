import { deliveryStates } from '@corridor/domain'
import { useNow } from '../../../api/clock.ts'
import { countText } from '../../../ui/format/numbers.ts'
import { Time } from '../../../ui/display/time.tsx'
import { Timeline, type TimelineItem } from '../../../ui/display/timeline.tsx'
import type { Delivery } from '../../../api/queries/webhooks.ts'
import {
  answerText,
  attemptNote,
  hasFailed,
  nextText,
  reasonText,
} from '../../../features/webhooks/labels.ts'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

/** What was tried so far, and when it is tried next. */
export function AttemptList({ delivery }: { delivery: Delivery }) {
  const now = useNow(1000)
  const items = delivery.attempts.map((attempt): TimelineItem => {
    const { number, at, durationMs } = attempt
    return {
      key: String(number),
      meaning: hasFailed(attempt) ? 'fail' : 'done',
      title: t('Attempt {number}: {answer}', { number, answer: answerText(attempt) }),
      aside: (
        <>
          {rich('{time}, {milliseconds} ms', {
            time: <Time at={at} detail="second" />,
            milliseconds: countText(durationMs),
          })}
        </>
      ),
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
