import { formatId, readRetryAfter } from '@corridor/domain'
import type { Deps } from '../../../ports/deps.ts'
import { type FinishedAttempt, isSuccess } from './attempt-rules.ts'
import type { Claim } from './claim-store.ts'
import { deliveryHeaders } from './headers.ts'
import { bodyText } from '../../../records/events/event-body.ts'
import type { SecretBox } from '../endpoint/secret-box.ts'
import { signatureOf } from '../endpoint/signature.ts'

export type SendingDeps = Pick<Deps, 'config' | 'outbound' | 'realTime' | 'faults' | 'log'>

/** What is signed and sent, without what goes with every delivery. */
type Rendered = { timestamp: number; body: string; signature: string }

/** Sends one claimed delivery. @returns what is to be recorded; never throws */
export function createSender(deps: SendingDeps, secrets: SecretBox) {
  return send

  async function send(claim: Claim): Promise<FinishedAttempt> {
    const { delivery, event, at } = claim
    const isTest = event?.category === 'webhook' && event.type === 'test'
    const base = { delivery, at, isTest, isOurs: false, bodyExcerpt: '', responseHeaders: {} }
    let rendered: Rendered
    try {
      rendered = render(claim)
    } catch (error) {
      // It waits for its next attempt like any that failed, and blocks nothing.
      deps.log.error({ err: error, deliveryId: formatId('dlv', delivery.id) }, 'no webhook to send')
      return {
        ...base,
        isOurs: true,
        httpStatus: undefined,
        durationMs: 0,
        error: 'The event could not be written.',
        retryAfterMs: undefined,
        timestamp: secondsOf(deps.realTime()),
        signature: '',
      }
    }
    const { timestamp, signature, body } = rendered
    await deps.faults.reach('webhook', 'before_effect')
    const outcome = await deps.outbound.post({
      url: delivery.url,
      headers: deliveryHeaders({
        eventId: delivery.event_id,
        timestamp,
        signature,
        trigger: delivery.trigger,
        number: delivery.attempts + 1,
      }),
      body,
    })
    await deps.faults.reach('webhook', 'after_effect')
    const sent = { ...base, timestamp, signature, durationMs: outcome.durationMs }
    if (outcome.kind === 'failed')
      return { ...sent, httpStatus: undefined, error: outcome.message, retryAfterMs: undefined }
    const { status: httpStatus, headers } = outcome
    return {
      ...sent,
      httpStatus,
      error: isSuccess({ httpStatus }) ? '' : errorText(httpStatus),
      bodyExcerpt: outcome.body,
      responseHeaders: headers,
      retryAfterMs: readRetryAfter(headers['retry-after'], deps.realTime()),
    }
  }

  function render({ event, secretIds }: Claim): Rendered {
    if (!event) throw new Error('the history has no such event')
    if (secretIds.length === 0) throw new Error('no secret signs for this endpoint')
    const id = formatId('evt', event.id)
    const timestamp = secondsOf(deps.realTime())
    const body = bodyText(deps, event)
    const signature = signatureOf(secrets.keys(secretIds), { id, timestamp, body })
    return { timestamp, body, signature }
  }
}

function errorText(httpStatus: number): string {
  if (httpStatus >= 300 && httpStatus < 400) return `${httpStatus}: redirects are not followed.`
  return `The receiver answered ${httpStatus}.`
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000)
