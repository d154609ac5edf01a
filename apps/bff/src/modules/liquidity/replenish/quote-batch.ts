import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findLine } from '../../../records/liquidity/line-store.ts'
import { readHash } from '../../partners/payments.ts'
import type { BankPlace } from '../line/bank-place.ts'
import { type Quoted, type QuoteFailure, quoteReplenish } from './quote.ts'

export type QuotedBatch = {
  batchId: string
  items: (Quoted | { originalTxnHash: string; failure: QuoteFailure })[]
  total: bigint
  scale: number
  validUntil: Date
}

const validMs = 10 * 60_000

const byHash = (hashes: readonly string[]) => Map.groupBy(hashes, (text) => readHash(text) ?? text)

/** Quotes several drawings; one that cannot be quoted says why, and the others are. */
export async function quoteBatch(
  tx: Tx,
  deps: Pick<Deps, 'ids' | 'random'>,
  by: { partnerId: string },
  hashes: readonly string[],
  bank: BankPlace | undefined,
): Promise<QuotedBatch> {
  const line = await findLine(tx, by.partnerId)
  if (!line) throw new Error(`the partner ${by.partnerId} has no credit line`)
  const batchId = deps.ids.uuid()
  const items: QuotedBatch['items'] = []
  // Two spellings of a hash are one drawing, whose second quote would supersede the first.
  for (const [originalTxnHash = ''] of byHash(hashes).values()) {
    const asked = { originalTxnHash, batchId, hasBank: bank !== undefined }
    const quoted = await quoteReplenish(tx, deps, by, asked)
    items.push(quoted.ok ? quoted.value : { originalTxnHash, failure: quoted.failure })
  }
  const quotes = items.flatMap((item) => ('row' in item ? [item.row] : []))
  return {
    batchId,
    items,
    total: quotes.reduce((sum, { total }) => sum + total, 0n),
    scale: line.scale,
    validUntil: quotes[0]?.valid_until ?? new Date(line.at.getTime() + validMs),
  }
}
