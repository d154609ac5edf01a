import type { ReadBlock } from '@corridor/chains'
import type { Tx } from '../../db/open.ts'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'
import type { TokenJurisdiction } from '../../ports/jurisdictions.ts'
import { findByAmount } from '../deposits/bank-matching.ts'
import { confirmations } from './chain-notices.ts'
import { setConfirmations } from '../../records/transfers/steps/steps.ts'
import { reviewListed } from '../liquidity/operational/listed.ts'
import { takeChainPayment } from '../liquidity/payments/arrive.ts'
import { insertChainDeposit } from '../../records/deposits/store.ts'
import { inSavepoint } from '../../db/isolation.ts'
import { lockTransfers } from '../../records/transfers/store.ts'
import { type Arrived, findMissing, findTargets, type Target } from './chain-targets-store.ts'
import type { TransferKey } from '../../ports/jobs.ts'
import { lookUpSenders, type Senders } from '../screening/senders.ts'
import type { Subject } from '../screening/screen.ts'
import { serviceOwners, takeUnlisted, unlistedIn } from './unlisted/take.ts'
import { takeTestPayment } from '../accounts/proof/test-payment.ts'
import { receiveDeposit, type ReceiveParts } from './receive-deposit.ts'

export type DepositParts = ReceiveParts &
  Pick<Deps, 'ids' | 'jurisdictions' | 'log' | 'screening'> & {
    /** Called with a deposit that could not be credited, in the transaction that stored its log. */
    onLeft?: () => void
  }

/** With what the lists say of the senders. */
type Informed = DepositParts & { senders: Senders }

type Definition = Pick<ChainLink, 'definition' | 'dev' | 'gasStation' | 'treasury'>
type Arrival = { transfer: Arrived; target: Target }

/** Less than a hundredth of a token is taken for a mistake or an attack on another's transfer. */
const dustPerToken = 100n

/**
 * Takes what arrived at announced addresses in final blocks: one deposit for each log, credited in
 * the same transaction. One that cannot be taken does not hold up the others; it is tried again by
 * `takeMissing`. Returns the transfers to continue after the commit.
 */
export async function takeChainDeposits(
  tx: Tx,
  deps: Informed,
  chain: Definition,
  blocks: readonly ReadBlock[],
  arrivals: readonly Arrival[],
): Promise<TransferKey[]> {
  const chainId = String(chain.definition.chainId)
  const transfers = movedIn(blocks)
  await takePayments(tx, deps, chainId, arrivals)
  await reviewListed(tx, deps, { chainId, transfers, senders: deps.senders })
  const deposits = arrivals.filter(({ target }) => !target.is_liquidity)
  return takeAll(tx, deps, chain, deposits)
}

/** What these blocks bring to announced addresses. */
export const chainArrivals = (
  tx: Tx,
  deps: DepositParts,
  chainId: string,
  blocks: readonly ReadBlock[],
): Promise<Arrival[]> => arrivalsOf(tx, deps, chainId, movedIn(blocks))

const movedIn = (blocks: readonly ReadBlock[]) =>
  blocks.flatMap((block) => block.transfers).filter(({ amount }) => amount > 0n)

/**
 * Records what arrived in these blocks at addresses of ours and is no listed asset; whether there was
 * any.
 */
export async function noteUnlisted(
  tx: Tx,
  deps: DepositParts,
  chain: Definition,
  blocks: readonly ReadBlock[],
): Promise<boolean> {
  const arrived = unlistedIn(chain, blocks)
  if (arrived.length === 0) return false
  const addresses = arrived.map(({ address }) => address)
  const targets = await findTargets(tx, deps, String(chain.definition.chainId), addresses)
  const owners = new Map([...serviceOwners(chain), ...targets])
  return takeUnlisted(tx, deps, chain, arrived, owners)
}

/** What came to deposit wallets of credit lines: each transaction once, whatever its logs. */
async function takePayments(tx: Tx, deps: Informed, chainId: string, arrivals: readonly Arrival[]) {
  const paid = new Map(
    arrivals.flatMap(({ transfer, target }) => {
      const { partner_id: partnerId, is_liquidity } = target
      const hash = transfer.hash.toLowerCase()
      return is_liquidity ? [[`${partnerId}/${hash}`, { partnerId, chainId, hash }] as const] : []
    }),
  )
  for (const payment of paid.values()) {
    try {
      await inSavepoint(tx, () => takeChainPayment(tx, deps, payment))
    } catch (error) {
      // The background work of credit lines tries again.
      deps.log.error({ err: error, hash: payment.hash }, 'a payment could not be taken in yet')
    }
  }
}

/**
 * Takes deposits that the watcher kept and could not credit, or that were found later; each in a
 * transaction of its own.
 */
export async function takeMissing(deps: DepositParts & Pick<Deps, 'db'>, chain: Definition) {
  const chainId = String(chain.definition.chainId)
  const missing = await deps.db.readingAll((tx) => findMissing(tx, chainId))
  const senders = await lookUpSenders(deps, missing.map(senderOf))
  let taken = 0
  for (const transfer of missing) {
    const started = await deps.db.asWorker(async (tx) => {
      const arrivals = await arrivalsOf(tx, deps, chainId, [transfer])
      return takeAll(tx, { ...deps, senders }, chain, arrivals)
    })
    for (const key of started) deps.jobs.runNow(key)
    taken += 1
  }
  return taken
}

