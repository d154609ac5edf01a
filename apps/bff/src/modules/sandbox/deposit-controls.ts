import type { sandbox } from '@corridor/contract'
import { type Handlers, inTwoParts } from '../../api/handlers.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Arrived, DepositsService } from './deposits.ts'

const valueOrThrow = answersFor({
  ILLEGAL_TRANSITION: 'This transfer waits for no deposit.',
})
type Of<K extends keyof typeof sandbox> = (typeof sandbox)[K]

/** Has money arrive as a payer would send it (operations.md 14). */
export function depositControls(
  service: DepositsService,
): Pick<Handlers<typeof sandbox>, 'depositForTransfer' | 'depositForFunding'> {
  return {
    depositForTransfer: inTwoParts<Of<'depositForTransfer'>, Arrived>({
      before: async ({ params, body }, caller) =>
        valueOrThrow(await service.forTransfer(caller, params.executionId, body)),
      handle: async (tx, _input, caller, arrived) => ({
        success: true,
        message: 'The deposit arrived.',
        data: await service.find(tx, caller, arrived),
      }),
    }),
    depositForFunding: inTwoParts<Of<'depositForFunding'>, Arrived>({
      before: async ({ params, body }, caller) => {
        const { amount, currency, senderName: name, senderAccount: account, reference = '' } = body
        const requested = { amount, currency, name, account, reference }
        return valueOrThrow(await service.forFunding(caller, params.fundingAccountId, requested))
      },
      handle: async (tx, _input, caller, arrived) => ({
        success: true,
        message: 'The deposit arrived.',
        data: await service.find(tx, caller, arrived),
      }),
    }),
  }
}
