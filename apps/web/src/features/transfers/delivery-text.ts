import { codeText } from '../../messages/service.ts'
import type { Timeline } from '../../api/queries/transfers.ts'
import { t } from '../../messages/text.ts'

type Delivery = Pick<Timeline['deliveries'][number], 'status' | 'attempts' | 'lastAttempt'>

/** How an event got to the partner's server: `, delivered, 200 in 184 ms`; nothing where it goes nowhere. */
export function deliveryText(delivery: Delivery | undefined): string {
  if (!delivery) return ''
  const { status, attempts, lastAttempt } = delivery
  const result = lastAttempt
    ? t('{result} in {duration} ms', {
        result: lastAttempt.httpStatus ?? t('no answer'),
        duration: lastAttempt.durationMs,
      })
    : ''
  const times = attempts > 1 ? t('attempt {attempts}', { attempts }) : ''
  return ['', codeText(status), result, times].filter((part, i) => i === 0 || part).join(', ')
}
