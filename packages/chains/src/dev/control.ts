import { numberToHex } from 'viem/utils'
import { quantity, readHead, resultOf } from '../evm/read.ts'
import { ask } from '../evm/ask.ts'
import type { Rpc } from '../evm/rpc.ts'
import type { Unavailable } from '../port/chain.ts'
import { type Result, fail, ok } from '../port/result.ts'

export type ChainControl = {
  /** Mines empty blocks at once. */
  mine: (blocks: number) => Promise<Result<{ blockNumber: bigint }, Unavailable>>
  /** The time of the next block, in seconds since 1970; the chain's clock continues from there. */
  setNextBlockTime: (seconds: number) => Promise<Result<void, Unavailable | 'TIME_REFUSED'>>
}

export function createControl(options: {
  rpc: Rpc
  nowMs: () => number
  saveTimeOffset: (seconds: number) => Promise<void>
}): ChainControl {
  return { mine, setNextBlockTime }

  async function mine(blocks: number): Promise<Result<{ blockNumber: bigint }, Unavailable>> {
    const mined = await ask(
      options.rpc,
      [{ method: 'anvil_mine', params: [numberToHex(blocks)] }],
      ([answer]) => resultOf(answer),
    )
    if (!mined.ok) return mined
    return ask(options.rpc, [{ method: 'eth_blockNumber', params: [] }], ([answer]) => ({
      blockNumber: quantity(resultOf(answer), 'blockNumber'),
    }))
  }

  async function setNextBlockTime(
    seconds: number,
  ): Promise<Result<void, Unavailable | 'TIME_REFUSED'>> {
    const answer = await options.rpc.call('evm_setNextBlockTimestamp', [seconds])
    if (!answer.ok) return answer
    if (answer.value.error) return fail('TIME_REFUSED', answer.value.error.message)
    await options.saveTimeOffset(seconds - Math.floor(options.nowMs() / 1000))
    return ok(undefined)
  }
}

/**
 * A node that starts from its file counts real time again. Blocks must not go back in time, so
 * it receives how far the chain's clock was ahead.
 */
export async function restoreClock(
  rpc: Rpc,
  nowMs: () => number,
  timeOffset: number,
): Promise<void> {
  const head = await ask(
    rpc,
    [{ method: 'eth_getBlockByNumber', params: ['latest', false] }],
    ([answer]) => readHead(resultOf(answer)),
  )
  if (!head.ok) throw new Error(head.detail)
  const real = Math.floor(nowMs() / 1000)
  if (timeOffset === 0 && head.value.timestamp < real) return
  const next = Math.max(real + timeOffset, head.value.timestamp + 1)
  await rpc.call('evm_setNextBlockTimestamp', [next])
}
