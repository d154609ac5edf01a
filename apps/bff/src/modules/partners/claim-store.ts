import type { Hex } from '@corridor/chains'
import { sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'

export type PaymentClaim = {
  chainId: string
  hash: Hex
  /** What the payment pays for, and the record of it. */
  purpose: 'KYC_FEE' | 'PAYMENTS' | 'PREPAID' | 'RESERVE_FEE' | 'FULFILMENT'
  partnerId: string
  subjectId: string
}

const bytesOf = (hash: Hex) => Buffer.from(hash.slice(2), 'hex')

/** Claims a payment; false where it has paid for something already, of whatever partner. */
export async function claimPayment(tx: Tx, claim: PaymentClaim): Promise<boolean> {
  const row = await tx
    .insertInto('payment_claim')
    .values({
      chain_id: claim.chainId,
      hash: bytesOf(claim.hash),
      purpose: claim.purpose,
      partner_id: claim.partnerId,
      subject_id: claim.subjectId,
      created_at: serviceNow,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether any partner's payment with this hash was used, on whatever chain. */
export async function isClaimed(tx: Tx, hash: Hex): Promise<boolean> {
  const { rows } = await sql<{
    claimed: boolean
  }>`select is_payment_claimed(${bytesOf(hash)}) as claimed`.execute(tx)
  return rows[0]?.claimed === true
}

/** Gives a payment free again: what it was to pay for was refused. */
export const releasePayment = (tx: Tx, of: { chainId: string; hash: string; subjectId: string }) =>
  tx
    .deleteFrom('payment_claim')
    .where('chain_id', '=', of.chainId)
    .where('hash', '=', Buffer.from(of.hash.slice(2), 'hex'))
    .where('subject_id', '=', of.subjectId)
    .execute()
