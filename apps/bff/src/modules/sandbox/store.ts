import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { Paid } from './service.ts'

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
