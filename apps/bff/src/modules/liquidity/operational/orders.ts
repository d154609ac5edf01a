import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from '@corridor/chains'
import { assetName, formatId, replenishmentStates } from '@corridor/domain'
import { operationalWallet } from '@corridor/signer'
import type { Tx } from '../../../db/open.ts'
import type { ChainLink } from '../../../ports/chain.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findLine, type Line, lockLine } from '../../../records/liquidity/line-store.ts'
import {
  findOfOrder,
  lockOfOrder,
  updateReplenishment,
} from '../../../records/liquidity/replenishment-store.ts'
import { moveReplenishment } from '../../../records/liquidity/replenishments.ts'
import {
  findWithdrawal,
  lockWithdrawal,
  updateWithdrawal,
} from '../../../records/liquidity/withdrawal-store.ts'
import { isPayoutHalted } from '../../../records/ledger/service.ts'
import type { FeeDeps } from '../../partners/fees.ts'
import { findOrder, markFamilySent, type Order, type OrderKey } from '../../treasury/order-store.ts'
import {
  createOrders,
  type NotPlaced,
  type OrderParts,
  type Wanted,
} from '../../treasury/orders.ts'
import { createOwnGas, gasOfTransfer } from '../../treasury/own-gas.ts'
import { endHold, hold, mayReject } from '../background/held.ts'
import { failReplenishments, settleClosed } from '../background/settle-orders.ts'
import { byService, chainOf, hexOf } from '../line/line.ts'

/** Coin for some payments at a time, since several may be under way. */
const paymentsAhead = 4n
const fundedWithinMs = 3_000
const lookMs = 60

type Parts = OrderParts & FeeDeps & Pick<Deps, 'signer'>

const keyOf = ({ row }: Order): OrderKey => ({
  chainId: row.chain_id,
  purpose: row.purpose,
  subject: row.subject,
})

/** A payment that may be sent, as often as it takes. */
type Signed = { chain: ChainLink; order: Order }

type Rejected = { partnerId: string; id: string; reason: string }

export type OperationalOrders = ReturnType<typeof createOperationalOrders>

/**
 * Payments of partners' operational wallets: coin for the gas where there is none, then ordered and
 * signed, so that their hash is known, then sent. Each step may be repeated.
 */
