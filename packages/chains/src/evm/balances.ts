import { numberToHex } from 'viem/utils'
import type { Balances, BlockHeader, Hex } from '../port/chain.ts'
import { ask, readSafely } from './ask.ts'
import { quantity, readBlock, resultOf, uintOf } from './read.ts'
import { type Rpc, type RpcAnswer, UnreadableAnswer } from './rpc.ts'

export function createBalanceReader(rpc: Rpc) {
  return {
    balances: (address: Hex, tokens: readonly Hex[], at?: bigint) =>
      at === undefined ? balances(address, tokens, true) : balancesAt(address, tokens, at),
    newestBalances: (address: Hex, tokens: readonly Hex[]) =>
      ask(rpc, callsAt(address, tokens, 'latest'), readAmounts),
  }

  async function balancesAt(address: Hex, tokens: readonly Hex[], at: bigint) {
    const block = numberToHex(at)
    const calls = [
      { method: 'eth_getBlockByNumber', params: [block, false] },
      ...callsAt(address, tokens, block),
    ]
    return ask(rpc, calls, ([first, ...answers]) => {
      const found = readBlock(resultOf(first))
      if (!found) throw new UnreadableAnswer(`no block ${at}`)
      return readBalances(answers, found)
    })
  }

  /**
   * Two requests: the newest block, then everything at that block. A node behind a balancer may
   * not have its neighbour's newest block yet, and a busy dev chain may have pruned it already:
   * then all is asked once more.
   */
  async function balances(address: Hex, tokens: readonly Hex[], mayRepeat: boolean) {
    const latest = await newestBlock()
    if (!latest.ok) return latest
    const answers = await rpc.batch(callsAt(address, tokens, numberToHex(latest.value.number)))
    if (!answers.ok) return answers
    if (mayRepeat && answers.value.some((answer) => answer.error)) {
      return balances(address, tokens, false)
    }
    return readSafely(() => readBalances(answers.value, latest.value))
  }

  function newestBlock() {
    return ask(rpc, [{ method: 'eth_getBlockByNumber', params: ['latest', false] }], ([answer]) => {
      const block = readBlock(resultOf(answer))
      if (!block) throw new UnreadableAnswer('no latest block')
      return block
    })
  }
}

function callsAt(address: Hex, tokens: readonly Hex[], at: Hex | 'latest') {
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
  return [
    { method: 'eth_getBalance', params: [address, at] },
    ...tokens.map((to) => ({ method: 'eth_call', params: [{ to, data }, at] })),
  ]
}

function readAmounts([native, ...amounts]: readonly RpcAnswer[]) {
  return {
    native: quantity(resultOf(native), 'balance'),
    tokens: amounts.map((answer) => uintOf(resultOf(answer), 'balanceOf')),
  }
}

const readBalances = (answers: readonly RpcAnswer[], block: BlockHeader): Balances => ({
  ...readAmounts(answers),
  blockNumber: block.number,
  blockTimestamp: block.timestamp,
})
