import { LRUCache } from 'lru-cache'
import type { Bytes } from '../../../api/handlers.ts'
import type { Selection } from '../../../api/request/selection.ts'
import type { Tx } from '../../../db/open.ts'
import {
  findTransfers,
  printOf,
  type TransferPrint,
  type TransferRecord,
} from '../../../records/transfers/store.ts'
import { transferBody } from './view.ts'

/** Bytes of JSON that are kept at most: some two thousand transfers. */
const bytesMax = 8_000_000

/**
 * Response bodies of transfers as JSON, in the bytes that are sent. A text is valid as long as its transfer's print, so a
 * reader asks for that, and for the rest of a transfer only where it is new.
 */
export function createResponseCache(max = bytesMax) {
  const cached = new LRUCache<string, { print: string; text: Bytes }>({
    maxSize: max,
    sizeCalculation: ({ text }) => text.byteLength,
  })
  return { has, textOf, textsOf }

  /** Whether there is a text that may still be valid. */
  function has(id: string): boolean {
    return cached.has(id)
  }

  function textOf(record: TransferRecord, selection?: Selection): Bytes {
    const body = transferBody(record, selection)
    const text = bytesOf(selection ? selection.pick(body) : body)
    cached.set(keyOf(record, selection), { print: printOf(record), text })
    return text
  }

  /** In the order that was asked for; with a selection as much of each text as it names. */
  async function textsOf(
    tx: Tx,
    partnerId: string,
    wanted: readonly TransferPrint[],
    selection?: Selection,
  ): Promise<Bytes[]> {
    const texts = new Map<string, Bytes>()
    for (const transfer of wanted) {
      const known = cached.get(keyOf(transfer, selection))
      if (known?.print === transfer.print) texts.set(transfer.id, known.text)
    }
    const missing = wanted.map(({ id }) => id).filter((id) => !texts.has(id))
    for (const record of await findTransfers(tx, partnerId, missing, selection))
      texts.set(record.id, textOf(record, selection))
    return wanted.flatMap(({ id }) => texts.get(id) ?? [])
  }
}

const encoder = new TextEncoder()
/** In memory of its own: a part of a shared piece would keep all of that. */
const bytesOf = (body: unknown): Bytes => Buffer.from(encoder.encode(JSON.stringify(body)).buffer)
const keyOf = ({ id }: { id: string }, selection?: Selection) =>
  selection ? `${id} ${selection.key}` : id