/** Looks the senders of all that some blocks bring to watched addresses up, before their transaction. */
export const lookUpBlocks = (deps: Pick<Deps, 'screening' | 'log'>, blocks: readonly ReadBlock[]) =>
  lookUpSenders(
    deps,
    blocks.flatMap(({ transfers }) => transfers.map(senderOf)),
  )

const senderOf = ({ from }: Pick<Arrived, 'from'>): Subject => ({ kind: 'address', address: from })

/** All to be locked are locked first, in the order of their ids: workers hold others meanwhile. */
async function takeAll(tx: Tx, deps: Informed, chain: Definition, arrivals: readonly Arrival[]) {
  const ids = arrivals.flatMap(({ target }) => target.transfer_id ?? [])
  if (ids.length > 1) await lockTransfers(tx, ids)
  const started: TransferKey[] = []
  for (const arrival of arrivals) {
    const key = await takeOne(tx, deps, chain, arrival)
    if (key) started.push(key)
  }
  return started
}

async function takeOne(tx: Tx, deps: Informed, chain: Definition, arrival: Arrival) {
  try {
    return await inSavepoint(tx, () => credit(tx, deps, chain, arrival))
  } catch (error) {
    const { hash, logIndex } = arrival.transfer
    deps.log.error({ err: error, hash, logIndex }, 'a deposit could not be credited yet')
    deps.onLeft?.()
    return undefined
  }
}

async function credit(
  tx: Tx,
  deps: Informed,
  { definition, dev }: Definition,
  { transfer, target }: Arrival,
): Promise<TransferKey | undefined> {
  const chainId = String(definition.chainId)
  const token = tokenOf(deps, chainId, transfer.token)
  if (!token) return undefined
  const isDust = transfer.amount * dustPerToken < 10n ** BigInt(token.currencyScale)
  const meant: Meant = isDust
    ? {}
    : await transferFor(tx, target, transfer, token, dev !== undefined)
  const transferId = meant.transferId ?? null
  const row = await insertChainDeposit(tx, {
    partner_id: target.partner_id,
    id: deps.ids.uuid(),
    transfer_id: transferId,
    funding_account_id: target.funding_account_id,
    jurisdiction_id: token.id,
    currency: token.currency,
    scale: token.currencyScale,
    amount: transfer.amount,
    chain_id: chainId,
    hash: transfer.hash.toLowerCase(),
    log_index: transfer.logIndex,
    from: transfer.from,
  })
  if (!row) return undefined
  const { finality } = definition
  if (transferId !== null && 'depth' in finality && finality.depth > 0) {
    const all = confirmations(finality, BigInt(finality.depth))
    await setConfirmations(tx, { partner_id: target.partner_id, id: transferId }, all)
  }
  const known = [
    ...(isDust ? (['BELOW_MINIMUM'] as const) : []),
    ...([null, token.id].includes(target.jurisdiction_id) ? [] : (['UNSUPPORTED_ASSET'] as const)),
  ]
  if (transferId === null) await takeTestPayment(tx, row)
  return receiveDeposit(tx, deps, row, deps.senders, known, meant)
}

/**
 * The transfer that a deposit is for: that of the address, or on a customer's own account the one
 * that waits there for just this amount. Dust pays nothing, or anyone could send a stranger's
 * transfer into review.
 */
async function transferFor(
  tx: Tx,
  target: Target,
  { amount, from }: Arrived,
  { currency }: TokenJurisdiction,
  isDevChain: boolean,
): Promise<Meant> {
  const { partner_id: partnerId, transfer_id, funding_account_id: fundingAccountId } = target
  if (transfer_id !== null) return { transferId: transfer_id }
  if (fundingAccountId === null) return {}
  // The faucet of a dev chain makes tokens, and stands for the payer.
  const wallet = isDevChain && /^0x0{40}$/.test(from) ? undefined : from
  return findByAmount(tx, { partnerId, fundingAccountId }, { amount, currency, wallet })
}

type Meant = Awaited<ReturnType<typeof findByAmount>>

async function arrivalsOf(
  tx: Tx,
  deps: Pick<Deps, 'jurisdictions'>,
  chainId: string,
  transfers: readonly Arrived[],
): Promise<Arrival[]> {
  const targets = await findTargets(
    tx,
    deps,
    chainId,
    transfers.map(({ to }) => to),
  )
  return transfers.flatMap((transfer) => {
    const target = targets.get(transfer.to.toLowerCase())
    return target ? [{ transfer, target }] : []
  })
}

const tokenOf = (
  { jurisdictions }: Pick<Deps, 'jurisdictions'>,
  chainId: string,
  address: string,
): TokenJurisdiction | undefined =>
  jurisdictions
    .onChain(chainId)
    .find(({ tokenAddress }) => tokenAddress.toLowerCase() === address.toLowerCase())
