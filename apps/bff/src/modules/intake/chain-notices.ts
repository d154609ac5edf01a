import type { ReadBlock, Reorg, TokenTransfer } from '@corridor/chains'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'
import { noticeDeposit } from '../transfers/funding/receive.ts'
import { findTargets, type Target } from './chain-targets-store.ts'
import { setConfirmations } from '../../records/transfers/steps/steps.ts'

type Parts = Pick<Deps, 'db' | 'jurisdictions' | 'wake' | 'log'>
type Seen = Pick<TokenTransfer, 'to' | 'hash' | 'logIndex' | 'blockNumber'>

export type Notices = {
  onSeen: (block: ReadBlock) => void
  onReorg: (reorg: Reorg) => void
  /** Blocks up to this one are final: their deposits are credited and no longer announced. */
  onFinal: (blockNumber: bigint) => void
  /** Resolves when everything seen so far is published. */
  settled: () => Promise<void>
}

/**
 * Publishes events about payments to announced addresses that are in a block but not final, with
 * the number of blocks on top. Nothing is credited by it, so nothing has to be undone when a block
 * goes away.
 */
export function createNotices(deps: Parts, { definition }: Pick<ChainLink, 'definition'>): Notices {
  const chainId = String(definition.chainId)
  const { finality } = definition
  const seen = new Map<string, Seen>()
  let turn: Promise<void> = Promise.resolve()

  return {
    onSeen: ({ block, transfers }) => {
      for (const payment of transfers) if (payment.amount > 0n) seen.set(keyOf(payment), payment)
      const all = [...seen.values()]
      if (all.length > 0) later(() => publish(all, (payment) => block.number - payment.blockNumber))
    },
    onReorg: ({ dropped }) => {
      const gone = dropped.flatMap((block) => block.transfers)
      for (const payment of gone) seen.delete(keyOf(payment))
      if (gone.length > 0) later(() => publish(gone, () => 0n))
    },
    onFinal: (blockNumber) => {
      for (const [key, payment] of seen) if (payment.blockNumber <= blockNumber) seen.delete(key)
    },
    settled: () => turn,
  }

  function later(work: () => Promise<void>): void {
    turn = turn.then(work).catch((error: unknown) => {
      deps.log.warn({ err: error, chainId }, 'a payment that was seen could not be announced')
    })
  }

  /** Of several to one address the newest counts, since all of them are waited for. */
  async function publish(all: readonly Seen[], depthOf: (payment: Seen) => bigint): Promise<void> {
    const newest = new Map(all.map((payment) => [payment.to.toLowerCase(), payment]))
    const published = await deps.db.asWorker(async (tx) => {
      const targets = await findTargets(tx, deps, chainId, [...newest.keys()])
      // In one order, since crediting deposits locks several transfers, too.
      const inOrder = [...targets.values()].toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
      for (const { address, partner_id: partnerId, transfer_id: transferId } of inOrder) {
        const payment = newest.get(address)
        if (!payment || transferId === null) continue
        const depth = depthOf(payment)
        if (depth === 0n)
          await noticeDeposit(tx, { partnerId, transferId, reference: payment.hash })
        await setConfirmations(
          tx,
          { partner_id: partnerId, id: transferId },
          confirmations(finality, depth),
        )
      }
      return targets.size
    })
    if (published > 0) deps.wake.notify('events')
  }
}

/** Blocks on top, of those that make a block final where that is a number. */
export const confirmations = (finality: ChainLink['definition']['finality'], deep: bigint) =>
  'depth' in finality ? `${deep} of ${finality.depth}` : String(deep)

const idOf = ({ transfer_id }: Target) => transfer_id ?? ''

const keyOf = (tokenTransfer: Pick<TokenTransfer, 'hash' | 'logIndex'>) =>
  `${tokenTransfer.hash}/${tokenTransfer.logIndex}`
