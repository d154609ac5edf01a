import { fail, parseId } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { lockLine } from '../../../records/liquidity/line-store.ts'
import { lockPayment } from '../../../records/liquidity/payment-store.ts'
import type { FeeDeps } from '../../partners/fees.ts'
import { creditUnmatched } from '../../partners/unmatched-payments.ts'

/** Credits a payment that fits nothing to the payments account. */
export async function creditPayment(tx: Tx, deps: FeeDeps, by: AuditedBy, paymentId: string) {
  await lockLine(tx, by.partnerId)
  const id = parseId('lpay', paymentId)
  const payment = id && (await lockPayment(tx, by.partnerId, id))
  if (!payment) return fail({ code: 'RECORD_NOT_FOUND' })
  return creditUnmatched(tx, deps, by, payment)
}
