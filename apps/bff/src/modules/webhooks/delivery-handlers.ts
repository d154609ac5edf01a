import type { webhookEndpoint } from '@corridor/contract'
import { inTwoParts, partOf, success } from '../../api/handlers.ts'
import { readPage } from '../../api/request/paging.ts'
import type { Deps } from '../../ports/deps.ts'
import { createDeliveries } from './delivery/deliveries.ts'
import { valueOrThrow } from './endpoint/failures.ts'
import { createRecoveries } from './delivery/recovery.ts'

/** What was sent, and sending it again. */
export function deliveryHandlers(deps: Deps) {
  const deliveries = createDeliveries(deps)
  const recoveries = createRecoveries(deps)
  const nothing = () => Promise.resolve(undefined)
  const after = () => deps.wake.notify('published')

  return partOf<typeof webhookEndpoint>()({
    deliveries: async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'deliveries', query)
      return { success: true, ...valueOrThrow(await deliveries.list(tx, caller, query, page)) }
    },
    delivery: async (tx, { params }, caller) =>
      success(valueOrThrow(await deliveries.read(tx, caller, params.deliveryId))),
    redeliver: inTwoParts({
      before: nothing,
      handle: async (tx, { params }, caller) =>
        success(
          valueOrThrow(await deliveries.redeliver(tx, caller, params.deliveryId)),
          'It is sent again now.',
        ),
      after,
    }),
    recover: inTwoParts({
      before: nothing,
      handle: async (tx, { body }, caller) => {
        const data = valueOrThrow(await recoveries.start(tx, caller, body))
        return success(data, `${data.scheduled} events are sent again.`)
      },
      after,
    }),
    recovery: async (tx, { params }, caller) =>
      success(valueOrThrow(await recoveries.read(tx, caller, params.recoveryId))),
    cancelRecovery: async (tx, { params }, caller) =>
      success(
        valueOrThrow(await recoveries.cancel(tx, caller, params.recoveryId)),
        'Recovery cancelled.',
      ),
  })
}
