import { findMined, type MinedRow } from './chain-store.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Mined, ChainReceipts } from '../../ports/receipts.ts'

/** A block comes within moments; after this a run ends, and the watcher wakes the transfer. */
export const minedMsMax = 4_000

type Waiting = {
  chainId: string
  hashes: readonly string[]
  settle: (mined: Mined | undefined) => void
}

/**
 * Waits for many transactions with one look at the database for each block: receipts are read by
 * the chain's watcher, in whatever process it runs.
 */
export function createChainReceipts(deps: Pick<Deps, 'db' | 'wake' | 'log'>): ChainReceipts {
  const all = new Set<Waiting>()
  let isLooking = false
  let isAsked = false
  const off = deps.wake.on('chain', look)

  return {
    mined: (chainId, hash, timeoutMs) => minedOne(chainId, [hash], timeoutMs),
    minedOne,
    isWaiting: () => all.size > 0,
    close: () => {
      off()
      for (const waiting of all) waiting.settle(undefined)
    },
  }

  function minedOne(
    chainId: string,
    hashes: readonly string[],
    timeoutMs: number,
  ): Promise<Mined | undefined> {
    return new Promise((resolve) => {
      const waiting: Waiting = {
        chainId,
        hashes,
        settle: (found) => {
          clearTimeout(timer)
          all.delete(waiting)
          resolve(found)
        },
      }
      const timer = setTimeout(() => waiting.settle(undefined), timeoutMs)
      all.add(waiting)
      // It may have been mined before we came to wait.
      look()
    })
  }

  function look(): void {
    isAsked = true
    if (isLooking || all.size === 0) return
    void readAll().catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the chain’s receipts were not read'),
    )
  }

  async function readAll(): Promise<void> {
    isLooking = true
    try {
      while (isAsked && all.size > 0) {
        isAsked = false
        const found = new Map((await read([...all])).map((row) => [row.chain_id + row.hash, row]))
        for (const waiting of all) {
          const row = waiting.hashes.map((hash) => found.get(waiting.chainId + hash)).find(Boolean)
          if (row) waiting.settle(minedOf(row))
        }
      }
    } finally {
      isLooking = false
    }
  }

  function read(waiting: readonly Waiting[]): Promise<MinedRow[]> {
    const asked = waiting.flatMap(({ chainId, hashes }) =>
      hashes.map((hash) => ({ chainId, hash })),
    )
    return deps.db.readingAll((tx) => findMined(tx, asked))
  }
}

const minedOf = ({ hash, status, block_number, block_hash, cost }: MinedRow): Mined => ({
  hash,
  status,
  blockNumber: block_number,
  blockHash: block_hash,
  cost,
})
