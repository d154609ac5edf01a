import type { ChainAdapter, Hex, TransactionReceipt, Unavailable } from '../port/chain.ts'
import { fail, type Result } from '../port/result.ts'
import { pause } from './process.ts'

/** A dev chain mines at once; a transaction that waits longer than this has a nonce gap. */
const waitMsMax = 10_000

/** Receipts are often not there yet when a send returns, so one always waits, if shortly. */
export async function waitForReceipt(
  adapter: ChainAdapter,
  hash: Hex,
): Promise<Result<TransactionReceipt, Unavailable>> {
  const deadline = performance.now() + waitMsMax
  for (;;) {
    const receipt = await adapter.receipt(hash)
    if (!receipt.ok) return receipt
    const { value } = receipt
    if (value) return { ok: true, value }
    if (performance.now() > deadline) return fail('CHAIN_UNAVAILABLE', `${hash} is not mined`)
    await pause(5)
  }
}
