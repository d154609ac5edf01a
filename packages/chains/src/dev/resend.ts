import { keccak256 } from 'viem/utils'
import { ask } from '../evm/ask.ts'
import { resultOf } from '../evm/read.ts'
import type { Rpc } from '../evm/rpc.ts'
import type { ChainAdapter, Hex, Unavailable } from '../port/chain.ts'
import { fail, ok, type Result } from '../port/result.ts'
import { waitForReceipt } from './inclusion.ts'

export type Resent = { present: number; sent: number }
export type ResendFailure = Unavailable | 'RESEND_REFUSED'

const atOnce = 200

/**
 * Gives the chain what it lost: of these signed transactions, in the order in which they were
 * first sent, those that it lacks are sent again, each mined before the next, because a transfer
 * is only worth what came before it.
 */
export async function resend(
  rpc: Rpc,
  adapter: ChainAdapter,
  rawTransactions: readonly Hex[],
): Promise<Result<Resent, ResendFailure>> {
  const lacking = await missing(rpc, rawTransactions)
  if (!lacking.ok) return lacking

  for (const raw of lacking.value) {
    let sent = await adapter.send(raw)
    if (!sent.ok && sent.failure === 'FEE_TOO_LOW') {
      // A rebuilt chain begins with a higher base fee than the one for which this was signed.
      await rpc.call('anvil_setNextBlockBaseFeePerGas', ['0x1'])
      await rpc.call('anvil_mine', ['0x1'])
      sent = await adapter.send(raw)
    }
    if (!sent.ok) {
      if (sent.failure === 'CHAIN_UNAVAILABLE') return fail('CHAIN_UNAVAILABLE', sent.detail)
      return fail('RESEND_REFUSED', `${keccak256(raw)}: ${sent.failure} ${sent.detail}`)
    }
    const receipt = await waitForReceipt(adapter, sent.value.hash)
    if (!receipt.ok) return receipt
  }
  const { length } = lacking.value
  return ok({ present: rawTransactions.length - length, sent: length })
}

async function missing(rpc: Rpc, rawTransactions: readonly Hex[]) {
  const lacking: Hex[] = []
  for (let start = 0; start < rawTransactions.length; start += atOnce) {
    const some = rawTransactions.slice(start, start + atOnce)
    const calls = some.map((raw) => ({
      method: 'eth_getTransactionReceipt',
      params: [keccak256(raw)],
    }))
    const found = await ask(rpc, calls, (answers) =>
      some.filter((_, index) => resultOf(answers[index]) === null),
    )
    if (!found.ok) return found
    lacking.push(...found.value)
  }
  return ok(lacking)
}
