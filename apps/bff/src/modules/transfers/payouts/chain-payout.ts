import { assetName, type ExecutionFailureCode, gasLegs, postingStep } from '@corridor/domain'
import { v5 as uuidV5 } from 'uuid'
import {
  createOrders,
  type NotPlaced,
  type OrderParts,
  type Wanted,
} from '../../treasury/orders.ts'
import { findOrder, markFamilySent, type Order } from '../../treasury/order-store.ts'
import { isOrphan } from '../../treasury/orphan-store.ts'
import type { Tx } from '../../../db/open.ts'
import type { ChainLink } from '../../../ports/chain.ts'
import type { Deps } from '../../../ports/deps.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import { lockStatus } from '../../../records/transfers/payout-store.ts'
import { noCoverCode } from './order-check.ts'
import type { PayoutRail } from './payout-rail.ts'
import type { PayoutRow } from '../../../db/schema/rows.ts'
import type { ChainReceipts, Mined } from '../../../ports/receipts.ts'
import { minedMsMax } from '../../treasury/receipts.ts'
import type { StepOutcome } from '../../../records/transfers/steps/step.ts'
import { asHex } from '@corridor/chains'

export type ChainPayoutParts = OrderParts &
  Pick<Deps, 'jurisdictions'> & { receipts: ChainReceipts }

const noAnswer: StepOutcome = { kind: 'retry', reason: 'The chain does not answer.' }
const inNoBlock: StepOutcome = {
  kind: 'waiting',
  reason: 'Waiting for a block.',
  expectedInSeconds: 30,
}

/**
 * Pays out of the treasury on the chain of the payout's jurisdiction. One order on the chain for each
 * payout: it has one nonce, so whatever is sent for it, one transaction at most is ever mined.
 */
export function createChainPayout(deps: ChainPayoutParts): PayoutRail {
  const orders = createOrders(deps)
  return { submit, confirm, isKnown: (payout) => isKnownOnChain(deps, payout) }

  async function submit(payout: PayoutRow): Promise<StepOutcome> {
    const place = placeOf(deps, payout)
    const placed = await orders.place(place.chain, wantedOf(place, payout))
    if (!placed.ok) {
      if (placed.why !== 'CHAIN_UNAVAILABLE' && placed.why !== 'HALTED')
        deps.log.warn({ payoutId: payout.id, ...placed }, 'a payout could not be ordered')
      if (placed.why === 'REVERTS') return refused(place, payout)
      return outcomes[placed.why]
    }
    const { order } = placed
    const reference = order.family.at(-1)?.hash ?? ''
    if (order.row.status !== 'OPEN') return { kind: 'done', reference }
    const sending = await orders.send(place.chain, order)
    if (sending === 'UNAVAILABLE') return noAnswer
    // With too low a fee it is replaced after some blocks, by the chain's order worker.
    if (sending === 'NOT_TAKEN') return notTaken
    return { kind: 'done', reference, write: async (tx) => void (await markFamilySent(tx, order)) }
  }

  async function confirm(payout: PayoutRow): Promise<StepOutcome> {
    const place = placeOf(deps, payout)
    const key = { chainId: place.chainId, purpose: 'payout', subject: payout.id } as const
    const order = await deps.db.readingAll((tx) => findOrder(tx, key))
    // Submitted before the database was put back: what the chain has of it is taken in.
    if (!order) return submit(payout).then((again) => (again.kind === 'done' ? inNoBlock : again))
    const mined = await finalOne(place.chainId, order)
    if (mined) return ended(place, payout, mined)
    await orders.tend(place.chain)
    return inNoBlock
  }

  function finalOne(chainId: string, { family }: Order) {
    const hashes = family.map(({ hash }) => hash.toLowerCase())
    return deps.receipts.minedOne(chainId, hashes, minedMsMax)
  }

  /** The gas is the service's cost, whatever became of the payment. */
  function ended(place: PayoutPlace, payout: PayoutRow, mined: Mined): StepOutcome {
    const write = (tx: Tx) => postGroup(tx, gasGroup(place, payout, mined))
    if (mined.status === 'REVERTED') return { kind: 'failed', code: 'CHAIN_REVERTED', write }
    return { kind: 'done', reference: mined.hash, write }
  }
}

