import { numberToHex } from 'viem/utils'
import { quantity, resultOf } from '../evm/read.ts'
import { ask } from '../evm/ask.ts'
import type { Rpc } from '../evm/rpc.ts'
import type { Hex, Unavailable } from '../port.ts'
import type { Result } from '../result.ts'
import { fail, ok } from '../result.ts'

export type ChainControl = {
  /** Mines empty blocks at once. */
  mine(blocks: number): Promise<Result<{ blockNumber: bigint }, Unavailable>>
  /** The time of the next block, in seconds since 1970; the chain's clock goes on from there. */
  setNextBlockTime(seconds: number): Promise<Result<void, Unavailable | 'TIME_REFUSED'>>
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

/** Whether the chain holds a transaction in a block. */
export function isMined(rpc: Rpc, hash: Hex): Promise<Result<boolean, Unavailable>> {
  return ask(
    rpc,
    [{ method: 'eth_getTransactionReceipt', params: [hash] }],
    ([answer]) => resultOf(answer) !== null,
  )
}
