import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { numberToHex } from 'viem/utils'
import { quantity, readHead, readReceipt, resultOf } from '../evm/read.ts'
import { ask } from '../evm/ask.ts'
import type { Rpc } from '../evm/rpc.ts'
import type { Finality, Hex, Unavailable } from '../port/chain.ts'
import { type Result, fail, ok } from '../port/result.ts'

export type ChainControl = {
  /** Mines empty blocks at once. */
  mine: (blocks: number) => Promise<Result<{ blockNumber: bigint }, Unavailable>>
  /** The time of the next block, in seconds since 1970; the chain's clock continues from there. */
  setNextBlockTime: (seconds: number) => Promise<Result<void, Unavailable | 'TIME_REFUSED'>>
  /**
   * A reorganisation: the newest blocks give way to empty ones and one more, so their transactions are
   * gone. Final blocks stay, as do those with the tokens.
   */
  dropBlocks: (blocks: number) => Promise<Result<{ blockNumber: bigint }, DropFailure>>
}

export type DropFailure = Unavailable | 'BLOCKS_FINAL'

export function createControl(options: {
  rpc: Rpc
  finality: Finality
  nowMs: () => number
  /** By how many seconds the chain's clock runs ahead. */
  timeOffset: () => number
  saveTimeOffset: (seconds: number) => Promise<void>
  /** The transactions that every dev chain begins with. */
  setup: readonly Hex[]
}): ChainControl {
  const { rpc } = options
  return { mine, setNextBlockTime, dropBlocks }

  async function mine(blocks: number): Promise<Result<{ blockNumber: bigint }, Unavailable>> {
    const mined = await command('anvil_mine', numberToHex(blocks))
    return mined.ok ? newest() : mined
  }

  function newest(): Promise<Result<{ blockNumber: bigint }, Unavailable>> {
    return ask(rpc, [{ method: 'eth_blockNumber', params: [] }], ([answer]) => ({
      blockNumber: quantity(resultOf(answer), 'blockNumber'),
    }))
  }

  function command(method: string, ...params: unknown[]): Promise<Result<unknown, Unavailable>> {
    return ask(rpc, [{ method, params }], ([answer]) => resultOf(answer))
  }

  async function setNextBlockTime(seconds: number) {
    const answer = await rpc.call('evm_setNextBlockTimestamp', [seconds])
    if (!answer.ok) return answer
    if (answer.value.error) return fail('TIME_REFUSED', answer.value.error.message)
    await options.saveTimeOffset(seconds - Math.floor(options.nowMs() / 1000))
    return ok(undefined)
  }

  async function dropBlocks(blocks: number): Promise<Result<{ blockNumber: bigint }, DropFailure>> {
    const { finality } = options
    const most = 'depth' in finality ? finality.depth : 0
    if (blocks > most) return fail('BLOCKS_FINAL', `at most ${most} blocks are not final`)
    // A block that the clock makes meanwhile costs anvil blocks for good.
    const stopped = await command('evm_setIntervalMining', 0)
    if (!stopped.ok) return stopped
    try {
      return await replaceBlocks(blocks)
    } finally {
      // From here on transactions wait for the block of their second: anvil does not go back to both.
      await command('evm_setIntervalMining', 1)
    }
  }

  async function replaceBlocks(blocks: number) {
    const [head, setup] = await Promise.all([newest(), setupBlock()])
    if (!head.ok) return head
    if (!setup.ok) return setup
    if (head.value.blockNumber - BigInt(blocks) < setup.value)
      return fail('BLOCKS_FINAL', `the tokens are in block ${setup.value}`)
    // An empty block of the same second would get the hash of the one that it replaces, and anvil
    // then loses both. Another receiver of the fees makes them differ.
    const receiver = privateKeyToAddress(generatePrivateKey())
    const coinbase = await command('anvil_setCoinbase', receiver)
    const replaced = coinbase.ok ? await command('anvil_reorg', blocks, []) : coinbase
    if (!replaced.ok) return replaced
    // The new blocks are a second apart each, so the clock fell behind.
    const seconds = Math.floor(options.nowMs() / 1000) + options.timeOffset()
    await rpc.call('evm_setNextBlockTimestamp', [seconds])
    return mine(1)
  }

  async function setupBlock(): Promise<Result<bigint, Unavailable>> {
    const calls = options.setup.map((hash) => ({
      method: 'eth_getTransactionReceipt',
      params: [hash],
    }))
    return ask(rpc, calls, (answers) => {
      const blocks = answers.map((answer) => readReceipt(resultOf(answer))?.blockNumber ?? 0n)
      return blocks.reduce((last, block) => (block > last ? block : last), 0n)
    })
  }
}

/**
 * A node that starts from its file counts real time again. Blocks must not go back in time, so
 * it receives how far the chain's clock was ahead.
 */
export async function restoreClock(rpc: Rpc, nowMs: () => number, timeOffset: number) {
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
