import type { PayoutRow } from '../../db/schema/rows.ts'

/** The steps of paying out and of paying back are the same two, under other names. */
export const orderKinds = {
  payout: { submitted: 'payout_submitted', confirmed: 'payout_confirmed', failed: 'payout_failed' },
  refund: { submitted: 'refund_submitted', confirmed: 'refund_confirmed', failed: 'refund_failed' },
} as const

export type OrderKind = keyof typeof orderKinds

export const orderKindOf = ({ step }: Pick<PayoutRow, 'step'>): OrderKind =>
  step === orderKinds.refund.submitted ? 'refund' : 'payout'

/** The order to come back to: the newest of its kind. */
export function newestOrder(orders: readonly PayoutRow[], kind: OrderKind): PayoutRow | undefined {
  return orders
    .filter(({ step }) => step === orderKinds[kind].submitted)
    .reduce<PayoutRow | undefined>(
      (newest, order) => (newest && newest.attempt > order.attempt ? newest : order),
      undefined,
    )
}
