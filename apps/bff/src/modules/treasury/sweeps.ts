import { type Hex, asHex } from '@corridor/chains'
import { assetName, formatId } from '@corridor/domain'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'
import { addSender } from './order-store.ts'
import { createOrders, type OrderParts } from './orders.ts'
import { findSweepable, type Sweepable } from './sweep-store.ts'

export type SweepParts = OrderParts & Pick<Deps, 'signer'>

const batchMax = 20
/** More than any token's transfer takes. */
const gasOfSweep = 120_000n
/** How often a customer's account may have been asked for until its address was free. */
const attemptsMax = 5

/**
 * Moves what lies at deposit addresses into the treasury: coin for the gas first, then all of a
 * token, by orders like payouts. Returns how many addresses were worked on.
 */
export function createSweeps(deps: SweepParts) {
  const orders = createOrders(deps)
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
    const own = [treasury.address, gasStation.address].map((one) => one.toLowerCase())
    const found = await deps.db.asWorker((tx) => findSweepable(tx, chainId, own, tokens, batchMax))
    for (const one of found) await sweepOne(chain, chainId, one)
    return found.length
  }

  async function sweepOne(chain: ChainLink, chainId: string, one: Sweepable): Promise<void> {
    const { address, token, amount, partner_id: partnerId } = one
    const from = asHex(address)
    const key = await keyOf(one)
    if (!key) {
      deps.log.error({ address }, 'the key of a deposit address is not known')
      return
    }
    const { adapter, treasury, gasStation } = chain
    const [balances, fees, nonce] = await Promise.all([
      adapter.balances(from, [asHex(token)]),
      adapter.fees(),
      adapter.transactionCount(from),
    ])
    if (!balances.ok || !fees.ok || !nonce.ok || (balances.value.tokens[0] ?? 0n) < amount) return
    const base = { chainId, partnerId, transferId: null, step: null, asset: one.asset }
    const subject = `${address}/${nonce.value}`
    const coin = gasOfSweep * fees.value.maxFeePerGas
    if (balances.value.native < coin) {
      const call = { token: nothing, to: from, amount: coin, reference: nothing }
      const payer = gasStation.address
      // Where that was not enough, the balance is another one, and so is the order.
      const again = `${subject}/${balances.value.native}`
      await order(chain, { ...base, purpose: 'sweep_gas', subject: again, from: payer, call })
      return
    }
    await deps.db.asWorker((tx) => addSender(tx, chainId, address, nonce.value))
    const call = { token: asHex(token), to: treasury.address, amount, reference: nothing, key }
    await order(chain, { ...base, purpose: 'sweep', subject, from, call })
  }

  async function order(
    chain: ChainLink,
    wanted: Parameters<typeof orders.place>[1],
  ): Promise<void> {
    const placed = await orders.place(chain, wanted)
    if (placed.ok) await orders.send(chain, placed.order)
    else deps.log.warn({ subject: wanted.subject, ...placed }, 'a deposit address was not swept')
  }

  /** The name under which the signer made the address: a transfer's, or a customer's account's. */
  async function keyOf(one: Sweepable) {
    const partnerId = formatId('par', one.partner_id)
    for (const reference of namesOf(one)) {
      const { address } = await deps.signer.depositAddress({ partnerId, reference })
      if (address.toLowerCase() === one.address) return { partnerId, reference }
    }
    return undefined
  }
}

/** As `modules/accounts/funding-opening.ts` and `modules/transfers/ordinary-deposit.ts` ask for them. */
function namesOf({ transfer_id, entity_id, jurisdiction_id, partner_id }: Sweepable): string[] {
  if (transfer_id !== null) return [`exec/${transfer_id}`]
  if (entity_id === null) return []
  const account = [formatId('par', partner_id), formatId('ent', entity_id), jurisdiction_id].join(
    '/',
  )
  const later = Array.from({ length: attemptsMax }, (_, index) => `${account}/${index + 2}`)
  return [account, ...later]
}

const nothing: Hex = '0x'
