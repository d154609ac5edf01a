import {
  type ChainWatcher,
  createChainWatcher,
  type FinalBatch,
  type WatchStatus,
  type ReadBlock,
  asHex,
} from '@corridor/chains'
import { shownDecimals, shownSymbol } from '@corridor/domain'
import { sendTogether } from '../../db/send-together.ts'
import type { Tx } from '../../db/open.ts'
import type { BackgroundJob } from '../../engine/background-job.ts'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'
import { haltChain } from '../treasury/orphans.ts'
import { insertOrphans } from '../treasury/orphan-store.ts'
import { bookOrders } from '../treasury/order-booking.ts'
import {
  chainArrivals,
  type DepositParts,
  lookUpBlocks,
  noteUnlisted,
  takeChainDeposits,
  takeMissing,
} from './chain-deposits.ts'
import { createNotices } from './chain-notices.ts'
import { giveBack } from '../treasury/chain-consistency.ts'
import * as store from '../treasury/chain-store.ts'
import { keepDepositBytes } from '../treasury/raw-deposits.ts'
import type { Senders } from '../screening/senders.ts'
import type { TransferKey } from '../../ports/jobs.ts'
import type { ChainReceipts } from '../../ports/receipts.ts'
import { inSavepoint } from '../../db/isolation.ts'
import { blockTimeOf, settleOrder } from '../liquidity/background/settle-orders.ts'
import type { FeeDeps } from '../partners/fees.ts'
import type { ClosedOrder } from '../treasury/chain-store.ts'
import { findUnnamed, keepNames } from '../../records/deposits/unlisted-store.ts'

type Parts = DepositParts & Pick<Deps, 'db' | 'jobs' | 'wake' | 'log'> & { receipts: ChainReceipts }

/** Another process has applied these blocks: what was written beside the cursor is undone. */
class CursorMoved extends Error {}

/** Follows every chain, from the time on at which this process has led. */
export const chainWatchers = (deps: Parts & Pick<Deps, 'chains'>): BackgroundJob => ({
  start: ({ leader }) => {
    const watchers: Pick<ChainWatcher, 'stop'>[] = []
    leader.onElected(() => {
      // Two watchers do no harm, since each batch is a compare-and-set on the cursor.
      if (watchers.length > 0) return
      for (const chain of deps.chains.values()) watchers.push(startChainWatcher(deps, chain))
    })
    return { stop: async () => void (await Promise.all(watchers.map((watcher) => watcher.stop()))) }
  },
})

/**
 * Follows a chain: the token transfers of watched addresses and the receipts of our transactions,
 * each batch of blocks in one transaction with the cursor. Then it wakes who waits.
 */
