import type { InputOf, webhookEndpoint } from '@corridor/contract'
import { fail, ok, type Result } from '@corridor/domain'
import { type Handlers, inTwoParts } from '../../api/handlers.ts'
import { detail, type Failure } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { createCheck } from './check.ts'
import { endpointBody, registeredBody, secretHint } from './endpoint/view.ts'
import { eventIssues } from './endpoint/event-selection.ts'
import { valueOrThrow } from './endpoint/failures.ts'
import { createRegistration, type Registered } from './registration.ts'
import { createSecrets } from './secrets.ts'
import { createTestEvents } from './test-event.ts'

type Of<K extends keyof typeof webhookEndpoint> = (typeof webhookEndpoint)[K]
type Kept = Pick<
  typeof webhookEndpoint,
  | 'registeredUrl'
  | 'register'
  | 'endpoint'
  | 'check'
  | 'rotateSecret'
  | 'setOverlap'
  | 'pause'
  | 'resume'
  | 'test'
>
type Vetted = Result<undefined, Failure<'WEBHOOK_URL_INVALID'>>

const said: Record<Registered['outcome'], string> = {
  REGISTERED: 'Webhook registered; a signed test event follows. Keep the secret, it is shown once.',
  CHANGED: 'Webhook changed.',
  ENABLED: 'Webhook enabled; what it missed is sent now.',
  UNCHANGED: 'The webhook is already registered so.',
}

/** The endpoint itself: its address, its secrets, and whether it is sent anything. */
export function endpointHandlers(deps: Deps): Handlers<Kept> {
  const registration = createRegistration(deps)
  const secrets = createSecrets(deps)
  const tests = createTestEvents(deps)
  const { check } = createCheck(deps)
  const nothing = () => Promise.resolve(undefined)
  const after = () => deps.wake.notify('published')

  return {
    registeredUrl: async (tx, _input, caller) => ({
      webhookUrl: await registration.url(tx, caller),
    }),
    register: inTwoParts<Of<'register'>, Vetted>({
      before: ({ body }) => vet(body.webhookUrl),
      handle: async (tx, { body }, caller, vetted) => {
        valueOrThrow(knownEvents(body))
        valueOrThrow(vetted)
        const done = await registration.register(tx, caller, settingsOf(body))
        const { row, outcome, secret } = valueOrThrow(done)
        const data = { ...registeredBody(row), ...(secret && { signingSecret: secret }) }
        return { success: true, message: said[outcome], data }
      },
      after,
    }),
    endpoint: async (tx, _input, caller) => ({
      success: true,
      data: endpointBody(await registration.read(tx, caller)),
    }),
    // It waits for a stranger's server, and writes nothing.
    check: inTwoParts<Of<'check'>, Awaited<ReturnType<typeof check>>>({
      before: ({ body }, caller) => check(caller, body.webhookUrl),
      handle: (_tx, _input, _caller, checked) => {
        const data = valueOrThrow(checked)
        const message = data.ok ? 'The address works.' : 'The address does not work.'
        return Promise.resolve({ success: true, message, data })
      },
    }),
    rotateSecret: inTwoParts<Of<'rotateSecret'>, undefined>({
      before: nothing,
      handle: async (tx, { body }, caller) => {
        const { secret, previousValidUntil } = valueOrThrow(await secrets.rotate(tx, caller, body))
        const message = 'Secret rotated. Keep the new one, it is shown once.'
        const until = previousValidUntil.toISOString()
        return {
          success: true,
          message,
          data: { signingSecret: secret, previousValidUntil: until },
        }
      },
      after,
    }),
    setOverlap: async (tx, { body }, caller) => {
      const rows = valueOrThrow(await secrets.setOverlap(tx, caller, body))
      const message = body.hours === 0 ? 'Only the newest secret signs now.' : 'Overlap changed.'
      return { success: true, message, data: { secrets: rows.map(secretHint) } }
    },
    pause: async (tx, _input, caller) => {
      const row = valueOrThrow(await registration.pause(tx, caller))
      return { success: true, message: 'Webhook paused.', data: registeredBody(row) }
    },
    resume: inTwoParts<Of<'resume'>, undefined>({
      before: nothing,
      handle: async (tx, { body }, caller) => {
        const { row, scheduled } = valueOrThrow(await registration.resume(tx, caller, body))
        const message = `Webhook active; ${scheduled} events are sent now.`
        return { success: true, message, data: { ...registeredBody(row), scheduled } }
      },
      after,
    }),
    test: inTwoParts<Of<'test'>, undefined>({
      before: nothing,
      handle: async (tx, { body }, caller) => ({
        success: true,
        message: 'Test event made.',
        data: valueOrThrow(await tests.send(tx, caller, body)),
      }),
      after,
    }),
  }

  async function vet(url: string): Promise<Vetted> {
    const vetted = await deps.outbound.vet(url)
    if (vetted.ok) return ok(undefined)
    const { rule, message } = vetted.failure
    const details = [detail('webhookUrl', 'WEBHOOK_URL_INVALID', message, { rule })]
    return fail({ code: 'WEBHOOK_URL_INVALID', details })
  }
}

type Body = InputOf<Of<'register'>>['body']

function knownEvents(body: Body): Result<undefined, Failure<'FIELD_INVALID'>> {
  const details = eventIssues(body)
  return details.length > 0 ? fail({ code: 'FIELD_INVALID', details }) : ok(undefined)
}

/** What is left out is as at a first registration: everything, by the usual schedule. */
const settingsOf = ({ webhookUrl, description, events, retryPreset }: Body) => ({
  url: webhookUrl,
  description: description ?? '',
  events: [...new Set(events)],
  retry_preset: retryPreset ?? ('standard' as const),
})
