import { numberToHex } from 'viem/utils'
import type { Balances, Hex, Unavailable } from '../port.ts'
import type { Result } from '../result.ts'
import { ask, readSafely } from './ask.ts'
import { quantity, readBlock, resultOf, word } from './read.ts'
import type { Rpc } from './rpc.ts'
import { UnreadableAnswer } from './rpc.ts'

export function createBalanceReader(rpc: Rpc) {
  return {
    balances: (address: Hex, tokens: readonly Hex[]) => balances(address, tokens, true),
  }

  /**
   * Two requests: the newest block, then everything at that block. A node behind a balancer may
   * not have its neighbour's newest block yet, and a busy dev chain may have pruned it already:
   * then all is asked once more.
   */
  async function balances(
    address: Hex,
    tokens: readonly Hex[],
    mayRepeat: boolean,
  ): Promise<Result<Balances, Unavailable>> {
    const latest = await newestBlock()
    if (!latest.ok) return latest
    const at = numberToHex(latest.value.number)
    const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
    const answers = await rpc.batch([
      { method: 'eth_getBalance', params: [address, at] },
      ...tokens.map((to) => ({ method: 'eth_call', params: [{ to, data }, at] })),
    ])
    if (!answers.ok) return answers
    if (mayRepeat && answers.value.some((answer) => answer.error)) {
      return balances(address, tokens, false)
    }
    return readSafely(() => {
      const [native, ...words] = answers.value
      return {
        native: quantity(resultOf(native), 'balance'),
        tokens: words.map((answer) => word(resultOf(answer), 'balanceOf')),
        blockNumber: latest.value.number,
        blockTimestamp: latest.value.timestamp,
      }
    })
  }

  function newestBlock() {
    return ask(rpc, [{ method: 'eth_getBlockByNumber', params: ['latest', false] }], ([answer]) => {
      const block = readBlock(resultOf(answer))
      if (!block) throw new UnreadableAnswer('no latest block')
      return block
    })
  }
}
