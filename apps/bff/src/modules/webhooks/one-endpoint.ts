import type { InputOf, webhooks } from '@corridor/contract'
import { fail, ok, type Result } from '@corridor/domain'
import type { Caller } from '../../api/request/caller.ts'
import { detail, type Failure } from '../../api/request/refusal.ts'
import { uuidOf } from '../../db/no-id.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { eventIssues } from './endpoint/event-selection.ts'
import { valueOrThrow } from './endpoint/failures.ts'
import type { EndpointRef, EndpointRow, EndpointSettings } from './endpoint/store.ts'
import { secretHint } from './endpoint/view.ts'
import { createRegistration, type Registered } from './registration.ts'
import { createSecrets } from './secrets.ts'
import { createTestEvents } from './test-event.ts'

export type Vetted = Result<undefined, Failure<'WEBHOOK_URL_INVALID'>>
type Body = InputOf<typeof webhooks.register>['body']
type Thrown = Parameters<typeof valueOrThrow>[0] extends Result<unknown, infer F> ? F : never

const messages: Record<Registered['outcome'], string> = {
  REGISTERED: 'Webhook registered; a signed test event follows. Keep the secret, it is shown once.',
  CHANGED: 'Webhook changed.',
  ENABLED: 'Webhook enabled; what it missed is sent now.',
  UNCHANGED: 'The webhook is already registered so.',
}

/**
 * What the operations of the primary endpoint and those that name one by its id have in common: they
 * differ in how an endpoint is found, and in whether an answer says its id.
 */
export function createOneEndpoint(deps: Deps) {
  const registration = createRegistration(deps)
  const secrets = createSecrets(deps)
  const tests = createTestEvents(deps)
  return {
    registration,
    refOf,
    vet,
    settings,
    saved,
    paused,
    resumed,
    rotateSecret,
    setOverlap,
    test,
    nothing: () => Promise.resolve(undefined),
    after: () => deps.wake.notify('published'),
  }

  function refOf({ partnerId }: Caller, named?: { endpointId: string }): EndpointRef {
    return named ? { partnerId, endpointId: uuidOf('whe', named.endpointId) } : { partnerId }
  }

  async function vet(url: string): Promise<Vetted> {
    const vetted = await deps.outbound.vet(url)
    if (vetted.ok) return ok(undefined)
    const { rule, message } = vetted.failure
    const details = [detail('webhookUrl', 'WEBHOOK_URL_INVALID', message, { rule })]
    return fail({ code: 'WEBHOOK_URL_INVALID', details })
  }

  /** What is left out is as at a first registration: everything, by the usual schedule. */
  function settings(body: Body, vetted: Vetted): EndpointSettings {
    const details = eventIssues(body)
    if (details.length > 0) valueOrThrow(fail({ code: 'FIELD_INVALID', details }))
    valueOrThrow(vetted)
    const { webhookUrl, description, events, retryPreset } = body
    return {
      url: webhookUrl,
      description: description ?? '',
      events: [...new Set(events)],
      retry_preset: retryPreset ?? 'standard',
    }
  }

  function saved<T>(done: Result<Registered, Thrown>, shape: (row: EndpointRow) => T) {
    const { row, outcome, secret } = valueOrThrow(done)
    const data = { ...shape(row), ...(secret && { signingSecret: secret }) }
    return { success: true as const, message: messages[outcome], data }
  }

  function paused<T>(done: Result<EndpointRow, Thrown>, shape: (row: EndpointRow) => T) {
    const data = shape(valueOrThrow(done))
    return { success: true as const, message: 'Webhook paused.', data }
  }

  function resumed<T>(
    done: Result<{ row: EndpointRow; scheduled: number }, Thrown>,
    shape: (row: EndpointRow) => T,
  ) {
    const { row, scheduled } = valueOrThrow(done)
    const message = `Webhook active; ${scheduled} events are sent now.`
    return { success: true as const, message, data: { ...shape(row), scheduled } }
  }

  async function rotateSecret(
    tx: Tx,
    caller: Caller,
    ref: EndpointRef,
    asked: InputOf<typeof webhooks.rotateSecret>['body'],
  ) {
    const { secret, previousValidUntil } = valueOrThrow(
      await secrets.rotate(tx, caller, ref, asked),
    )
    const data = { signingSecret: secret, previousValidUntil: previousValidUntil.toISOString() }
    const message = 'Secret rotated. Keep the new one, it is shown once.'
    return { success: true as const, message, data }
  }

  async function setOverlap(tx: Tx, caller: Caller, ref: EndpointRef, asked: { hours: number }) {
    const rows = valueOrThrow(await secrets.setOverlap(tx, caller, ref, asked))
    const message = asked.hours === 0 ? 'Only the newest secret signs now.' : 'Overlap changed.'
    return { success: true as const, message, data: { secrets: rows.map(secretHint) } }
  }

  async function test(
    tx: Tx,
    caller: Caller,
    ref: EndpointRef,
    asked: InputOf<typeof webhooks.test>['body'],
  ) {
    const data = valueOrThrow(await tests.send(tx, caller, ref, asked))
    return { success: true as const, message: 'Test event made.', data }
  }
}
