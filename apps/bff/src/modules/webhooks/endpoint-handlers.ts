import type { InputOf, webhookEndpoint } from '@corridor/contract'
import { type Handlers, inTwoParts } from '../../api/handlers.ts'
import type { Deps } from '../../ports/deps.ts'
import { createCheck } from './check.ts'
import { endpointBody, registeredBody } from './endpoint/view.ts'
import { valueOrThrow } from './endpoint/failures.ts'
import { createOneEndpoint, type Vetted } from './one-endpoint.ts'

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

/** The primary endpoint: its address, its secrets, and whether it is sent anything. */
export function endpointHandlers(deps: Deps): Handlers<Kept> {
  const { registration, ...rest } = createOneEndpoint(deps)
  const { check } = createCheck(deps)
  const { nothing, after } = rest

  return {
    registeredUrl: async (tx, _input, caller) => ({
      webhookUrl: await registration.url(tx, caller),
    }),
    register: inTwoParts<Of<'register'>, Vetted>({
      before: ({ body }) => rest.vet(body.webhookUrl),
      handle: async (tx, { body }, caller, vetted) =>
        rest.saved(
          await registration.register(tx, caller, rest.settings(body, vetted)),
          registeredBody,
        ),
      after,
    }),
    endpoint: async (tx, _input, caller) => ({
      success: true,
      data: endpointBody(await registration.read(tx, rest.refOf(caller))),
    }),
    // It waits for a stranger's server, and writes nothing.
    check: inTwoParts<Of<'check'>, Awaited<ReturnType<typeof check>>>({
      before: ({ body }: InputOf<Of<'check'>>, caller) => check(caller, body.webhookUrl),
      handle: (_tx, _input, _caller, checked) => {
        const data = valueOrThrow(checked)
        const message = data.ok ? 'The address works.' : 'The address does not work.'
        return Promise.resolve({ success: true, message, data })
      },
    }),
    rotateSecret: inTwoParts<Of<'rotateSecret'>, undefined>({
      before: nothing,
      handle: (tx, { body }, caller) => rest.rotateSecret(tx, caller, rest.refOf(caller), body),
      after,
    }),
    setOverlap: (tx, { body }, caller) => rest.setOverlap(tx, caller, rest.refOf(caller), body),
    pause: async (tx, _input, caller) =>
      rest.paused(await registration.pause(tx, caller, rest.refOf(caller)), registeredBody),
    resume: inTwoParts<Of<'resume'>, undefined>({
      before: nothing,
      handle: async (tx, { body }, caller) =>
        rest.resumed(
          await registration.resume(tx, caller, rest.refOf(caller), body),
          registeredBody,
        ),
      after,
    }),
    test: inTwoParts<Of<'test'>, undefined>({
      before: nothing,
      handle: (tx, { body }, caller) => rest.test(tx, caller, rest.refOf(caller), body),
      after,
    }),
  }
}
