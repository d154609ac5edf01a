import { stepOf } from './order-store.ts'
import { type Hex, topUpGas } from '@corridor/chains'
import type { Tx } from '../../db/open.ts'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'
import { isPayoutHalted } from '../../records/ledger/service.ts'
import { type FeePolicy, feePolicy, firstFees, raisedFees } from './fees.ts'
import { findClosed } from './chain-store.ts'
import { bookOrders } from './order-booking.ts'
import { orderData, type OrderSigner, signOrder } from './order-signing.ts'
import * as store from './order-store.ts'
import { adoptOrphan } from './orphan-store.ts'

export type OrderParts = Pick<Deps, 'db' | 'chains' | 'log' | 'faults'> &
  OrderSigner & { policy?: FeePolicy }

/** A payment of an account of the service. It is made once for its chain, purpose and subject. */
export type Wanted = store.OrderKey & {
  /** The account that pays, of the gas station or of the call's key; the treasury when absent. */
  from?: Hex
  partnerId: string
  transferId: string | null
  step: string | null
  /** Payouts of it may be halted, e.g. `USDC@31337`. */
  asset: string
  call: Omit<store.OrderCall, 'gas'>
  /**
   * Whether it is still to be paid, asked before it has a nonce; locks that state until the commit.
   */
  isWanted?: (tx: Tx) => Promise<boolean>
  /** Whether there is enough to pay it now; what was counted stays locked until the commit. */
  isCovered?: (tx: Tx) => Promise<boolean>
  /** Has its order from now on, in the transaction that writes it. */
  onOrdered?: (tx: Tx) => Promise<void>
}

export type NotPlaced =
  | 'CHAIN_UNAVAILABLE'
  /** A person has to check first. */
  | 'HALTED'
  | 'FEE_ABOVE_CEILING'
  /** The account has too few tokens, or what is left of them is spoken for. */
  | 'NO_TOKENS'
  /** The contract would refuse it as things are; nothing was sent. */
  | 'REVERTS'
export type Placed =
  | { ok: true; order: store.Order }
  | { ok: false; why: NotPlaced; detail: string }

/** MAYBE: the node counts the nonce as spent; by whom, the receipt says. */
export type Sending = 'SENT' | 'MAYBE' | 'NOT_TAKEN' | 'UNAVAILABLE'

const openMax = 200

/**
 * The payments of the service's own account on a chain. What is paid is stored with its nonce and
 * its signed bytes before anything is sent; from then on the same bytes are sent until a block has
 * them, or a replacement under the same nonce with higher fees (guarantees.md 3.7).
 */
