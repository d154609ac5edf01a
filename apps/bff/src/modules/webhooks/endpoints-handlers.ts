import type { webhookEndpoints } from '@corridor/contract'
import { fail, formatId, ok } from '@corridor/domain'
import { type Handlers, inTwoParts, success } from '../../api/handlers.ts'
import type { Deps } from '../../ports/deps.ts'
import { changedBody, partnerEndpointBody } from './endpoint/view.ts'
import { noEndpoint, valueOrThrow } from './endpoint/failures.ts'
import { createOneEndpoint, type Vetted } from './one-endpoint.ts'

type Of<K extends keyof typeof webhookEndpoints> = (typeof webhookEndpoints)[K]

/** All endpoints of a partner, by their ids. */
export function endpointsHandlers(deps: Deps): Handlers<typeof webhookEndpoints> {
  const { registration, ...one } = createOneEndpoint(deps)
  const { nothing, after } = one

  return {
    endpoints: async (tx, _input, caller) =>
      success(
        (await registration.list(tx, caller)).map((facts) => partnerEndpointBody(facts.row, facts)),
      ),
    createEndpoint: inTwoParts<Of<'createEndpoint'>, Vetted>({
      before: ({ body }) => one.vet(body.webhookUrl),
      handle: async (tx, { body }, caller, vetted) =>
        one.saved(await registration.create(tx, caller, one.settings(body, vetted)), changedBody),
      after,
    }),
    readEndpoint: async (tx, { params }, caller) => {
      const ref = one.refOf(caller, params)
      const facts = await registration.read(tx, ref)
      const row = valueOrThrow(facts.row ? ok(facts.row) : fail(noEndpoint(ref)))
      return success(partnerEndpointBody(row, facts))
    },
    updateEndpoint: inTwoParts<Of<'updateEndpoint'>, Vetted>({
      before: ({ body }) => one.vet(body.webhookUrl),
      handle: async (tx, { params, body }, caller, vetted) => {
        const settings = one.settings(body, vetted)
        const done = await registration.update(tx, caller, one.refOf(caller, params), settings)
        return one.saved(done, changedBody)
      },
      after,
    }),
    deleteEndpoint: inTwoParts<Of<'deleteEndpoint'>, undefined>({
      before: nothing,
      handle: async (tx, { params }, caller) => {
        const done = await registration.remove(tx, caller, one.refOf(caller, params))
        const { row, cancelled } = valueOrThrow(done)
        return success({ endpointId: formatId('whe', row.id), cancelled }, 'Endpoint deleted.')
      },
      after,
    }),
    rotateEndpointSecret: inTwoParts<Of<'rotateEndpointSecret'>, undefined>({
      before: nothing,
      handle: (tx, { params, body }, caller) =>
        one.rotateSecret(tx, caller, one.refOf(caller, params), body),
      after,
    }),
    setEndpointOverlap: (tx, { params, body }, caller) =>
      one.setOverlap(tx, caller, one.refOf(caller, params), body),
    pauseEndpoint: async (tx, { params }, caller) =>
      one.paused(await registration.pause(tx, caller, one.refOf(caller, params)), changedBody),
    resumeEndpoint: inTwoParts<Of<'resumeEndpoint'>, undefined>({
      before: nothing,
      handle: async (tx, { params, body }, caller) => {
        const done = await registration.resume(tx, caller, one.refOf(caller, params), body)
        return one.resumed(done, changedBody)
      },
      after,
    }),
    testEndpoint: inTwoParts<Of<'testEndpoint'>, undefined>({
      before: nothing,
      handle: (tx, { params, body }, caller) =>
        one.test(tx, caller, one.refOf(caller, params), body),
      after,
    }),
  }
}
