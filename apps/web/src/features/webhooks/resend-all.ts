import { call, webhooks } from '../../api/call.ts'
import { plural } from '../../messages/text.ts'
import { refusalText } from '../actions/action.tsx'
import { countText } from '../../ui/format/numbers.ts'

export function notSentText(count: number, reason: string): string {
  return plural(
    count,
    { one: '{count} delivery not: {reason}', other: '{count} deliveries not: {reason}' },
    { count: countText(count), reason },
  )
}

/** The newest refusal is shown; one that is under way already is sent anyhow. */
export async function resendAll(ids: readonly string[], onNext: (at: number) => void) {
  let sent = 0
  let refusal: string | undefined
  for (const [index, deliveryId] of ids.entries()) {
    onNext(index + 1)
    try {
      // One at a time: the order in which they were picked is the order in which they go.
      await call(webhooks.redeliver, { params: { deliveryId } })
      sent += 1
    } catch (error) {
      refusal = refusalText(error)
    }
  }
  return { sent, refusal }
}
