import { type ReadBlock, readReference, asHex } from '@corridor/chains'
import { sql } from 'kysely'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'
type Unkept = { hash: string; partner_id: string; block_number: number; block_hash: string }

/**
 * Keeps the signed bytes of deposits that strangers sent: a dev chain that lost its last blocks is
 * given them again, since what was credited has to be there (decision record 11).
 */
export async function keepDepositBytes(
  deps: Pick<Deps, 'db'>,
  { adapter, definition }: ChainLink,
  blocks: readonly ReadBlock[],
): Promise<void> {
  const chainId = String(definition.chainId)
  const hashes = blocks.flatMap(({ transfers }) => transfers.map(({ hash }) => hash.toLowerCase()))
  if (hashes.length === 0) return
  const unkept = await deps.db.asWorker(async (tx) => {
    const { rows } = await sql<Unkept>`
      select distinct on (d.hash) d.hash, d.partner_id, t.block_number, t.block_hash
      from deposit d
      join token_transfer t on t.chain_id = d.chain_id and t.hash = d.hash and t.log_index = d.log_index
      where d.chain_id = ${chainId} and d.hash = any(${hashes})
        and not exists (select from chain_transaction c
          where c.chain_id = d.chain_id and c.hash = d.hash)`.execute(tx)
    return rows
  })
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
      tx
        .insertInto('chain_transaction')
        .values({
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
          created_at: sql<Date>`service_now()`,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
  }
}
