import type { BlockWithReceipts, ChainAdapter } from '../port/chain.ts'
import { fail, ok } from '../port/result.ts'

/** Blocks of a range that link up among themselves, with the transfers of the record's tokens. */
export async function readBlocks(adapter: ChainAdapter, from: bigint, to: bigint) {
  const blocks = await adapter.blocks(from, to)
  if (!blocks.ok) return blocks
  const broken = blocks.value.find(
    ({ block }, index) =>
      block.number !== from + BigInt(index) ||
      (index > 0 && block.parentHash !== blocks.value[index - 1]?.block.hash),
  )
  // A reorg between two answers, or a node that makes things up: asked again, never believed.
  if (broken) return fail('CHAIN_UNAVAILABLE', `block ${broken.block.number} does not link up`)

  const tokens = new Set(adapter.definition.tokens.map((token) => token.address.toLowerCase()))
  return ok(blocks.value.map((block) => withTransfers(block, tokens)))
}

function withTransfers({ block, receipts, payments }: BlockWithReceipts, tokens: Set<string>) {
  const transfers = receipts.flatMap((receipt) =>
    receipt.transfers
      .filter((transfer) => tokens.has(transfer.token.toLowerCase()))
      .map((transfer) => ({ ...transfer, blockTimestamp: block.timestamp })),
  )
  return { block, receipts, transfers, payments }
}