export function startChainWatcher(deps: Parts, chain: ChainLink) {
  const chainId = String(chain.definition.chainId)
  let isFollowing = false
  const notices = createNotices(deps, chain)
  const isFinalAtOnce =
    'depth' in chain.definition.finality && chain.definition.finality.depth === 0
  const watcher = createChainWatcher({
    adapter: chain.adapter,
    loadCursor: () => deps.db.readingAll((tx) => store.readCursor(tx, chainId)),
    apply,
    // Where blocks are final at once there is nothing to announce beforehand.
    ...(isFinalAtOnce ? {} : { onSeen: notices.onSeen, onReorg: notices.onReorg }),
    onStatus,
    hasPending: deps.receipts.isWaiting,
    whenDiverged: chain.dev ? 'REWIND' : 'FREEZE',
  })
  const off = chain.dev?.onRestart(() => void afterRestart())
  watcher.start()

  return {
    sync: watcher.sync,
    stop: async () => {
      off?.()
      await watcher.stop()
      await notices.settled()
    },
  }

  async function apply(batch: FinalBatch): Promise<'APPLIED' | 'CONFLICT'> {
    const senders = await lookUpBlocks(deps, batch.blocks)
    const applied = await deps.db
      .asWorker((tx) => write(tx, batch, senders))
      .catch((error: unknown) => {
        if (error instanceof CursorMoved) return undefined
        throw error
      })
    if (applied === undefined) return 'CONFLICT'
    notices.onFinal(batch.next.blockNumber)
    if (chain.dev) void keepBytes(batch)
    if (applied.isAnyLeft) void takeLeft()
    if (applied.isAnyUnlisted) void nameNew()
    for (const transfer of applied.paid) deps.jobs.runNow(transfer)
    const isAnyMoved = batch.blocks.some(({ transfers }) => transfers.length > 0)
    if (isAnyMoved || applied.isAnyUnlisted) deps.wake.notify('events')
    if (applied.mined.length > 0) {
      deps.wake.notify('chain')
      void takeUp((tx) => store.findWaiting(tx, chainId, applied.mined))
    }
    return 'APPLIED'
  }

  async function keepBytes({ blocks }: FinalBatch): Promise<void> {
    try {
      await keepDepositBytes(deps, chain, blocks)
    } catch (error) {
      deps.log.warn({ err: error, chainId }, 'the bytes of a deposit were not kept')
    }
  }

  /** A transfer may have been locked for too long; the custody check takes what is left. */
  async function takeLeft(): Promise<void> {
    try {
      await takeMissing(deps, chain)
    } catch (error) {
      deps.log.warn({ err: error, chainId }, 'deposits that were left could not be taken')
    }
  }

  async function nameNew(): Promise<void> {
    try {
      await nameUnlisted(deps, chain)
    } catch (error) {
      deps.log.warn({ err: error, chainId }, 'unknown tokens were not named')
    }
  }

  async function write(tx: Tx, batch: FinalBatch, senders: Senders) {
    const { blocks } = batch
    const treasury = chain.treasury.address.toLowerCase()
    const { isMoved, mined, closed, unknown, arrivals } = await sendTogether({
      isMoved: store.moveCursor(tx, chainId, batch),
      dropped: store.dropSiblings(tx, chainId, blocks),
      mined: store.recordReceipts(tx, chainId, blocks),
      closed: store.closeOrders(tx, chainId, blocks),
      transfers: store.insertTokenTransfers(tx, chainId, blocks),
      unknown: insertOrphans(tx, chainId, treasury, blocks),
      arrivals: chainArrivals(tx, deps, chainId, blocks),
    })
    if (!isMoved) throw new CursorMoved()
    await bookOrders(tx, chain, closed)
    await settleLiquidity(tx, deps, blocks, closed)
    if (unknown > 0) await haltChain(tx, chain, `${unknown} unknown payments of the treasury`)
    let isAnyLeft = false
    const onLeft = () => {
      isAnyLeft = true
    }
    const informed = { ...deps, onLeft, senders }
    const paid = await takeChainDeposits(tx, informed, chain, blocks, arrivals)
    const isAnyUnlisted = await noteUnlisted(tx, deps, chain, blocks)
    return { mined, paid, isAnyLeft, isAnyUnlisted }
  }

  /** After the commit, so that a transfer that begins to wait now still sees what it waits for. */
  async function takeUp(find: (tx: Tx) => Promise<TransferKey[]>): Promise<void> {
    try {
      for (const transfer of await deps.db.readingAll(find)) deps.jobs.runNow(transfer)
    } catch (error) {
      deps.log.warn({ err: error, chainId }, 'waiting transfers were not woken')
    }
  }

  function onStatus({ state, detail, cursor }: WatchStatus): void {
    const facts = { chainId, state, detail, block: Number(cursor?.blockNumber ?? -1n) }
    if (state === 'FOLLOWING') deps.log.info(facts, 'the chain is followed')
    else if (state === 'DIVERGED' || state === 'WRONG_CHAIN')
      deps.log.error(facts, 'the chain is not ours')
    else deps.log.warn(facts, 'the chain cannot be followed now')
    if (state === 'FOLLOWING' && !isFollowing) void resume()
    isFollowing = state === 'FOLLOWING'
  }

  /** The node is back: waiting transfers resume. */
  function resume(): Promise<void> {
    return takeUp((tx) => store.findOpen(tx, chainId))
  }

  async function afterRestart(): Promise<void> {
    try {
      await giveBack(deps, chain)
      watcher.wake()
      await resume()
    } catch (error) {
      deps.log.error({ err: error, chainId }, 'the chain could not be mended after its restart')
    }
  }
}

/**
 * Settles what closed orders of credit lines were for, in the transaction that read their receipts.
 * One that fails holds up no block: the background work of credit lines settles it later.
 */
async function settleLiquidity(
  tx: Tx,
  deps: FeeDeps & Pick<Deps, 'log'>,
  blocks: readonly ReadBlock[],
  closed: readonly ClosedOrder[],
): Promise<void> {
  const times = new Map(blocks.map(({ block }) => [Number(block.number), blockTimeOf(block)]))
  for (const order of closed) {
    const blockTime = times.get(order.block_number)
    if (!blockTime) continue
    try {
      await inSavepoint(tx, () => settleOrder(tx, deps, { ...order, blockTime }))
    } catch (error) {
      deps.log.error({ err: error, subject: order.subject }, 'an order is settled later')
    }
  }
}

/** In one request; what is left is asked for when something else arrives. */
const askedAtOnce = 20

/** Asks unknown contracts once what they call themselves; what they say is shown and never believed. */
async function nameUnlisted(
  { db, jurisdictions }: Pick<Deps, 'db' | 'jurisdictions'>,
  { adapter, definition }: Pick<ChainLink, 'adapter' | 'definition'>,
): Promise<void> {
  const chainId = String(definition.chainId)
  const contracts = await db.readingAll((tx) => findUnnamed(tx, chainId, askedAtOnce))
  if (contracts.length === 0) return
  const facts = await adapter.tokenFacts(contracts.map((contract) => asHex(contract)))
  if (!facts.ok) return
  const listed = [
    definition.nativeCurrency.symbol,
    ...definition.tokens.map(({ symbol }) => symbol),
    ...jurisdictions.all.map(({ currency }) => currency),
  ]
  const named = contracts.map((contract, at) => ({
    contract,
    symbol: shownSymbol(facts.value[at]?.symbol ?? '', listed),
    decimals: shownDecimals(facts.value[at]?.decimals) ?? null,
  }))
  await db.asWorker((tx) => keepNames(tx, chainId, named))
}
