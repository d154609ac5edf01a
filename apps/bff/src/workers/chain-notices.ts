import type { ReadBlock, Reorg, TokenTransfer } from '@corridor/chains'
import type { ChainLink, Deps } from '../deps.ts'
import { noticeDeposit } from '../modules/transfers/ordinary-receive.ts'
import { findTargets } from './chain-deposits.ts'

type Parts = Pick<Deps, 'db' | 'jurisdictions' | 'wake' | 'log'>
type Seen = Pick<TokenTransfer, 'to' | 'blockNumber' | 'token'>

export type Notices = {
  onSeen: (block: ReadBlock) => void
  onReorg: (reorg: Reorg) => void
  /** Blocks up to this one are final: their deposits are credited and no longer told of. */
  onFinal: (blockNumber: bigint) => void
  /** Resolves when everything seen so far is told. */
  settled: () => Promise<void>
}

/**
 * Tells of payments to announced addresses that are in a block but not final, with the number of
 * blocks on top. Nothing is credited by it, so nothing has to be undone when a block goes away.
 */
export function createNotices(deps: Parts, { definition }: Pick<ChainLink, 'definition'>): Notices {
  const chainId = String(definition.chainId)
  const { finality } = definition
  const seen = new Map<string, Seen>()
  let turn: Promise<void> = Promise.resolve()

  return {
    onSeen: (block) => {
      for (const one of block.transfers) if (one.amount > 0n) seen.set(keyOf(one), one)
      if (seen.size > 0) later(() => tell(block.block.number))
    },
    onReorg: ({ dropped }) => {
      const gone = dropped.flatMap((block) => block.transfers)
      for (const one of gone) seen.delete(keyOf(one))
      if (gone.length > 0) later(() => tellGone(gone))
    },
    onFinal: (blockNumber) => {
      for (const [key, one] of seen) if (one.blockNumber <= blockNumber) seen.delete(key)
    },
    settled: () => turn,
  }

  function later(work: () => Promise<void>): void {
    turn = turn.then(work).catch((error: unknown) => {
      deps.log.warn({ err: error, chainId }, 'a payment that was seen could not be told of')
    })
  }

  async function tell(head: bigint): Promise<void> {
    const deep = (one: Seen) => String(head - one.blockNumber + 1n)
    const all = [...seen.values()]
    await notice(all, (one) =>
      'depth' in finality ? `${deep(one)} of ${finality.depth + 1}` : `${deep(one)} blocks`,
    )
  }

  function tellGone(gone: readonly Seen[]): Promise<void> {
    return notice(gone, () =>
      'depth' in finality ? `0 of ${finality.depth + 1}` : 'no longer in a block',
    )
  }

  /** Of several to one address the least deep one counts. */
  async function notice(
    transfers: readonly Seen[],
    referenceOf: (one: Seen) => string,
  ): Promise<void> {
    await deps.db.asWorker(async (tx) => {
      const targets = await findTargets(
        tx,
        deps,
        chainId,
        transfers.map(({ to }) => to),
      )
      const newest = new Map(transfers.map((one) => [one.to.toLowerCase(), one]))
      for (const [address, one] of newest) {
        const target = targets.get(address)
        if (!target?.transfer_id) continue
        const { partner_id: partnerId, transfer_id: transferId } = target
        await noticeDeposit(tx, { partnerId, transferId, reference: referenceOf(one) })
      }
    })
    deps.wake.notify('events')
  }
}

const keyOf = (one: Pick<TokenTransfer, 'hash' | 'logIndex'>) => `${one.hash}/${one.logIndex}`
