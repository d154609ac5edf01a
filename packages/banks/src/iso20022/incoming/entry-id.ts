import { createHash } from 'node:crypto'

export type EntryKey = {
  /** The account of the statement. */
  account: string
  /** Of the entry: CRDT or DBIT, and whether it takes another one back. */
  direction: string
  /** Exact decimal text. */
  amount: string
  /** The bank's reference of the single payment; '' where it has none. */
  paymentReference: string
  /** The bank's reference of the entry that it is booked with. */
  entryReference: string
  /** Its place in an entry of several payments, from 1; 0 where it is alone. */
  index: number
  /** The entry's payments all carry one reference, which identifies none of them. */
  isShared: boolean
  /** Day, parties and texts. */
  content: readonly string[]
}

const isReference = (text: string) => !['', 'NONREF', 'NOTPROVIDED'].includes(text.toUpperCase())

const hashOf = (parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest()

/** The standard's own parts make less; what is longer would fit into no index. */
const lengthMax = 300
const short = (id: string) => (id.length > lengthMax ? hashOf([id]).toString('hex') : id)

/**
 * Ids that are the same whichever file of the bank contains an entry, and however often: from the
 * bank's own reference, else from its entry's and the place in it, else from all that is known.
 * There, and only there, two entries that are alike in one file are two.
 */
export function createEntryIds() {
  const alike = new Map<string, number>()
  /** Hashes of all ids so far: eight bytes for each, so that a long file stays small. */
  const given = new Set<number>()
  return { next }

  function next(key: EntryKey): { id: string; isRepeated: boolean } {
    const id = short(idOf(key))
    const mark = hashOf([id]).readUIntBE(0, 6)
    const isRepeated = given.has(mark)
    given.add(mark)
    return { id, isRepeated }
  }

  function idOf(key: EntryKey): string {
    const start = `${key.account}/${key.direction}`
    if (isReference(key.paymentReference) && !key.isShared)
      return `${start}/${key.paymentReference}/${key.amount}`
    const reference = isReference(key.entryReference) ? key.entryReference : key.paymentReference
    if (isReference(reference))
      return `${start}/${reference}${key.index === 0 ? '' : `/${key.index}`}/${key.amount}`
    const hash = hashOf([start, key.amount, ...key.content])
      .toString('hex')
      .slice(0, 32)
    const occurrence = (alike.get(hash) ?? 0) + 1
    alike.set(hash, occurrence)
    return `${start}/${hash}/${occurrence}`
  }
}
