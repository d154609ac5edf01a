import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
/**
 * Keeps a faucet payment's signed bytes: the dev chain writes its state once a second, and a node
 * that lost its last second is given them again, in the order in which they were made.
 */
export const keepFaucetTransaction = (tx: Tx, partnerId: string, paid: Paid) =>
  tx
    .insertInto('chain_transaction')
    .values({
      chain_id: paid.chainId,
      partner_id: partnerId,
      hash: paid.transactionHash,
      purpose: 'faucet',
      sender: 'faucet',
      // The faucet counts its own nonces; the block gives the order.
      nonce: Number(paid.blockNumber),
      raw: paid.rawTransaction,
      status: 'CONFIRMED',
      block_number: Number(paid.blockNumber),
      created_at: sql<Date>`service_now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The deposit that an entry of a bank or a transaction of a chain became; of any partner for a worker. */
export function findDeposit(
  tx: Tx,
  partnerId: string | undefined,
  key: { bankEntry: string } | { chainId: string; hash: string },
) {
  let query = tx.selectFrom('deposit').selectAll()
  if (partnerId !== undefined) query = query.where('partner_id', '=', partnerId)
  query =
    'bankEntry' in key
      ? query.where('bank_entry', '=', key.bankEntry)
      : query.where('chain_id', '=', key.chainId).where('hash', '=', key.hash)
  return query.limit(1).executeTakeFirst()
}

export type Paid = {
  transactionHash: string
  blockNumber: bigint
  rawTransaction: string
  chainId: string
  amount: number
  currency: string
}
