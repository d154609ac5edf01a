import type { Hex, TokenTransfer } from '../port/chain.ts'
import type { Cursor, FinalBatch } from '../watch/types.ts'

export type Book = {
  loadCursor: () => Promise<Cursor | undefined>
  apply: (batch: FinalBatch) => Promise<'APPLIED' | 'CONFLICT'>
  cursor: () => Cursor | undefined
  batches: () => readonly FinalBatch[]
  /** Each transfer once, in the order of its first coming. */
  transfers: () => readonly TokenTransfer[]
  /** What was credited less what was debited, per address in lower case. */
  balance: (address: Hex) => bigint
  /** The next `apply` fails: before anything is kept, or after all is (a lost COMMIT answer). */
  failNext: (when: 'BEFORE' | 'AFTER') => void
}

/**
 * What a database does with batches, in the memory of a test: compare-and-set on the cursor,
 * transfers unique by hash and log index, both or neither. It refuses batches with gaps.
 */
export function createBook(): Book {
  let cursor: Cursor | undefined
  let failing: 'BEFORE' | 'AFTER' | undefined
  const batches: FinalBatch[] = []
  const transfers = new Map<string, TokenTransfer>()

  return {
    loadCursor: async () => cursor,
    apply,
    cursor: () => cursor,
    batches: () => batches,
    transfers: () => [...transfers.values()],
    balance: (address) => {
      const mine = address.toLowerCase()
      let sum = 0n
      for (const { from, to, amount } of transfers.values()) {
        if (to === mine) sum += amount
        if (from === mine) sum -= amount
      }
      return sum
    },
    failNext: (when) => {
      failing = when
    },
  }

  async function apply(batch: FinalBatch): Promise<'APPLIED' | 'CONFLICT'> {
    const fails = failing
    failing = undefined
    if (fails === 'BEFORE') throw new Error('the database is away')
    if (batch.previous?.blockHash !== cursor?.blockHash) return 'CONFLICT'
    checkLinks(batch)
    cursor = batch.next
    batches.push(batch)
    for (const transfer of batch.blocks.flatMap((block) => block.transfers)) {
      const key = `${transfer.hash}/${transfer.logIndex}`
      if (!transfers.has(key)) transfers.set(key, transfer)
    }
    if (fails === 'AFTER') throw new Error('the answer to COMMIT was lost')
    return 'APPLIED'
  }
}

function checkLinks({ previous, blocks, next }: FinalBatch): void {
  let parent = previous?.blockHash
  for (const { block } of blocks) {
    if (parent !== undefined && block.parentHash !== parent) {
      throw new Error(`block ${block.number} is not the child of the one before`)
    }
    parent = block.hash
  }
  if (blocks.length > 0 && parent !== next.blockHash) throw new Error('the cursor is not the last')
}
