import type { BlockHeader, ChainAdapter, Finality } from '../port/chain.ts'
import { readBlocks } from './read.ts'
import type { Cursor, ReadBlock, WatchOptions, WatchState } from './types.ts'

/** Blocks applied in one transaction at most. */
const batchMax = 64n
/** How far back the dev chain is read again after it lost blocks; more than it can lose. */
const rewindBlocks = 2_048n

export type PassOutcome = { state: WatchState; detail: string }
export type Horizon = { headNumber: bigint; finalNumber: bigint | undefined }

const done: PassOutcome = { state: 'FOLLOWING', detail: '' }
const unavailable = (detail: string): PassOutcome => ({ state: 'UNAVAILABLE', detail })

/** Reads final blocks from the cursor on and has them applied, batch by batch. */
export function createPass(options: WatchOptions) {
  const { adapter, apply, whenDiverged } = options
  let cursor: Cursor | undefined
  let loaded = false

  return { run, cursor: () => cursor }

  async function run(horizon: Horizon): Promise<PassOutcome> {
    const { finalNumber } = horizon
    if (finalNumber === undefined) return done
    for (;;) {
      if (!loaded) {
        cursor = await options.loadCursor()
        loaded = true
        const found = cursor ? await verify(cursor, horizon) : 'SAME'
        if (typeof found !== 'string') return found
      }
      const step = await advance(finalNumber, horizon)
      if (step !== 'MORE') return step
    }
  }

  async function advance(finalNumber: bigint, horizon: Horizon): Promise<PassOutcome | 'MORE'> {
    if (!cursor && options.startBlock === undefined) return begin(finalNumber)
    const from = cursor ? cursor.blockNumber + 1n : (options.startBlock ?? 0n)
    if (cursor && horizon.headNumber < cursor.blockNumber) {
      const found = await verify(cursor, horizon)
      return found === 'SAME' ? done : found === 'REWOUND' ? 'MORE' : found
    }
    if (from > finalNumber) return done

    const last = from + batchMax - 1n < finalNumber ? from + batchMax - 1n : finalNumber
    const blocks = await readBlocks(adapter, from, last)
    if (!blocks.ok) return unavailable(blocks.detail)
    const [first] = blocks.value
    if (!first) return unavailable(`the node has no block ${from} below its head`)
    if (cursor && first.block.parentHash !== cursor.blockHash) {
      const found = await verify(cursor, horizon)
      if (found === 'REWOUND') return 'MORE'
      return found === 'SAME' ? unavailable(`block ${from} does not link up`) : found
    }
    return commit(blocks.value)
  }

  async function begin(finalNumber: bigint): Promise<PassOutcome | 'MORE'> {
    const final = await adapter.block(finalNumber)
    if (!final.ok) return unavailable(final.detail)
    if (!final.value) return done
    await set(cursorAt(final.value), [], false)
    return 'MORE'
  }

  async function commit(blocks: readonly ReadBlock[]): Promise<'MORE'> {
    const last = blocks.at(-1)
    if (last) await set(cursorAt(last.block), blocks, false)
    return 'MORE'
  }

  /** After a conflict the other process's cursor holds, and is loaded in the next round. */
  async function set(next: Cursor, blocks: readonly ReadBlock[], rewound: boolean): Promise<void> {
    const answer = await apply({ previous: cursor, next, blocks, rewound })
    if (answer === 'APPLIED') cursor = next
    else loaded = false
  }

  /** Whether the chain still holds the cursor's block; what follows when it does not. */
  async function verify(at: Cursor, horizon: Horizon): Promise<PassOutcome | 'SAME' | 'REWOUND'> {
    const block = await adapter.block(at.blockNumber)
    if (!block.ok) return unavailable(block.detail)
    if (block.value?.hash === at.blockHash) return 'SAME'

    if (whenDiverged === 'REWIND') return rewind(at, horizon)
    if (!block.value) {
      return { state: 'BEHIND', detail: `the node has no block ${at.blockNumber} yet` }
    }
    const detail = `block ${at.blockNumber} is ${block.value.hash}, was applied as ${at.blockHash}`
    return { state: 'DIVERGED', detail }
  }

  async function rewind(at: Cursor, horizon: Horizon): Promise<PassOutcome | 'REWOUND'> {
    const common = horizon.headNumber < at.blockNumber ? horizon.headNumber : at.blockNumber
    const target = common > rewindBlocks ? common - rewindBlocks : firstKept(common)
    const block = await adapter.block(target)
    if (!block.ok) return unavailable(block.detail)
    if (!block.value) return unavailable(`the node has no block ${target}`)
    await set(cursorAt(block.value), [], true)
    return 'REWOUND'
  }
}

/**
 * Block 0 is no place to begin at: a dev chain that came from its state file twice makes a new one,
 * which block 1 does not name as its parent.
 */
function firstKept(common: bigint): bigint {
  return common > 0n ? 1n : 0n
}

function cursorAt(block: BlockHeader): Cursor {
  return { blockNumber: block.number, blockHash: block.hash }
}

/** What counts as final below a head. The finalized tag has to be asked for. */
export async function horizonOf(adapter: ChainAdapter, finality: Finality, headNumber: bigint) {
  if ('depth' in finality) {
    const finalNumber = headNumber - BigInt(finality.depth)
    return { headNumber, finalNumber: finalNumber < 0n ? undefined : finalNumber }
  }
  const final = await adapter.finalHead()
  return final.ok ? { headNumber, finalNumber: final.value?.number } : { unavailable: final.detail }
}
