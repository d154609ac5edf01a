import type { webhookEndpoints } from '@corridor/contract'
import { fail, formatId, ok } from '@corridor/domain'
import { type Handlers, inTwoParts, success } from '../../api/handlers.ts'
import type { Deps } from '../../ports/deps.ts'
import { changedBody, partnerEndpointBody } from './endpoint/view.ts'
import { noEndpoint, valueOrThrow } from './endpoint/failures.ts'
import { createOneEndpoint } from './one-endpoint.ts'

/** All endpoints of a partner, by their ids. */
export function endpointsHandlers(deps: Deps): Handlers<typeof webhookEndpoints> {
  const { registration, ...rest } = createOneEndpoint(deps)
  const { nothing, after } = rest

  return {
    endpoints: async (tx, _input, caller) =>
      success(
        (await registration.list(tx, caller)).map((facts) => partnerEndpointBody(facts.row, facts)),
      ),
    createEndpoint: inTwoParts({
      before: ({ body }) => rest.vet(body.webhookUrl),
      handle: async (tx, { body }, caller, vetted) =>
        rest.saved(await registration.create(tx, caller, rest.settings(body, vetted)), changedBody),
      after,
    }),
    readEndpoint: async (tx, { params }, caller) => {
      const ref = rest.refOf(caller, params)
      const facts = await registration.read(tx, ref)
      const row = valueOrThrow(facts.row ? ok(facts.row) : fail(noEndpoint(ref)))
      return success(partnerEndpointBody(row, facts))
    },
    updateEndpoint: inTwoParts({
      before: ({ body }) => rest.vet(body.webhookUrl),
      handle: async (tx, { params, body }, caller, vetted) => {
        const settings = rest.settings(body, vetted)
        const done = await registration.update(tx, caller, rest.refOf(caller, params), settings)
        return rest.saved(done, changedBody)
      },
      after,
    }),
    deleteEndpoint: inTwoParts({
      before: nothing,
      handle: async (tx, { params }, caller) => {
        const done = await registration.remove(tx, caller, rest.refOf(caller, params))
        const { row, cancelled } = valueOrThrow(done)
        return success({ endpointId: formatId('whe', row.id), cancelled }, 'Endpoint deleted.')
      },
      after,
    }),
    rotateEndpointSecret: inTwoParts({
      before: nothing,
      handle: (tx, { params, body }, caller) =>
        rest.rotateSecret(tx, caller, rest.refOf(caller, params), body),
      after,
    }),
    setEndpointOverlap: (tx, { params, body }, caller) =>
      rest.setOverlap(tx, caller, rest.refOf(caller, params), body),
    pauseEndpoint: async (tx, { params }, caller) =>
      rest.paused(await registration.pause(tx, caller, rest.refOf(caller, params)), changedBody),
    resumeEndpoint: inTwoParts({
      before: nothing,
      handle: async (tx, { params, body }, caller) => {
        const done = await registration.resume(tx, caller, rest.refOf(caller, params), body)
        return rest.resumed(done, changedBody)
      },
      after,
    }),
    testEndpoint: inTwoParts({
      before: nothing,
      handle: (tx, { params, body }, caller) =>
        rest.test(tx, caller, rest.refOf(caller, params), body),
      after,
    }),
  }
}
