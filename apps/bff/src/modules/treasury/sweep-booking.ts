import { assetName, gasLegs, type Leg, sweepLegs } from '@corridor/domain'
import { v5 as uuidV5 } from 'uuid'
import type { Tx } from '../../db/open.ts'
import type { ChainLink } from '../../ports/chain.ts'
import { postGroup } from '../../records/ledger/service.ts'
import type { ClosedOrder } from './chain-store.ts'
import { readCall } from './order-store.ts'

/**
 * Books sweeps in the transaction that reads their receipts, so that ledger and chain agree at each
 * block. The gas of a sweep was booked with the coin that was sent for it.
 */
export async function bookSweeps(
  tx: Tx,
  chain: ChainLink,
  closed: readonly ClosedOrder[],
): Promise<void> {
  for (const order of closed) {
    const { partner_id: partnerId, purpose, subject } = order
    if (partnerId === null || (purpose !== 'sweep' && purpose !== 'sweep_gas')) continue
    const legs = purpose === 'sweep' ? tokenLegs(chain, order) : coinLegs(chain, order)
    const transferId = uuidV5(`${purpose}/${subject}`, partnerId)
    await postGroup(tx, { partnerId, transferId, step: purpose, legs })
  }
}

function tokenLegs({ definition, treasury }: ChainLink, order: ClosedOrder): Leg[] {
  const { token, amount } = readCall(order.call)
  const known = definition.tokens.find(
    ({ address }) => address.toLowerCase() === token.toLowerCase(),
  )
  if (order.status !== 'CONFIRMED' || !known) return []
  const asset = assetName(known.symbol, String(definition.chainId))
  const to = treasury.address
  return sweepLegs({ asset, scale: known.decimals, amount, from: order.sender, to })
}

function coinLegs({ definition }: ChainLink, order: ClosedOrder): Leg[] {
  const { amount } = readCall(order.call)
  const asset = assetName(definition.nativeCurrency.symbol, String(definition.chainId))
  const sent = order.status === 'CONFIRMED' ? amount : 0n
  return gasLegs('gas', asset, order.sender, order.cost + sent)
}
