import { type Hex, asHex } from '@corridor/chains'
import { assetName, formatId } from '@corridor/domain'
import { liquidityWallet } from '@corridor/signer'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'
import { createOrders, type OrderParts } from './orders.ts'
import { createOwnGas, gasOfTransfer } from './own-gas.ts'
import { findSweepable, type Sweepable } from './sweep-store.ts'

export type SweepParts = OrderParts & Pick<Deps, 'signer'>

const batchMax = 20
/** How often a customer's account may have been asked for until its address was free. */
const attemptsMax = 5

/**
 * Moves what lies at deposit addresses into the treasury: coin for the gas first, then all of a
 * token, by orders like payouts. Returns how many addresses were worked on.
 */
export function createSweeps(deps: SweepParts) {
  const orders = createOrders(deps)
  const ownGas = createOwnGas(deps)
  return { sweep }

  async function sweep(chain: ChainLink): Promise<number> {
    const { definition, treasury, gasStation } = chain
    const chainId = String(definition.chainId)
    const tokens = definition.tokens.map(({ address, symbol, decimals }) => ({
      address,
      asset: assetName(symbol, chainId),
      // Less than a token is not worth the gas.
      least: 10n ** BigInt(decimals),
    }))
    const own = [treasury.address, gasStation.address].map((item) => item.toLowerCase())
    const found = await deps.db.readingAll((tx) =>
      findSweepable(tx, chainId, own, tokens, batchMax),
    )
    for (const item of found) await sweepOne(chain, chainId, item)
    return found.length
  }

  async function sweepOne(chain: ChainLink, chainId: string, sweepable: Sweepable): Promise<void> {
    const { address, token, amount, asset, partner_id: partnerId } = sweepable
    const from = asHex(address)
    const key = await keyOf(sweepable)
    if (!key) {
      deps.log.error({ address }, 'the key of a deposit address is not known')
      return
    }
    const { adapter, treasury } = chain
    const [balances, nonce] = await Promise.all([
      adapter.balances(from, [asHex(token)]),
      adapter.transactionCount(from),
    ])
    if (!balances.ok || !nonce.ok || (balances.value.tokens[0] ?? 0n) < amount) return
    const gas = await ownGas.fund(chain, { address: from, partnerId, asset, gas: gasOfTransfer })
    if (gas !== 'READY') return
    const subject = `${address}/${nonce.value}`
    const call = { token: asHex(token), to: treasury.address, amount, reference: nothing, key }
    const base = { chainId, partnerId, transferId: null, step: null, asset }
    const placed = await orders.place(chain, { ...base, purpose: 'sweep', subject, from, call })
    if (placed.ok) await orders.send(chain, placed.order)
    else deps.log.warn({ subject, ...placed }, 'a deposit address was not swept')
  }

  /** The name under which the signer made the address: a transfer's, a customer's or a partner's. */
  async function keyOf(sweepable: Sweepable) {
    const partnerId = formatId('par', sweepable.partner_id)
    for (const reference of namesOf(sweepable)) {
      const { address } = await deps.signer.depositAddress({ partnerId, reference })
      if (address.toLowerCase() === sweepable.address) return { partnerId, reference }
    }
    return undefined
  }
}

/** As `modules/accounts/funding-opening.ts` and `modules/transfers/ordinary-deposit.ts` ask for them. */
function namesOf(sweepable: Sweepable): string[] {
  const { transfer_id, entity_id, jurisdiction_id, partner_id, is_liquidity } = sweepable
  if (is_liquidity) return [liquidityWallet(formatId('par', partner_id)).reference]
  if (transfer_id !== null) return [`exec/${transfer_id}`]
  if (entity_id === null) return []
  const account = [formatId('par', partner_id), formatId('ent', entity_id), jurisdiction_id].join(
    '/',
  )
  const later = Array.from({ length: attemptsMax }, (_, index) => `${account}/${index + 2}`)
  return [account, ...later]
}

const nothing: Hex = '0x'
