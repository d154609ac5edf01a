import { createHash } from 'node:crypto'
import type { NewEntry } from '../../port/bank.ts'
import type {
  FileBooks,
  ImportCounts,
  IncomingFile,
  PaymentStatusReport,
} from '../../books/file-books.ts'
import type { IncomingEvent, OtherEntry } from './events.ts'
import { type Bytes, FileRefused } from '../xml/source.ts'
import type { OperatorAccount } from '../../accounts/operator-accounts.ts'
import { readIncoming } from '../../incoming/reader.ts'

export type ImportAnswer =
  | {
      ok: true
      file: IncomingFile
      /** The same content was taken in before: nothing was done. */
      isKnown: boolean
      counts: ImportCounts
      /** The first of them; `counts.others` says how many there are. */
      others: readonly OtherEntry[]
      /** What a person should look at; '' where all is well. */
      problem: string
    }
  /** Nothing of the file was booked; `reason` explains why. */
  | { ok: false; reason: string }

export type ImportParts = {
  books: FileBooks
  accounts: readonly OperatorAccount[]
  /** Of the file, as people call it. */
  name: string
  /** The bytes of the file from the beginning, whenever it is called. */
  read: () => Bytes
}

/** So many others and problems are listed one by one. */
const reportedMax = 20

/**
 * Takes in a file that the bank has sent: statement, notification, report or status report. It is
 * read twice: first to the end without a consequence, so that a torn or wrong file leaves no trace,
 * then to be booked. May be repeated, with the same file or one that overlaps: nothing is booked
 * twice.
 */
export async function importFile(parts: ImportParts): Promise<ImportAnswer> {
  try {
    const file = await inspect(parts)
    const { isKnown } = await parts.books.beginImport(file)
    const taken = createTaking(parts.books, file)
    if (isKnown) return { ok: true, file, isKnown, ...taken.result() }
    const hash = createHash('sha256')
    for await (const events of readIncoming(hashed(parts.read(), hash), parts.accounts))
      await taken.take(events)
    const isSame = hash.digest('hex') === file.sha256
    if (!isSame) taken.problem('The file was changed while it was taken in; import it again.')
    taken.finish()
    const result = taken.result()
    // One that changed is not done with: the next import of it takes in what is missing.
    if (isSame) await parts.books.endImport(file.sha256, result.counts, result.problem)
    return { ok: true, file, isKnown, ...result }
  } catch (error) {
    if (error instanceof FileRefused) return { ok: false, reason: error.message }
    throw error
  }
}

/** Reads all of a file and does nothing. */
async function inspect({ name, read, accounts }: ImportParts): Promise<IncomingFile> {
  const hash = createHash('sha256')
  let header: Extract<IncomingEvent, { type: 'HEADER' }> | undefined
  for await (const events of readIncoming(hashed(read(), hash), accounts))
    for (const event of events) if (event.type === 'HEADER') header ??= event
  if (!header) throw new FileRefused('The file has no header.')
  const { kind, messageId, createdAt } = header
  return { name, sha256: hash.digest('hex'), kind, messageId, createdAt }
}

async function* hashed(source: Bytes, hash: ReturnType<typeof createHash>) {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}

type Taken = { counts: ImportCounts; others: OtherEntry[]; problem: string }

function createTaking(books: FileBooks, { sha256 }: IncomingFile) {
  const counts = { entries: 0, booked: 0, repeated: 0, reported: 0, unknown: 0, others: 0 }
  const others: OtherEntry[] = []
  const problems: string[] = []
  let problemCount = 0
  return { take, finish, problem, result }

  function problem(text: string): void {
    problemCount += 1
    if (problems.length < reportedMax) problems.push(text)
  }

  function finish(): void {
    if (counts.unknown > 0)
      problem(`${counts.unknown} of the payments in the file were never ordered by the service.`)
  }

  function result(): Taken {
    const more = problemCount - problems.length
    const listed = more > 0 ? [...problems, `And ${more} more.`] : problems
    return { counts, others, problem: listed.join('\n') }
  }

  /** What the bank says of payments goes first: a return in the same piece finds them confirmed. */
  async function take(events: readonly IncomingEvent[]): Promise<void> {
    await recordStatuses(
      events.flatMap((event) => (event.type === 'PAYMENT_STATUS' ? [event.report] : [])),
    )
    const entries: NewEntry[] = []
    for (const event of events) {
      if (event.type === 'ENTRY') entries.push(await settled(event))
      if (event.type === 'PROBLEM') problem(event.problem)
      if (event.type === 'FILE_STATUS') {
        const { known } = await books.recordFileStatus(event.report)
        count({ entries: 1, reported: known > 0 ? 1 : 0, unknown: known > 0 ? 0 : 1 })
      }
      if (event.type === 'OTHER') {
        count({ entries: 1, others: 1 })
        if (others.length < reportedMax) others.push(event.other)
      }
    }
    if (entries.length > 0) {
      const { booked } = await books.book(sha256, entries)
      count({ entries: entries.length, booked, repeated: entries.length - booked })
    }
    for (const event of events)
      if (event.type === 'BALANCE') await books.keepBalance(sha256, event.balance)
  }

  async function recordStatuses(reports: readonly PaymentStatusReport[]): Promise<void> {
    const ours = reports.filter(({ reference }) => reference !== '')
    const { known } = ours.length > 0 ? await books.recordStatuses(ours) : { known: 0 }
    count({ entries: reports.length, reported: known, unknown: reports.length - known })
  }

  function count(more: Partial<ImportCounts>): void {
    counts.entries += more.entries ?? 0
    counts.booked += more.booked ?? 0
    counts.repeated += more.repeated ?? 0
    counts.reported += more.reported ?? 0
    counts.unknown += more.unknown ?? 0
    counts.others += more.others ?? 0
  }

  /** Only the books know whether a payment was ours. */
  async function settled(event: Extract<IncomingEvent, { type: 'ENTRY' }>): Promise<NewEntry> {
    const { entry, otherwise } = event
    if (!otherwise) return entry
    return (await books.findPayment(entry.payoutReference)) ? entry : otherwise
  }
}
