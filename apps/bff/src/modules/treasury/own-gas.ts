import type { Hex } from '@corridor/chains'
import type { ChainLink } from '../../ports/chain.ts'
import { addSender } from './order-store.ts'
import { createOrders, type OrderParts } from './orders.ts'

/** More than any token's transfer takes. */
export const gasOfTransfer = 120_000n

/** An address of the signer's that is to send a transaction of its own. */
export type OwnSender = {
  address: Hex
  partnerId: string
  /** What it is to pay, e.g. `USDC@31337`: while payouts of it are halted, it gets no coin either. */
  asset: string
  gas: bigint
}

/**
 * READY: it has the coin, and its orders a nonce. ORDERED: coin is on its way, to be asked again
 * later. UNAVAILABLE: the chain does not answer, or the coin could not be ordered now.
 */
export type OwnGas = 'READY' | 'ORDERED' | 'UNAVAILABLE'

/** Coin of the gas station for addresses that own none: coin first, tokens next. */
export function createOwnGas(deps: OrderParts) {
  const orders = createOrders(deps)
  return { fund }

  async function fund(chain: ChainLink, sender: OwnSender): Promise<OwnGas> {
    const { adapter, definition, gasStation } = chain
    const chainId = String(definition.chainId)
    const address = sender.address.toLowerCase() as Hex
    const [balances, fees, nonce] = await Promise.all([
      adapter.balances(address, []),
      adapter.fees(),
      adapter.transactionCount(address),
    ])
    if (!balances.ok || !fees.ok || !nonce.ok) return 'UNAVAILABLE'
    const { native } = balances.value
    const coin = sender.gas * fees.value.maxFeePerGas
    if (native >= coin) {
      await deps.db.asWorker((tx) => addSender(tx, chainId, address, nonce.value))
      return 'READY'
    }
    const { partnerId, asset } = sender
    // Where that was not enough, the balance is another one, and so is the order.
    const subject = `${address}/${nonce.value}/${native}`
    const placed = await orders.place(chain, {
      chainId,
      partnerId,
      transferId: null,
      step: null,
      asset,
      purpose: 'sweep_gas',
      subject,
      from: gasStation.address,
      call: { token: '0x', to: address, amount: coin, reference: '0x' },
    })
    if (!placed.ok) {
      deps.log.warn({ subject, ...placed }, 'coin for the gas of an address was not ordered')
      return 'UNAVAILABLE'
    }
    await orders.send(chain, placed.order)
    return 'ORDERED'
  }
}
