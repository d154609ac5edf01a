import { sql } from 'kysely'
import type { Deps } from '../../ports/deps.ts'
import type { Mined, ChainNews } from '../../ports/receipts.ts'

/** A block comes within moments; after this a run ends, and the watcher wakes the transfer. */
export const minedMsMax = 4_000

type Waiting = {
  chainId: string
  hashes: readonly string[]
  tell: (mined: Mined | undefined) => void
}
type Row = {
  hash: string
  chain_id: string
  status: Mined['status']
  block_number: number
  block_hash: string
  cost: bigint
}

/**
 * Waits for many transactions with one look at the database for each block: receipts are read by
 * the chain's watcher, in whatever process it runs.
 */
export function createChainNews(deps: Pick<Deps, 'db' | 'wake' | 'log'>): ChainNews {
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
      for (const waiting of all) waiting.tell(undefined)
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
        tell: (found) => {
          clearTimeout(timer)
          all.delete(waiting)
          resolve(found)
        },
      }
      const timer = setTimeout(() => waiting.tell(undefined), timeoutMs)
      all.add(waiting)
      // It may have been mined before we came to wait.
      look()
    })
  }

  function look(): void {
    isAsked = true
    if (isLooking || all.size === 0) return
    void readAll().catch((error: unknown) =>
      deps.log.warn({ err: error }, 'news of the chain were not read'),
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
          if (row) waiting.tell(minedOf(row))
        }
      }
    } finally {
      isLooking = false
    }
  }

  function read(waiting: readonly Waiting[]): Promise<Row[]> {
    const asked = waiting.flatMap(({ chainId, hashes }) =>
      hashes.map((hash) => ({ chainId, hash })),
    )
    return deps.db.asWorker(async (tx) => {
      const { rows } = await sql<Row>`
        select c.chain_id, c.hash, c.status, c.block_number, c.block_hash,
          c.gas_used * c.gas_price as cost
        from unnest(${asked.map(({ chainId }) => chainId)}::text[],
          ${asked.map(({ hash }) => hash)}::text[]) as asked (chain_id, hash)
        join chain_transaction c on c.chain_id = asked.chain_id and c.hash = asked.hash
        where c.status in ('CONFIRMED', 'REVERTED')`.execute(tx)
      return rows
    })
  }
}

const minedOf = ({ hash, status, block_number, block_hash, cost }: Row): Mined => ({
  hash,
  status,
  blockNumber: block_number,
  blockHash: block_hash,
  cost,
})