/** Whether a payout has its order, or was made by the chain before the database was put back. */
export function isKnownOnChain(
  deps: Pick<Deps, 'db' | 'chains' | 'jurisdictions'>,
  payout: PayoutRow,
): Promise<boolean> {
  const { chainId, purpose, subject, call } = wantedOf(placeOf(deps, payout), payout)
  return deps.db.asWorker(
    async (tx) =>
      (await findOrder(tx, { chainId, purpose, subject })) !== undefined ||
      isOrphan(tx, chainId, call.reference),
  )
}

type PayoutPlace = { chain: ChainLink; chainId: string; token: `0x${string}` }

function placeOf(
  { chains, jurisdictions }: Pick<Deps, 'chains' | 'jurisdictions'>,
  payout: PayoutRow,
): PayoutPlace {
  const token = jurisdictions.tokenById(payout.jurisdiction_id)
  const chain = token && chains.get(token.chainId)
  if (!chain) throw new Error(`the payout ${payout.id} is for no chain of this instance`)
  return { chain, chainId: token.chainId, token: asHex(token.tokenAddress) }
}

/**
 * The reference follows from transfer, step and attempt, which a database that was put back makes
 * again, while the payout's own id would be another one.
 */
function wantedOf({ chainId, token }: PayoutPlace, payout: PayoutRow): Wanted {
  const { partner_id: partnerId, transfer_id: transferId, step, attempt } = payout
  const reference = uuidV5(`${step}/${attempt}`, transferId).replaceAll('-', '')
  return {
    chainId,
    purpose: 'payout',
    subject: payout.id,
    partnerId,
    transferId,
    step: postingStep(step, attempt),
    asset: assetName(payout.currency, chainId),
    call: {
      token,
      to: asHex(payout.address ?? ''),
      amount: payout.amount,
      reference: asHex(reference),
    },
    isWanted: async (tx) => {
      const status = await lockStatus(tx, payout)
      return status === undefined || status === 'CREATED' || status === 'SUBMITTED'
    },
  }
}

/** Only what was never ordered is refused: another worker's order may be paid. */
function refused({ chainId }: PayoutPlace, payout: PayoutRow): StepOutcome {
  const key = { chainId, purpose: 'payout', subject: payout.id } as const
  const write = async (tx: Tx) => {
    await lockStatus(tx, payout)
    if (await findOrder(tx, key)) throw new Error(`the payout ${payout.id} was ordered meanwhile`)
  }
  return { kind: 'failed', code: reverted, write }
}

function gasGroup({ chain, chainId }: PayoutPlace, payout: PayoutRow, mined: Mined) {
  const { partner_id: partnerId, transfer_id: transferId, step, attempt } = payout
  const coin = assetName(chain.definition.nativeCurrency.symbol, chainId)
  return {
    partnerId,
    transferId,
    step: postingStep(`${step}_gas`, attempt),
    legs: gasLegs('gas', coin, chain.treasury.address.toLowerCase(), mined.cost),
  }
}

const reverted: ExecutionFailureCode = 'CHAIN_REVERTED'
const notTaken: StepOutcome = { kind: 'retry', reason: 'The network does not take it now.' }
const outcomes: Record<Exclude<NotPlaced, 'REVERTS'>, StepOutcome> = {
  CHAIN_UNAVAILABLE: noAnswer,
  HALTED: {
    kind: 'waiting',
    reason: 'Payouts of this asset are halted until staff have reviewed them.',
    expectedInSeconds: 600,
  },
  FEE_ABOVE_CEILING: { kind: 'retry', reason: 'The network asks for more gas than we pay.' },
  NO_TOKENS: { kind: 'review', code: noCoverCode },
}
