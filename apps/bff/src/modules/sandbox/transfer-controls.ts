import type { sandbox } from '@corridor/contract'
import { type Handlers, inTwoParts } from '../../api/handlers.ts'
import { valueOrThrow } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { changedBody, type Touched, wakeAfter } from '../transfers/action-handlers.ts'
import { createTransferControls, type Forced } from '../transfers/actions/sandbox-controls.ts'

type Failing = Touched & Pick<Forced, 'refused'>
type Of<K extends keyof typeof sandbox> = (typeof sandbox)[K]

/** Failing steps and deciding reviews as the world and the service would. */
export function transferControls(
  deps: Deps,
): Pick<Handlers<typeof sandbox>, 'failTransfer' | 'reviewTransfer'> {
  const controls = createTransferControls(deps)
  const before = () => Promise.resolve<Touched>({})
  const after = wakeAfter(deps)
  return {
    failTransfer: inTwoParts<Of<'failTransfer'>, Failing>({
      before,
      handle: async (tx, { params, body }, caller, failing) => {
        const forced = valueOrThrow(await controls.failAt(tx, caller, { ...params, ...body }))
        if (forced.refused) failing.refused = forced.refused
        const data = await changedBody(tx, caller, forced.row, failing)
        return { success: true, message: 'The step fails when it is reached.', data }
      },
      after: async (input, caller, failing) => {
        const { refused } = failing
        if (refused) await deps.bank.sandbox?.refuse(refused.reference, refused.code)
        after(input, caller, failing)
      },
    }),
    reviewTransfer: inTwoParts<Of<'reviewTransfer'>, Touched>({
      before,
      handle: async (tx, { params, body }, caller, touched) => {
        const row = valueOrThrow(await controls.review(tx, caller, { ...params, ...body }))
        const data = await changedBody(tx, caller, row, touched)
        const isAsked = body.decision === 'INFORMATION_REQUIRED'
        const message = isAsked ? 'The question is asked.' : 'The review is decided.'
        return { success: true, message, data }
      },
      after,
    }),
  }
}
