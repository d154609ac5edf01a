import type { Endpoint } from '@corridor/contract'
import { type AnyHandler, inTwoParts, type Simple } from '../../../api/handlers.ts'
import type { Lines } from './line.ts'

/** What every operation needs first: the partner's credit line with its addresses. */
export function opened<E extends Endpoint>(lines: Lines, handle: Simple<E>): AnyHandler<E> {
  return inTwoParts<E, undefined>({
    before: async (_input, { partnerId }) => {
      await lines.open(partnerId)
      return undefined
    },
    handle: (tx, input, caller) => handle(tx, input, caller),
  })
}
