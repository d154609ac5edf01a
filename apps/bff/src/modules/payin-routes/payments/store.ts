import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'

export type OwnedPayment = {
  paymentId: string
  partnerId: string
  depositId: string | null
  fundingAccountId: string | null
  transferId: string | null
}

/** Whose payments are that became deposits, by the deposits; for a worker, which sees all partners. */
export async function findDepositsOf(tx: Tx, ids: readonly string[]): Promise<OwnedPayment[]> {
  const { rows } = await sql<OwnedPayment>`
    select d.bank_entry as "paymentId", d.partner_id as "partnerId", d.id as "depositId",
      d.funding_account_id as "fundingAccountId", d.transfer_id as "transferId"
    from deposit d where d.bank_entry = any(${[...ids]}::text[])`.execute(tx)
  return rows
}

export type OwnedPayout = {
  id: string
  partnerId: string
  transferId: string
  minor: bigint
  scale: number
  currency: string
  status: string
}

/** Whose payouts these are; for a worker, which sees all partners. */
export async function findPayoutOwners(
  tx: Tx,
  references: readonly string[],
): Promise<Map<string, OwnedPayout>> {
  const { rows } = await sql<OwnedPayout>`
    select p.id::text as id, p.partner_id as "partnerId", p.transfer_id as "transferId",
      p.amount as minor, p.scale, p.currency, p.status
    from payout p where p.id::text = any(${[...references]}::text[])`.execute(tx)
  return new Map(rows.map((payout) => [payout.id, payout]))
}
