import { createHash } from 'node:crypto'
import type { HabitsOf } from '../accounts/habits.ts'
import type {
  FileBooks,
  ImportCounts,
  IncomingFile,
  MessagePart,
  StatementBalance,
} from '../books/file-books.ts'
import type { PaymentStatusReport, StatusIds } from '../port/payment-status.ts'
import type { Announced, Evidence, StatementHead } from '../evidence/evidence.ts'
import { isChanged } from './find-reported.ts'
import type { IncomingEvent } from '../iso20022/incoming/events.ts'
import { type Bytes, FileRefused } from '../iso20022/xml/source.ts'
import type { OperatorAccount } from '../accounts/operator-accounts.ts'
import { readIncoming } from './reader.ts'

export type ImportAnswer =
  | {
      ok: true
      file: IncomingFile
      /** The same content was taken in before: nothing was done. */
      isKnown: boolean
      counts: ImportCounts
      /** The first entries that are not booked yet; `counts.others` is how many there are. */
      announced: readonly Announced[]
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

/** So many announced entries and problems are listed one by one. */
const reportedMax = 20
/** So much evidence is joined at once, and so many payments of one entry. */
const linesMax = 500
const partsMax = 10_000
/** A file is kept in pieces of so many bytes. */
const pieceBytes = 262_144

/**
 * Takes in a file that the bank has sent: statement, notification, report or status report. It is
 * read twice: first to the end without a consequence, so that a torn or wrong file leaves no trace,
 * then to be booked. May be repeated, with the same file or one that overlaps: nothing is booked
 * twice.
 */
export async function importFile(parts: ImportParts): Promise<ImportAnswer> {
  try {
    const habitsOf = await parts.books.habits()
    const { file, encoding, balances } = await inspect(parts, habitsOf)
    const { isKnown } = await parts.books.beginImport(file)
    const taken = createTaking(parts.books, file, balances)
    if (isKnown) return { ok: true, file, isKnown, ...taken.result() }
    const options = { habitsOf, ...(encoding === undefined ? {} : { encoding }) }
    const hash = createHash('sha256')
    const bytes = keptPieces(parts.books, file.sha256, hashed(parts.read(), hash))
    try {
      for await (const events of readIncoming(bytes, parts.accounts, options))
        await taken.take(events)
      await taken.settle()
    } finally {
      await taken.idle()
    }
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

/**
 * Reads all of a file and does nothing: what it is, in which encoding its bank writes, and what its statements
 * open and close with, in their order.
 */
async function inspect({ name, read, accounts }: ImportParts, habitsOf: HabitsOf) {
  const hash = createHash('sha256')
  let header: Extract<IncomingEvent, { type: 'HEADER' }> | undefined
  let foreign: Extract<IncomingEvent, { type: 'FOREIGN' }> | undefined
  let isOurs = false
  let encoding: string | undefined
  const balances: (StatementBalance | undefined)[] = []
  const outline = { habitsOf, isOutline: true }
  for await (const events of readIncoming(hashed(read(), hash), accounts, outline))
    for (const event of events) {
      if (event.type === 'HEADER') header ??= event
      if (event.type === 'FOREIGN') foreign ??= event
      // The account of a text file is in letters that all encodings share.
      if (event.type === 'STATEMENT') encoding ??= habitsOf(event.statement.account)?.encoding
      if (event.type === 'STATEMENT' || event.type === 'PAYMENT_STATUS') isOurs = true
      if (event.type === 'STATEMENT') balances.push(undefined)
      if (event.type === 'BALANCE') balances.splice(-1, 1, event.balance)
    }
  if (!header) throw new FileRefused('The file has no header.')
  if (foreign && !isOurs) throw new FileRefused(foreignProblem(foreign))
  const { kind, messageId, createdAt } = header
  const file: IncomingFile = { name, sha256: hash.digest('hex'), kind, messageId, createdAt }
  return { file, encoding, balances }
}

const foreignProblem = ({ number, currency }: { number: string; currency: string }) =>
  `The statement is of an account that is not known: ${`${number} ${currency}`.trim()}. Nothing of it is booked.`

async function* hashed(source: Bytes, hash: ReturnType<typeof createHash>) {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}

/** Keeps a file as it comes by. */
async function* keptPieces(books: FileBooks, sha256: string, source: Bytes) {
  let waiting: Uint8Array[] = []
  let size = 0
  let place = 0
  const keep = async () => {
    await books.keepPiece(sha256, place, Buffer.concat(waiting))
    place += 1
    waiting = []
    size = 0
  }
  for await (const chunk of source) {
    waiting.push(chunk)
    size += chunk.length
    if (size >= pieceBytes) await keep()
    yield chunk
  }
  if (size > 0) await keep()
}

type Taken = { counts: ImportCounts; announced: Announced[]; problem: string }

function createTaking(
  books: FileBooks,
  { sha256, kind: firstKind }: IncomingFile,
  balances: readonly (StatementBalance | undefined)[],
) {
  const counts: ImportCounts = {
    entries: 0,
    booked: 0,
    repeated: 0,
    held: 0,
    aside: 0,
    reported: 0,
    unknown: 0,
    others: 0,
  }
  const announced: Announced[] = []
  const problems: string[] = []
  let problemCount = 0
  let kind = firstKind
  let statement: StatementHead | undefined
  let statements = 0
  let lines: Evidence[] = []
  /** Evidence that is being kept while the file is read on. */
  let keeping: Promise<void> = Promise.resolve()
  return { take, settle, idle, finish, problem, result }

  function problem(text: string): void {
    problemCount += 1
    if (problems.length < reportedMax) problems.push(text)
  }

  function finish(): void {
    if (counts.unknown > 0)
      problem(`${counts.unknown} of the payments in the file were never ordered by the service.`)
    if (counts.aside > 0)
      problem(`${counts.aside} lines of the file could not be read: a person decides.`)
    if (counts.held > 0)
      problem(`${counts.held} payments of the file may be known ones once more: they are held.`)
  }

  function result(): Taken {
    const more = problemCount - problems.length
    const listed = more > 0 ? [...problems, `And ${more} more.`] : problems
    return { counts, announced, problem: listed.join('\n') }
  }

  /** What the bank reports of payments goes first: a return in the same piece finds them confirmed. */
  async function take(events: readonly IncomingEvent[]): Promise<void> {
    await recordStatuses(
      events.flatMap((event) => (event.type === 'PAYMENT_STATUS' ? [event.report] : [])),
    )
    for (const event of events) await takeOne(event)
  }

  async function takeOne(event: IncomingEvent): Promise<void> {
    switch (event.type) {
      case 'HEADER':
        kind = event.kind
        return
      case 'STATEMENT':
        await settle()
        statement = event.statement
        statements += 1
        return
      case 'FOREIGN':
        await settle()
        statement = undefined
        problem(foreignProblem(event))
        return
      case 'EVIDENCE':
        if (lines.at(-1)?.line !== event.evidence.line && lines.length >= linesMax) await flush()
        if (lines.length >= partsMax) await flush()
        lines.push(event.evidence)
        return
      case 'ANNOUNCED':
        count({ entries: 1, others: 1 })
        if (announced.length < reportedMax) announced.push(event.announced)
        return
      case 'ASIDE':
        await books.keepAside(partOf(), [event.aside])
        count({ entries: 1, aside: 1 })
        problem(`Line ${event.aside.line}: ${event.aside.reason}`)
        return
      case 'FILE_STATUS': {
        await keeping
        const { known } = await books.recordFileStatus(sha256, event.report)
        count({ entries: 1, reported: known > 0 ? 1 : 0, unknown: known > 0 ? 0 : 1 })
        const { details, messageId, batchId } = event.report
        if (known === 0 && details)
          problem(
            `The status ${details.status} is about a file that is not known: ${messageId} ${batchId}.`,
          )
        return
      }
      case 'BALANCE': {
        await settle()
        const odd = await books.closeStatement(partOf(), event.balance)
        if (odd !== '') problem(odd)
        return
      }
      case 'PROBLEM':
        problem(event.problem)
        return
      case 'PAYMENT_STATUS':
        return
    }
  }

  function partOf(): MessagePart {
    if (!statement) throw new FileRefused('An entry of the file stands in no statement.')
    return { sha256, kind, statement, balance: balances[statements - 1] }
  }

  /** Keeps evidence in the order of the file, while that is read on. */
  async function flush(): Promise<void> {
    await keeping
    if (lines.length === 0) return
    keeping = keep(partOf(), lines)
    // It is known where it is waited for: with the next lines, or at the end.
    keeping.catch(() => undefined)
    lines = []
  }

  async function keep(part: MessagePart, own: readonly Evidence[]): Promise<void> {
    count({ entries: own.length, ...(await books.keepEvidence(part, own)) })
  }

  /** All lines that were read are kept afterwards. */
  async function settle(): Promise<void> {
    await flush()
    await keeping
  }

  /** Nothing goes on afterwards, whatever came of it. */
  async function idle(): Promise<void> {
    await keeping.catch(() => undefined)
  }

  async function recordStatuses(given: readonly PaymentStatusReport[]): Promise<void> {
    if (given.length === 0) return
    await keeping
    const reports = await named(given)
    const ours = reports.filter(({ reference }) => reference !== '')
    const { known } = ours.length > 0 ? await books.recordStatuses(sha256, ours) : { known: 0 }
    count({ entries: reports.length, reported: known, unknown: reports.length - known })
  }

  /** Of a status report only the books know which payments it means. */
  async function named(reports: readonly PaymentStatusReport[]): Promise<PaymentStatusReport[]> {
    const asked = reports.flatMap(({ ids }) => ids ?? [])
    if (asked.length === 0) return [...reports]
    const found = await books.findReported(asked)
    const byIds = new Map(asked.map((ids, i) => [ids, found[i]]))
    return reports.map((report) => {
      const { ids } = report
      if (!ids) return report
      const payment = byIds.get(ids)
      if (!payment) {
        problem(
          `The status ${report.details?.status ?? ''} is about a payment that is not known: ${nameOf(ids)}.`,
        )
        return { ...report, reference: '' }
      }
      const { reference } = payment
      // What goes out with another amount than was ordered is for a person, whatever the bank calls it.
      const isOdd = report.code === '' && isChanged(ids.amount, payment)
      return isOdd ? { ...report, reference, status: 'ATTENTION' } : { ...report, reference }
    })
  }

  function count(more: Partial<ImportCounts>): void {
    for (const name of Object.keys(counts) as (keyof ImportCounts)[])
      counts[name] += more[name] ?? 0
  }
}

/** What a bank calls a payment, for a person. */
const nameOf = ({ messageId, batchId, endToEndId, instructionId, uetr }: StatusIds): string =>
  [messageId, batchId, endToEndId || instructionId, uetr].filter((id) => id !== '').join(', ') ||
  'it has no id'
