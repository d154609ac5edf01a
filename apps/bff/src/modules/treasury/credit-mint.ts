import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from '@corridor/chains'
import { fail, ok } from '@corridor/domain'
import type { Deps } from '../../ports/deps.ts'
import { createOrders, type OrderParts, type Wanted } from './orders.ts'
import { findOrder, type OrderKey } from './order-store.ts'

export type CreditToMint = {
  chainId: string
  partnerId: string
  /**
   * Of the payment that is credited: a mint happens once for it, which the contract enforces, too.
   */
  paymentHash: Hex
  to: Hex
  /** In base units of the credit token, which has 6 decimals. */
  amount: bigint
}

export type MintParts = Pick<Deps, 'db' | 'chains' | 'log' | 'faults'> & Pick<OrderParts, 'policy'>

const waitMsMax = 5_000
const lookMs = 25

/** Mints credit for prepaid deposits, by orders of the treasury. */
export function createCreditMint(deps: MintParts) {
  const orders = createOrders(deps)
  return { mint }

  /**
   * Mints the credit of a payment and waits until that is final, some seconds at most. Called again
   * for the same payment it continues the same mint. `CHAIN_UNAVAILABLE`: it is not final yet and
   * to be asked again; `MINT_REVERTED`: the contract refuses, which is unexpected.
   */
  async function mint(credit: CreditToMint) {
    const chain = deps.chains.get(credit.chainId)
    const token = chain?.definition.creditToken?.address
    if (!chain || !token) throw new Error(`the chain ${credit.chainId} has no credit token`)
    const placed = await orders.place(chain, wantedOf(credit, token))
    if (!placed.ok) {
      deps.log.warn({ payment: credit.paymentHash, ...placed }, 'credit could not be minted')
      return fail(placed.why === 'REVERTS' ? 'MINT_REVERTED' : 'CHAIN_UNAVAILABLE')
    }
    if (placed.order.row.status === 'OPEN') await orders.send(chain, placed.order)
    const ended = await untilFinal(wantedOf(credit, token))
    if (ended === undefined) return fail('CHAIN_UNAVAILABLE')
    if (ended.status === 'REVERTED') return fail('MINT_REVERTED')
    return ok({ transactionHash: ended.hash, tokenAddress: token })
  }

  /** The watcher writes it, in whatever process it runs. */
  async function untilFinal(key: OrderKey): Promise<{ status: string; hash: Hex } | undefined> {
    for (let spentMs = 0; spentMs <= waitMsMax; spentMs += lookMs) {
      const order = await deps.db.readingAll((tx) => findOrder(tx, key))
      const mined = order?.family.find(({ isMined }) => isMined)
      if (order && mined) return { status: order.row.status, hash: mined.hash }
      await sleep(lookMs)
    }
    return undefined
  }
}

const wantedOf = (credit: CreditToMint, token: Hex): Wanted => ({
  chainId: credit.chainId,
  purpose: 'mint',
  subject: credit.paymentHash.toLowerCase(),
  partnerId: credit.partnerId,
  transferId: null,
  step: null,
  asset: `credit@${credit.chainId}`,
  call: {
    token,
    to: credit.to,
    amount: credit.amount,
    reference: credit.paymentHash.toLowerCase() as Hex,
  },
})
