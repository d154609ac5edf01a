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

  function textOf(record: TransferRecord): Bytes {
    const text = bytesOf(transferBody(record))
    cached.set(record.id, { print: printOf(record), text })
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
    for (const { id, print } of wanted) {
      const part = selection && cached.get(partKey(id, selection))
      if (part?.print === print) texts.set(id, part.text)
    }
    const whole = await wholeTexts(
      tx,
      partnerId,
      wanted.filter(({ id }) => !texts.has(id)),
    )
    for (const [id, text] of whole) texts.set(id, selection ? partOf(id, text, selection) : text)
    return wanted.flatMap(({ id }) => texts.get(id) ?? [])
  }

  async function wholeTexts(tx: Tx, partnerId: string, wanted: readonly TransferPrint[]) {
    const texts = new Map<string, Bytes>()
    for (const { id, print } of wanted) {
      const known = cached.get(id)
      if (known?.print === print) texts.set(id, known.text)
    }
    const missing = wanted.map(({ id }) => id).filter((id) => !texts.has(id))
    for (const record of await findTransfers(tx, partnerId, missing))
      texts.set(record.id, textOf(record))
    return texts
  }

  /** As much of a text as is selected; cached where the whole text is. */
  function partOf(id: string, whole: Bytes, selection: Selection): Bytes {
    const text = bytesOf(selection.pick(JSON.parse(whole.toString())))
    const known = cached.get(id)
    // Another reader may have cached a newer text meanwhile: a part must not get its version.
    if (known?.text === whole) cached.set(partKey(id, selection), { print: known.print, text })
    return text
  }
}

const encoder = new TextEncoder()
/** In memory of its own: a part of a shared piece would keep all of that. */
const bytesOf = (body: unknown): Bytes => Buffer.from(encoder.encode(JSON.stringify(body)).buffer)
const partKey = (id: string, { key }: Selection) => `${id} ${key}`
