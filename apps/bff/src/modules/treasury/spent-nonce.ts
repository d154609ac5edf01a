import type { Hex } from '@corridor/chains'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'
import { isAnyMined, readCursor } from './chain-store.ts'

export type SpentNonce = {
  sender: Hex
  nonce: number
  /** All transactions of ours with this nonce. */
  hashes: readonly Hex[]
}

/**
 * Whether a transaction that is none of ours has a nonce for good, so that ours can never be mined.
 * A node's answer to a sending proves nothing; this does: at the last final block that was read,
 * whole and with every receipt, the nonce was spent, and none of those receipts is ours.
 */
export async function isNonceTaken(
  deps: Pick<Deps, 'db'>,
  { adapter, definition }: Pick<ChainLink, 'adapter' | 'definition'>,
  { sender, nonce, hashes }: SpentNonce,
): Promise<boolean> {
  const chainId = String(definition.chainId)
  const cursor = await deps.db.readingAll((tx) => readCursor(tx, chainId))
  if (!cursor) return false
  const block = await adapter.block(cursor.blockNumber)
  if (!block.ok || block.value?.hash !== cursor.blockHash) return false
  const count = await adapter.transactionCountAt(sender, cursor.blockNumber)
  if (!count.ok || count.value <= nonce) return false
  for (const hash of hashes) {
    const receipt = await adapter.receipt(hash)
    if (!receipt.ok || receipt.value) return false
  }
  return !(await deps.db.readingAll((tx) => isAnyMined(tx, chainId, hashes)))
}
