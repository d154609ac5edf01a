import type { webhookEndpoint } from '@corridor/contract'
import { inTwoParts, partOf } from '../../api/handlers.ts'
import type { Deps } from '../../ports/deps.ts'
import { createCheck } from './check.ts'
import { endpointBody, registeredBody } from './endpoint/view.ts'
import { valueOrThrow } from './endpoint/failures.ts'
import { createOneEndpoint } from './one-endpoint.ts'

/** The primary endpoint: its address, its secrets, and whether it is sent anything. */
export function endpointHandlers(deps: Deps) {
  const { registration, ...rest } = createOneEndpoint(deps)
  const { check } = createCheck(deps)
  const { nothing, after } = rest

  return partOf<typeof webhookEndpoint>()({
    registeredUrl: async (tx, _input, caller) => ({
      webhookUrl: await registration.url(tx, caller),
    }),
    register: inTwoParts({
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
    check: inTwoParts({
      before: ({ body }, caller) => check(caller, body.webhookUrl),
      handle: (_tx, _input, _caller, checked) => {
        const data = valueOrThrow(checked)
        const message = data.ok ? 'The address works.' : 'The address does not work.'
        return Promise.resolve({ success: true, message, data })
      },
    }),
    rotateSecret: inTwoParts({
      before: nothing,
      handle: (tx, { body }, caller) => rest.rotateSecret(tx, caller, rest.refOf(caller), body),
      after,
    }),
    setOverlap: (tx, { body }, caller) => rest.setOverlap(tx, caller, rest.refOf(caller), body),
    pause: async (tx, _input, caller) =>
      rest.paused(await registration.pause(tx, caller, rest.refOf(caller)), registeredBody),
    resume: inTwoParts({
      before: nothing,
      handle: async (tx, { body }, caller) =>
        rest.resumed(
          await registration.resume(tx, caller, rest.refOf(caller), body),
          registeredBody,
        ),
      after,
    }),
    test: inTwoParts({
      before: nothing,
      handle: (tx, { body }, caller) => rest.test(tx, caller, rest.refOf(caller), body),
      after,
    }),
  })
}
