import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { ChainLink } from '../../../ports/chain.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'

/** A payment of the gas station to a wallet; `isOwn` when it was made for this transfer. */
export type TopUp = { hash: string; raw: string; value: bigint; isOwn: boolean }

export type TopUpPlace = {
  chain: ChainLink
  wallet: string
  value: bigint
  /** The block at which the wallet's balance was read. */
  balanceAt: number
}

/**
 * Reserves the gas station's next nonce under a row lock and stores the signed top-up, or returns
 * another transfer's top-up that the balance does not show yet. Signing makes no outside call.
 */
export async function reserveTopUp(
  tx: Tx,
  transfer: TransferRow,
  { chain, wallet, value, balanceAt }: TopUpPlace,
  sign: (nonce: number) => Promise<{ raw: string; hash: string }>,
): Promise<TopUp> {
  const chainId = String(chain.definition.chainId)
  const station = chain.gasStation.address.toLowerCase()
  const recipient = wallet.toLowerCase()
  const sender = await tx
    .selectFrom('chain_sender')
    .select('next_nonce')
    .where((eb) => eb.and({ chain_id: chainId, address: station }))
    .forUpdate()
    .executeTakeFirstOrThrow()
  const other = await findComing(tx, chainId, recipient, balanceAt)
  if (other) return { ...other, isOwn: other.transfer_id === transfer.id }

  const signed = await sign(sender.next_nonce)
  const hash = signed.hash.toLowerCase()
  await tx
    .insertInto('chain_transaction')
    .values({
      chain_id: chainId,
      hash,
      purpose: 'gas',
      sender: station,
      nonce: sender.next_nonce,
      raw: signed.raw,
      status: 'SIGNED',
      partner_id: transfer.partner_id,
      transfer_id: transfer.id,
      step: 'gas_funded',
      recipient,
      value,
      created_at: serviceNow,
    })
    .execute()
  await tx
    .updateTable('chain_sender')
    .set({ next_nonce: sender.next_nonce + 1 })
    .where((eb) => eb.and({ chain_id: chainId, address: station }))
    .execute()
  return { hash, raw: signed.raw, value, isOwn: true }
}

const findComing = (tx: Tx, chainId: string, recipient: string, balanceAt: number) =>
  tx
    .selectFrom('chain_transaction')
    .select(['hash', 'raw', 'value', 'transfer_id'])
    .where((eb) => eb.and({ purpose: 'gas', chain_id: chainId, recipient }))
    .where((row) =>
      row.or([row('status', 'in', ['SIGNED', 'SENT']), row('block_number', '>', balanceAt)]),
    )
    .orderBy('nonce', 'desc')
    .limit(1)
    .executeTakeFirst()
