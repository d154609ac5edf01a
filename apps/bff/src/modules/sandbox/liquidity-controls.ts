import type { sandbox } from '@corridor/contract'
import { type Handlers, inTwoParts } from '../../api/handlers.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { LiquidityPaid, LiquidityPayments } from './liquidity-payments.ts'

const valueOrThrow = answersFor({
  RECORD_NOT_FOUND: 'Nothing that is paid has this id.',
})
type Of<K extends keyof typeof sandbox> = (typeof sandbox)[K]

/** Pays what a credit line waits for, as the partner or its bank would. */
export function liquidityControls(
  payments: LiquidityPayments,
): Pick<Handlers<typeof sandbox>, 'payLiquidity'> {
  return {
    payLiquidity: inTwoParts<Of<'payLiquidity'>, LiquidityPaid>({
      before: async ({ body }, caller) => valueOrThrow(await payments.pay(caller, body)),
      handle: async (tx, _input, caller, paid) => ({
        success: true,
        message: 'The payment was made.',
        data: await payments.find(tx, caller, paid),
      }),
    }),
  }
}