export function createOperationalOrders(deps: Parts) {
  const orders = createOrders(deps)
  const gas = createOwnGas(deps)
  return { sign, replenish, signWithdrawal, withdraw, reject }

  /** Brings one order of replenishments as far as it can be now. */
  async function replenish(partnerId: string, orderId: string): Promise<void> {
    const signed = await sign(partnerId, orderId)
    if (!signed) return
    await send(signed)
    await noteSeen(signed, partnerId, orderId)
  }

  /** Orders and signs it: its hash is stored, and it is sent later. */
  async function sign(partnerId: string, orderId: string): Promise<Signed | undefined> {
    const found = await deps.db.asWorker(async (tx) => ({
      line: await findLine(tx, partnerId),
      rows: await findOfOrder(tx, partnerId, orderId),
    }))
    const { line } = found
    const rows = found.rows.filter(({ status }) => replenishmentStates[status].isBlocking)
    if (!line || rows.length === 0) return undefined
    const amount = rows.reduce((sum, row) => sum + row.amount, 0n)
    const chain = chainOf(deps, line.chain_id)
    const order = await place(chain, line, {
      purpose: 'replenish',
      subject: orderId,
      to: hexOf(line.deposit_address),
      amount,
      isWanted: async (tx) => {
        const locked = await lockOfOrder(tx, partnerId, orderId)
        return locked.some(({ status }) => status === 'PENDING')
      },
      refuse: (tx) => failReplenishments(tx, { partnerId, orderId, hash: '' }),
    })
    if (!order) return undefined
    const hash = order.family.at(-1)?.hash.toLowerCase() ?? ''
    await deps.db.asWorker(async (tx) => {
      for (const row of await lockOfOrder(tx, partnerId, orderId))
        if (row.status === 'PENDING' && row.hash !== hash)
          await updateReplenishment(tx, row, { hash })
    })
    return { chain, order }
  }

  /** Where blocks become final later: it is in one, and may still leave it. */
  async function noteSeen(
    { chain, order: { family } }: Signed,
    partnerId: string,
    orderId: string,
  ): Promise<void> {
    const { finality } = chain.definition
    if ('depth' in finality && finality.depth === 0) return
    const receipts = await Promise.all(family.map(({ hash }) => chain.adapter.receipt(hash)))
    if (!receipts.some((receipt) => receipt.ok && receipt.value?.status === 'success')) return
    await deps.db.asWorker(async (tx) => {
      for (const row of await lockOfOrder(tx, partnerId, orderId))
        if (row.status === 'PENDING')
          await moveReplenishment(tx, byService(partnerId), row, 'confirm')
    })
  }

  async function withdraw(partnerId: string, id: string): Promise<void> {
    const signed = await signWithdrawal(partnerId, id)
    if (signed) await send(signed)
  }

  async function signWithdrawal(partnerId: string, id: string): Promise<Signed | undefined> {
    const found = await deps.db.asWorker(async (tx) => ({
      line: await findLine(tx, partnerId),
      row: await findWithdrawal(tx, partnerId, id),
    }))
    const { line, row } = found
    if (!line || row?.status !== 'PENDING') return undefined
    const chain = chainOf(deps, row.chain_id)
    const order = await place(chain, line, {
      purpose: 'operational_withdrawal',
      subject: id,
      to: hexOf(row.to_address),
      amount: row.amount,
      funding: hexOf(row.funding_raw),
      isWanted: async (tx) => (await lockWithdrawal(tx, partnerId, id))?.status === 'PENDING',
      onOrdered: (tx) =>
        endHold(tx, { partnerId, kind: 'withdrawal', id }, { decision: 'APPROVED' }),
      refuse: (tx) => fail(tx, { partnerId, id, reason: '' }),
    })
    if (!order) return undefined
    const hash = order.family.at(-1)?.hash.toLowerCase() ?? ''
    if (row.hash !== hash)
      await deps.db.asWorker(async (tx) => {
        const locked = await lockWithdrawal(tx, partnerId, id)
        if (locked?.status === 'PENDING') await updateWithdrawal(tx, locked, { hash })
      })
    return { chain, order }
  }

  async function fail(tx: Tx, { partnerId, id, reason }: Rejected): Promise<void> {
    const locked = await lockWithdrawal(tx, partnerId, id)
    if (locked?.status === 'PENDING') await updateWithdrawal(tx, locked, { status: 'FAILED' })
    await endHold(tx, { partnerId, kind: 'withdrawal', id }, { decision: 'REJECTED', reason })
  }

  /** Carries out the operator's no to a withdrawal that is held; false while a halt keeps it. */
  function reject(held: Rejected): Promise<boolean> {
    return deps.db.asWorker(async (tx) => {
      const row = await lockWithdrawal(tx, held.partnerId, held.id)
      if (row?.status !== 'PENDING') return false
      const key = {
        chainId: row.chain_id,
        purpose: 'operational_withdrawal',
        subject: row.id,
      } as const
      const may = await mayReject(tx, { ...key, asset: assetName(row.currency, row.chain_id) })
      if (may) await fail(tx, held)
      return may
    })
  }

  type Payment = Pick<Wanted, 'purpose' | 'subject' | 'onOrdered'> & {
    to: Hex
    amount: bigint
    funding?: Hex
    isWanted: (tx: Tx) => Promise<boolean>
    /** The token would refuse it as things are: nothing is paid. */
    refuse: (tx: Tx) => Promise<void>
  }

  async function place(
    chain: ChainLink,
    line: Line,
    { to, amount, funding, refuse, ...payment }: Payment,
  ): Promise<Order | undefined> {
    const key = { chainId: line.chain_id, ...payment }
    const known = await deps.db.readingAll((tx) => findOrder(tx, key))
    if (known) return known
    const from = hexOf(line.operational_address)
    const wanted: Wanted = {
      ...payment,
      chainId: line.chain_id,
      from,
      partnerId: line.partner_id,
      transferId: null,
      step: null,
      asset: assetName(line.currency, line.chain_id),
      call: {
        token: hexOf(line.token),
        to,
        amount,
        reference: '0x',
        key: operationalWallet(formatId('par', line.partner_id)),
        ...(funding ? { funding } : {}),
      },
    }
    if (!(await funded(chain, line))) {
      // While it is halted it gets no coin either.
      if (await deps.db.readingAll((tx) => isPayoutHalted(tx, wanted.asset)))
        await notNow(wanted, 'HALTED')
      return undefined
    }
    const placed = await orders.place(chain, wanted)
    if (placed.ok) return placed.order
    // What another worker ordered meanwhile may be paid.
    if (placed.why === 'REVERTS')
      await deps.db.asWorker(async (tx) => {
        await lockLine(tx, line.partner_id)
        if ((await payment.isWanted(tx)) && !(await findOrder(tx, key))) await refuse(tx)
      })
    else await notNow(wanted, placed.why)
    return undefined
  }

  /** The operator is asked about a withdrawal; a repayment ends with its time. */
  async function notNow(wanted: Wanted, why: NotPlaced): Promise<void> {
    if (wanted.purpose === 'operational_withdrawal')
      return hold(deps, { ...wanted, kind: 'withdrawal' }, why)
    deps.log.warn({ subject: wanted.subject, why }, 'an operational wallet cannot pay now')
  }

  /** Coin for the gas first: it is waited for, as a block with it comes within moments. */
  async function funded(chain: ChainLink, line: Line): Promise<boolean> {
    for (let spentMs = 0; spentMs < fundedWithinMs; spentMs += lookMs) {
      const ready = await gas.fund(chain, {
        address: hexOf(line.operational_address),
        partnerId: line.partner_id,
        asset: assetName(line.currency, line.chain_id),
        gas: gasOfTransfer * paymentsAhead,
      })
      if (ready !== 'ORDERED') return ready === 'READY'
      await sleep(lookMs)
    }
    return false
  }

  async function send({ chain, order }: Signed): Promise<void> {
    if (order.row.status !== 'OPEN') return settleClosed(deps, chain, keyOf(order))
    const sent = await orders.send(chain, order)
    if (sent === 'SENT') await deps.db.asWorker((tx) => markFamilySent(tx, order))
  }
}
