import type { sandbox } from '@corridor/contract'
import { type Handlers, inTwoParts } from '../../api/handlers.ts'
import { answersFor } from '../../api/refusal.ts'
import type { Deps } from '../../deps.ts'
import { changedBody, type Touched, wakeAfter } from '../transfers/action-handlers.ts'
import { createTransferControls } from '../transfers/ordinary-controls.ts'

const valueOrThrow = answersFor({
  TRANSFER_NOT_FOUND: 'No transfer has this id.',
  ILLEGAL_TRANSITION: 'The transfer is in a state that does not allow this.',
  FIELD_INVALID: 'Some fields are not valid.',
})

type Of<K extends keyof typeof sandbox> = (typeof sandbox)[K]

/** Failing steps and deciding reviews as the world and the service would. */
export function transferControls(
  deps: Deps,
): Pick<Handlers<typeof sandbox>, 'failTransfer' | 'reviewTransfer'> {
  const controls = createTransferControls(deps)
  const before = () => Promise.resolve<Touched>({})
  const after = wakeAfter(deps)
  return {
    failTransfer: inTwoParts<Of<'failTransfer'>, Touched>({
      before,
      handle: async (tx, { params, body }, caller, touched) => {
        const row = valueOrThrow(await controls.failAt(tx, caller, { ...params, ...body }))
        const data = await changedBody(tx, row, touched)
        return { success: true, message: 'The step fails when it is reached.', data }
      },
      after,
    }),
    reviewTransfer: inTwoParts<Of<'reviewTransfer'>, Touched>({
      before,
      handle: async (tx, { params, body }, caller, touched) => {
        const row = valueOrThrow(await controls.review(tx, caller, { ...params, ...body }))
        const data = await changedBody(tx, row, touched)
        return { success: true, message: 'The review is decided.', data }
      },
      after,
    }),
  }
}
