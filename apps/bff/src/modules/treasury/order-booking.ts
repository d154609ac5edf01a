import { assetName, gasLegs, type Leg, sweepLegs } from '@corridor/domain'
import { v5 as uuidV5 } from 'uuid'
import type { Tx } from '../../db/open.ts'
import type { ChainLink } from '../../ports/chain.ts'
import { postGroup } from '../../records/ledger/service.ts'
import type { ClosedOrder } from './chain-store.ts'
import { readCall } from './order-store.ts'

/**
 * Books orders in the transaction that reads their receipts, so that ledger and chain agree at each
 * block: sweeps whole, of loans and refunds to partners the gas alone. The gas of a deposit address
 * or a partner's wallet was booked with the coin that was sent for it; payouts book their own.
 */
export async function bookOrders(tx: Tx, chain: ChainLink, closed: readonly ClosedOrder[]) {
  for (const order of closed) {
    const { partner_id: partnerId, purpose, subject } = order
    if (partnerId === null) continue
    const transferId = uuidV5(`${purpose}/${subject}`, partnerId)
    await postGroup(tx, { partnerId, transferId, ...bookingOf(chain, order) })
  }
}

function bookingOf(chain: ChainLink, order: ClosedOrder): { step: string; legs: Leg[] } {
  const { purpose: step, status, cost } = order
  switch (step) {
    case 'sweep':
      return { step, legs: tokenLegs(chain, order) }
    case 'sweep_gas': {
      const sent = status === 'CONFIRMED' ? readCall(order.call).amount : 0n
      return { step, legs: coinLegs(chain, order.sender, cost + sent) }
    }
    case 'disbursement':
    case 'reserve_refund':
      return { step: `${step}_gas`, legs: coinLegs(chain, order.sender, cost) }
    default:
      return { step, legs: [] }
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

function coinLegs({ definition }: ChainLink, sender: string, amount: bigint): Leg[] {
  const asset = assetName(definition.nativeCurrency.symbol, String(definition.chainId))
  return gasLegs('gas', asset, sender, amount)
}
