import type { Selection } from '../../../api/request/selection.ts'
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

type Kept = {
  print: string
  text: string
  /** What the last reader wanted of it, by the key of its selection. */
  part?: { key: string; text: string }
}

/**
 * Transfers as the JSON texts that tell of them. A text stays as long as the versions of the rows it
 * was made from, so a reader asks for these, and for the rest of a transfer only where they are new.
 */
export function createBodies(max = charsMax) {
  const kept = new Map<string, Kept>()
  let chars = 0
  return { has, textOf, textsOf }

  /** Whether a text is kept that may still be good. */
  function has(id: string): boolean {
    return kept.has(id)
  }

  function textOf(record: TransferRecord): string {
    const text = JSON.stringify(transferBody(record))
    forget(record.id)
    if (!endsByTime.has(record.status)) keep(record, text)
    return text
  }

  /** In the order that was asked for. */
  async function textsOf(
    tx: Tx,
    partnerId: string,
    wanted: readonly TransferPrint[],
    selection?: Selection,
  ): Promise<string[]> {
    const texts = new Map<string, string>()
    for (const { id, print } of wanted) {
      const known = kept.get(id)
      if (known?.print === print) texts.set(id, known.text)
    }
    const missing = wanted.map(({ id }) => id).filter((id) => !texts.has(id))
    for (const record of await findTransfers(tx, partnerId, missing))
      texts.set(record.id, textOf(record))
    return wanted.flatMap(({ id }) => {
      const text = texts.get(id)
      if (text === undefined) return []
      return selection ? partOf(id, text, selection) : text
    })
  }

  /** As much of a text as is wanted; of one that is kept, the part that was wanted last is kept too. */
  function partOf(id: string, text: string, { key, pick }: Selection): string {
    const known = kept.get(id)
    const isKept = known?.text === text
    if (isKept && known.part?.key === key) return known.part.text
    const part = { key, text: JSON.stringify(pick(JSON.parse(text))) }
    if (isKept) {
      chars += part.text.length - (known.part?.text.length ?? 0)
      known.part = part
      shrink()
    }
    return part.text
  }

  function keep({ id, print }: TransferRecord, text: string): void {
    kept.set(id, { print, text })
    chars += text.length
    shrink()
  }

  /** The one that was kept first goes first. */
  function shrink(): void {
    while (chars > max) forget(kept.keys().next().value ?? '')
  }

  function forget(id: string): void {
    const known = kept.get(id)
    if (known === undefined) return
    chars -= known.text.length + (known.part?.text.length ?? 0)
    kept.delete(id)
  }
}
