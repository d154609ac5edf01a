import type { LiquidityPayment, ReserveFrame } from '../../api/queries/liquidity.ts'

type Payment = Pick<
  LiquidityPayment,
  'status' | 'source' | 'amount' | 'asset' | 'receivedAt' | 'transactionHash'
>
type Frame = Pick<ReserveFrame, 'status' | 'asset' | 'feePayment' | 'misc'>

/** Whether a payment can be the fee of a quoted frame: on the chain, since the quote, large enough. */
export function canPayFee(payment: Payment, { status, asset, feePayment, misc }: Frame): boolean {
  return (
    status === 'QUOTED' &&
    payment.status === 'UNMATCHED' &&
    payment.source === 'CHAIN' &&
    payment.transactionHash !== '' &&
    payment.asset === asset &&
    payment.amount >= feePayment.amount &&
    Date.parse(payment.receivedAt) >= Date.parse(misc.quotedAt)
  )
}

/** Whether it is so surely the fee that nobody has to be asked: it is exactly the amount. */
export const isExactFee = (payment: Payment, frame: Frame): boolean =>
  canPayFee(payment, frame) && payment.amount === frame.feePayment.amount
