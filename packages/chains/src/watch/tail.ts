import type { ChainAdapter } from '../port/chain.ts'
import { ok } from '../port/result.ts'
import { readBlocks } from './read.ts'
import type { ReadBlock, Reorg } from './types.ts'

/**
 * Follows the blocks between the final one and the head. They are only reported: a block that
 * goes away is reported too, and nothing has to be undone.
 */
export function createTail(options: {
  adapter: ChainAdapter
  onSeen: (block: ReadBlock) => void
  onReorg: (reorg: Reorg) => void
}) {
  const { adapter, onSeen, onReorg } = options
  let seen: ReadBlock[] = []

  return { follow }

  async function follow(finalNumber: bigint, headNumber: bigint) {
    seen = seen.filter(({ block }) => block.number > finalNumber)
    const last = seen.at(-1)?.block
    const from = last ? last.number + 1n : finalNumber + 1n
    const added = from > headNumber ? ok([]) : await readBlocks(adapter, from, headNumber)
    if (!added.ok) return added

    if (last && !(await continues(last.hash, last.number, added.value))) {
      return replace(finalNumber, headNumber)
    }
    seen.push(...added.value)
    for (const block of added.value) onSeen(block)
    return ok(undefined)
  }

  /** New blocks say by themselves whether they follow; without any the last one is asked for. */
  async function continues(hash: string, number: bigint, added: ReadBlock[]): Promise<boolean> {
    const [next] = added
    if (next) return next.block.parentHash === hash
    const again = await adapter.block(number)
    return !again.ok || again.value?.hash === hash
  }

  async function replace(finalNumber: bigint, headNumber: bigint) {
    const first = finalNumber + 1n
    const whole = first > headNumber ? ok([]) : await readBlocks(adapter, first, headNumber)
    if (!whole.ok) return whole
    const kept = new Set(whole.value.map(({ block }) => block.hash))
    const known = new Set(seen.map(({ block }) => block.hash))
    const dropped = seen.filter(({ block }) => !kept.has(block.hash))
    seen = whole.value
    if (dropped.length > 0) onReorg({ dropped })
    for (const block of whole.value) if (!known.has(block.block.hash)) onSeen(block)
    return ok(undefined)
  }
}
