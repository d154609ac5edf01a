import { LRUCache } from 'lru-cache'
import type { Tx } from '../../../db/open.ts'
import {
  findTransfers,
  type TransferPrint,
  type TransferRecord,
} from '../../../records/transfers/store.ts'
import { transferBody } from './view.ts'

/** Characters of JSON that are kept at most: some four thousand transfers. */
const charsMax = 16_000_000

/** States that end by time alone, which no version of a row tells. */
const endsByTime = new Set(['QUOTED', 'PENDING', 'AWAITING_APPROVAL'])

/**
 * Transfers as the JSON texts that tell of them. A text stays as long as the versions of the rows it
 * was made from, so a reader asks for these, and for the rest of a transfer only where they are new.
 */
export function createBodies(max = charsMax) {
  const kept = new LRUCache<string, { print: string; text: string }>({
    maxSize: max,
    sizeCalculation: ({ text }) => text.length,
  })
  return { has, textOf, textsOf }

  /** Whether a text is kept that may still be good. */
  function has(id: string): boolean {
    return kept.has(id)
  }

  function textOf(record: TransferRecord): string {
    const text = JSON.stringify(transferBody(record))
    if (endsByTime.has(record.status)) kept.delete(record.id)
    else kept.set(record.id, { print: record.print, text })
    return text
  }

  /** In the order that was asked for. */
  async function textsOf(
    tx: Tx,
    partnerId: string,
    wanted: readonly TransferPrint[],
  ): Promise<string[]> {
    const texts = new Map<string, string>()
    for (const { id, print } of wanted) {
      const known = kept.get(id)
      if (known?.print === print) texts.set(id, known.text)
    }
    const missing = wanted.map(({ id }) => id).filter((id) => !texts.has(id))
    for (const record of await findTransfers(tx, partnerId, missing))
      texts.set(record.id, textOf(record))
    return wanted.flatMap(({ id }) => texts.get(id) ?? [])
  }
}