export function createOrders(deps: OrderParts) {
  const policy = deps.policy ?? feePolicy
  const tending = new Map<string, Promise<boolean>>()
  return { place, send, tend }

  async function place(chain: ChainLink, wanted: Wanted): Promise<Placed> {
    const known = await deps.db.readingAll((tx) => store.findOrder(tx, wanted))
    if (known) return { ok: true, order: known }
    const { adapter } = chain
    const [fees, gas, head] = await Promise.all([
      adapter.fees(),
      estimate(chain, wanted),
      adapter.head(),
    ])
    if (!fees.ok || !head.ok) return notPlaced('CHAIN_UNAVAILABLE', fees.ok ? '' : fees.detail)
    if (!gas.ok) {
      // What the chain has done already, and this database has forgotten, is found by its reference.
      const adopted = await deps.db.asWorker((tx) => adopt(tx, chain, wanted, 0n, 0n))
      return adopted ? { ok: true, order: adopted } : refusedEstimate(gas.failure, gas.detail)
    }
    const offer = firstFees(policy, fees.value)
    if (!offer) return notPlaced('FEE_ABOVE_CEILING', `base fee ${fees.value.baseFee}`)
    const call = { ...wanted.call, gas: gas.value }
    await deps.faults.reach('chain_order', 'before_effect')
    const order = await deps.db.asWorker((tx) =>
      reserve(tx, chain, { ...wanted, call, offer, signedAtBlock: head.value.number }),
    )
    await deps.faults.reach('chain_order', 'after_commit')
    if (order === 'NOT_COVERED') return notPlaced('NO_TOKENS', wanted.asset)
    return order ? { ok: true, order } : notPlaced('HALTED', wanted.asset)
  }

  /** Takes the next nonce under its lock, signs and stores; nothing while it is not to be paid. */
  async function reserve(
    tx: Tx,
    chain: ChainLink,
    wanted: Wanted & { call: store.OrderCall; offer: store.Fees; signedAtBlock: bigint },
  ): Promise<store.Order | 'NOT_COVERED' | undefined> {
    const sender = payerOf(chain, wanted)
    const nonce = await store.lockNonce(tx, wanted.chainId, sender)
    const other = await store.findOrder(tx, wanted)
    if (other) return other
    const adopted = await adopt(tx, chain, wanted, wanted.call.gas, wanted.signedAtBlock)
    if (adopted) return adopted
    // A late worker may hold a payment that was abandoned meanwhile.
    if (wanted.isWanted && !(await wanted.isWanted(tx))) return undefined
    if (await isPayoutHalted(tx, wanted.asset)) return undefined
    if (wanted.isCovered && !(await wanted.isCovered(tx))) return 'NOT_COVERED'
    const { purpose, call, offer: fees } = wanted
    const signed = await signOrder(deps, chain, { purpose, sender, call, nonce, fees })
    const order = { ...wanted, sender }
    await store.insertOrder(tx, order, nonce)
    await store.insertMember(tx, { ...order, nonce }, { ...signed, ...wanted.offer })
    await store.setNonce(tx, wanted.chainId, sender, nonce + 1)
    await wanted.onOrdered?.(tx)
    await deps.faults.reach('chain_order', 'before_commit')
    return store.findOrder(tx, wanted)
  }

  async function adopt(
    tx: Tx,
    chain: ChainLink,
    wanted: Wanted,
    gas: bigint,
    signedAtBlock: bigint,
  ): Promise<store.Order | undefined> {
    const sender = payerOf(chain, wanted)
    const order = { ...wanted, sender, call: { ...wanted.call, gas }, signedAtBlock }
    if (!(await adoptOrphan(tx, order))) return undefined
    await wanted.onOrdered?.(tx)
    deps.log.warn({ subject: wanted.subject }, 'a payment was made before already')
    const closed = await findClosed(tx, wanted)
    if (closed) await bookOrders(tx, chain, [closed])
    return store.findOrder(tx, wanted)
  }

  /** Sends the newest of a family; the same bytes as often as it takes. */
  async function send(chain: ChainLink, order: store.Order): Promise<Sending> {
    const newest = order.family.at(-1)
    if (!newest) throw new Error(`the order ${order.row.subject} has no transaction`)
    await deps.faults.reach('chain_send', 'before_effect')
    const sent = await chain.adapter.send(newest.raw)
    await deps.faults.reach('chain_send', 'after_effect')
    if (sent.ok) return 'SENT'
    if (sent.failure === 'CHAIN_UNAVAILABLE') return 'UNAVAILABLE'
    if (sent.failure === 'NONCE_TOO_LOW') return 'MAYBE'
    if (sent.failure !== 'FEE_TOO_LOW') await alarm(order, `${sent.failure} ${sent.detail}`)
    return 'NOT_TAKEN'
  }

  /** Sees to the orders of a chain that are in no block; one pass at a time in this process. */
  /** Whether payments are open. */
  function tend(chain: ChainLink): Promise<boolean> {
    const chainId = String(chain.definition.chainId)
    const under = tending.get(chainId)
    if (under) return under
    const pass = tendAll(chain, chainId).finally(() => tending.delete(chainId))
    tending.set(chainId, pass)
    return pass
  }

  /** Lowest nonce first, since one that is missing holds up all after it. */
  async function tendAll(chain: ChainLink, chainId: string): Promise<boolean> {
    const open = await deps.db.readingAll((tx) => store.findOpenOrders(tx, chainId, openMax))
    const senders = Map.groupBy(open, ({ row }) => row.sender as Hex)
    for (const [sender, orders] of senders) {
      const [included, head] = await Promise.all([
        chain.adapter.transactionCount(sender, 'mined'),
        chain.adapter.head(),
      ])
      if (!included.ok || !head.ok) return true
      // In a block that is not final yet: the watcher says when it is.
      const outside = orders.filter(({ row }) => row.nonce >= included.value)
      const [lowest, ...others] = outside
      if (!lowest) continue
      const first = (await replaceStuck(chain, lowest, head.value.number)) ?? lowest
      for (const order of [first, ...others]) {
        if ((await send(chain, order)) === 'UNAVAILABLE') return true
      }
    }
    return open.length > 0
  }

  /** The same payment under the same nonce with higher fees, once blocks have passed it by. */
  async function replaceStuck(chain: ChainLink, order: store.Order, head: bigint) {
    const { row, call, family } = order
    const last = family.at(-1)
    if (!last || head - BigInt(row.signed_at_block) < policy.bumpAfterBlocks) return undefined
    const asked = await chain.adapter.fees()
    if (!asked.ok) return undefined
    const offer = raisedFees(policy, last, asked.value)
    if (!offer || row.bumps >= policy.bumpsMax) {
      await alarm(order, offer ? 'replaced as often as allowed' : 'the fee ceiling is reached')
      return undefined
    }
    const { purpose, sender, nonce } = row
    const signed = await signOrder(deps, chain, { purpose, sender, call, nonce, fees: offer })
    return deps.db.asWorker(async (tx) => {
      if (!(await store.addBump(tx, order, head))) return undefined
      const step = await stepOf(tx, last.hash)
      const { chain_id: chainId, partner_id, transfer_id } = row
      const of = { chainId, purpose, sender, nonce, partnerId: partner_id, transferId: transfer_id }
      await store.insertMember(tx, { ...of, step }, { ...signed, ...offer })
      deps.log.warn({ subject: row.subject, nonce, bumps: row.bumps + 1 }, 'a payment was replaced')
      return store.findOrder(tx, { chainId, purpose, subject: row.subject })
    })
  }

  async function alarm(order: store.Order, reason: string): Promise<void> {
    const isFirst = await deps.db.asWorker((tx) => store.setAlarm(tx, order))
    const { subject, nonce, purpose } = order.row
    if (isFirst)
      deps.log.error(
        { alert: 'chain_payment_stuck', purpose, subject, nonce, reason },
        'a payment on the chain is stuck and needs attention',
      )
  }
}

const payerOf = ({ treasury }: ChainLink, { from }: Wanted): string =>
  (from ?? treasury.address).toLowerCase()

/** A fifth more than it takes now: what others do in the meantime may make it dearer. */
async function estimate(chain: ChainLink, wanted: Wanted) {
  // A plain payment to an account without code always takes the same.
  if (wanted.purpose === 'sweep_gas') return { ok: true, value: topUpGas } as const
  const data = orderData(wanted.purpose, wanted.call)
  const from = wanted.from ?? chain.treasury.address
  const gas = await chain.adapter.estimate({ from, to: wanted.call.token, data })
  return gas.ok ? { ...gas, value: (gas.value * 12n + 9n) / 10n } : gas
}

const notPlaced = (why: NotPlaced, detail: string): Placed => ({ ok: false, why, detail })

function refusedEstimate(failure: string, detail: string): Placed {
  if (failure === 'INSUFFICIENT_BALANCE') return notPlaced('NO_TOKENS', detail)
  return notPlaced(failure === 'TRANSFER_REVERTED' ? 'REVERTS' : 'CHAIN_UNAVAILABLE', detail)
}
