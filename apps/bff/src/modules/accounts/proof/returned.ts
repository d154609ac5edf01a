import { proofReturnLegs } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import { endProof, lockProof } from '../external/proof-store.ts'
import { lockAccount } from '../external/store.ts'
import { findPaid, lockPayment, type ProofPaymentRow, setReturned } from './store.ts'

/** What came back of a payment, as the bank's statement has it. */
type CameBack = { reference: string; currency: string; amount: bigint; country: string }

/** UNPAID: in our books it never left. EARLY: its bank has not confirmed it yet. */
export type ProofReturn =
  | { outcome: 'TAKEN' | 'UNPAID' | 'EARLY'; payment: ProofPaymentRow }
  | { outcome: 'NOT_OURS'; problem: string }

/**
 * A micro-deposit that came back: nobody reads what did not stay, so its attempt has failed, and the
 * money is no expense any more, but for what a bank kept of it. What was proved before stays proved.
 */
export async function takeProofReturn(tx: Tx, cameBack: CameBack): Promise<ProofReturn> {
  const found = await findPaid(tx, cameBack.reference)
  if (!found) return { outcome: 'NOT_OURS', problem: 'No payment has this reference.' }
  const { partner_id: partnerId, account_id: accountId } = found
  await lockAccount(tx, partnerId, accountId)
  const proof = await lockProof(tx, partnerId, found.id)
  const payment = await lockPayment(tx, { partner_id: partnerId, id: cameBack.reference })
  if (payment.status === 'CREATED' || payment.status === 'SUBMITTED')
    return { outcome: 'EARLY', payment }
  if (payment.status === 'FAILED') return { outcome: 'UNPAID', payment }
  if (payment.status === 'RETURNED')
    return { outcome: 'NOT_OURS', problem: 'The payment came back already.' }
  const { currency: asset, scale, amount } = payment
  if (cameBack.currency !== asset || cameBack.amount > amount)
    return { outcome: 'NOT_OURS', problem: 'Another amount came back than was paid.' }
  await setReturned(tx, payment)
  const legs = proofReturnLegs({ asset, scale, amount: cameBack.amount, country: cameBack.country })
  await postGroup(tx, { partnerId, transferId: payment.id, step: 'proof_returned', legs })
  if (proof?.status === 'OPEN') await endProof(tx, proof, 'refuse', 'PAYMENT_RETURNED')
  return { outcome: 'TAKEN', payment }
}
