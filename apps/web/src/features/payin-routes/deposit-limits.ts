import type { PayinRoute } from '../../api/queries/payin-routes.ts'

/** Whether a payer has to know the smallest deposit; the smallest unit of a token is none to people. */
export const hasMinimum = ({ minDeposit }: Pick<PayinRoute['limits'], 'minDeposit'>): boolean =>
  minDeposit >= 0.01

/** Whether a payer has to know the largest deposit; what the rails allow at most is none to people. */
export const hasMaximum = ({ maxDeposit }: Pick<PayinRoute['limits'], 'maxDeposit'>): boolean =>
  maxDeposit > 0 && maxDeposit < 1_000_000_000
