import { type ReadBlock, readReference, asHex } from '@corridor/chains'
import { findUnkept, insertKept } from './chain-store.ts'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'

/**
 * Keeps the signed bytes of deposits that strangers sent: a dev chain that lost its last blocks
 * gets them again, since what was credited has to be there (ADR 11).
 */
export async function keepDepositBytes(
  deps: Pick<Deps, 'db'>,
  { adapter, definition }: ChainLink,
  blocks: readonly ReadBlock[],
): Promise<void> {
  const chainId = String(definition.chainId)
  const hashes = blocks.flatMap(({ transfers }) => transfers.map(({ hash }) => hash.toLowerCase()))
  if (hashes.length === 0) return
  const unkept = await deps.db.readingAll((tx) => findUnkept(tx, chainId, hashes))
  const receipts = blocks.flatMap((block) => block.receipts)
  const senders = new Map(
    receipts.map(({ hash, from }) => [hash.toLowerCase(), from.toLowerCase()]),
  )
  for (const { hash, partner_id, block_number, block_hash } of unkept) {
    const raw = await adapter.rawTransaction(asHex(hash))
    if (!raw.ok || raw.value === undefined) return
    const bytes = raw.value
    const { nonce } = readReference(bytes)
    const sender = senders.get(hash) ?? ''
    await deps.db.asWorker((tx) =>
      insertKept(tx, {
        chain_id: chainId,
        hash,
        purpose: 'deposit',
        sender,
        nonce,
        raw: bytes,
        status: 'CONFIRMED',
        partner_id,
        block_number,
        block_hash,
      }),
    )
  }
}
