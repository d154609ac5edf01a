import type { Hex, TransactionReceipt } from '@corridor/chains'
import type { FrameRow, LineRow } from '../../../db/schema/rows.ts'
import type { ChainLink } from '../../../ports/chain.ts'

/** How a transaction stands on its chain; UNKNOWN also where the node does not answer. */
export type Look =
  | { kind: 'UNKNOWN' }
  | { kind: 'NOT_FINAL' }
  | { kind: 'FINAL'; receipt: TransactionReceipt }

export async function lookAt({ adapter }: ChainLink, hash: Hex): Promise<Look> {
  const receipt = await adapter.receipt(hash)
  if (!receipt.ok || !receipt.value) return { kind: 'UNKNOWN' }
  const head = await adapter.finalHead()
  const isFinal = head.ok && head.value && receipt.value.blockNumber <= head.value.number
  return isFinal ? { kind: 'FINAL', receipt: receipt.value } : { kind: 'NOT_FINAL' }
}

/** What is wrong with a final transaction as the payment of a frame's fee; nothing where it pays it. */
export function feeProblem(
  frame: FrameRow,
  { deposit_address, token }: Pick<LineRow, 'deposit_address' | 'token'>,
  { status, transfers }: TransactionReceipt,
): string | undefined {
  if (status !== 'success') return 'The transaction failed on the chain: nothing was paid.'
  const arrived = transfers.filter(({ to }) => to.toLowerCase() === deposit_address)
  if (arrived.length === 0) return 'The transaction pays nothing to the deposit wallet.'
  const paid = arrived
    .filter((item) => item.token.toLowerCase() === token)
    .reduce((sum, { amount }) => sum + amount, 0n)
  if (paid === 0n) return `The transaction pays in another token than ${frame.currency}.`
  if (paid < frame.fee) return 'The transaction pays less than the fee.'
  return undefined
}
