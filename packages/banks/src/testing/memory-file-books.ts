import type { OperatorAccount } from '../accounts/operator-accounts.ts'
import type {
  FileBooks,
  FilePayment,
  ImportCounts,
  MessagePart,
  PaymentFile,
} from '../books/file-books.ts'
import { entryOf, payoutNamedBy } from '../evidence/entry.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { type KnownPayment, merged } from '../evidence/known.ts'
import { takeLines } from '../books/take.ts'
import { findReported, type PaymentLookup } from '../incoming/find-reported.ts'
import type { PaymentStatusReport, ReportedPayment } from '../port/payment-status.ts'
import type { NewEntry } from '../port/bank.ts'

export type MemoryFileBooks = FileBooks & {
  /** Moves the service's time forward. */
  advance(ms: number): void
  /** All imports that were ended, in their order. */
  imports(): readonly { sha256: string; counts: ImportCounts; problem: string }[]
}

type Report = Omit<PaymentStatusReport, 'reference'>

/** What a report makes of a payment; nothing where it only says that it waits. */
function endOf({ status, code, isRetryable }: Report): Partial<FilePayment> {
  if (status === 'WAITING' || status === 'ATTENTION') return {}
  const end = status === 'CANCELED' ? 'REJECTED' : status
  return { status: end, code, ...(isRetryable === undefined ? {} : { isRetryable }) }
}

const isOpen = ({ status }: FilePayment) => status === 'WRITTEN' || status === 'ACCEPTED'

/** Books of a rail of files that last as long as the test; no statement closes a day in them. */
export function createMemoryFileBooks(accounts: readonly OperatorAccount[] = []): MemoryFileBooks {
  let time = Date.UTC(2026, 0, 5, 9)
  const payments = new Map<string, FilePayment>()
  const files = new Map<string, { file: PaymentFile; isSent: boolean }>()
  const begun = new Set<string>()
  const ended: { sha256: string; counts: ImportCounts; problem: string }[] = []
  const entries: NewEntry[] = []
  let paid: KnownPayment[] = []
  /** Payments that a file has a status of already, which says more than a later one in it. */
  const closer = new Set<string>()

  /** A payment that has ended stays as it is; one that is accepted is not less than that again. */
  function change(reference: string, report: Report): boolean {
    const payment = payments.get(reference)
    if (payment && isOpen(payment)) {
      const bankReference = report.bankReference || payment.bankReference
      payments.set(reference, { ...payment, bankReference, ...endOf(report), ...lastOf(report) })
    }
    return payment !== undefined
  }

  function keepEvidence(part: MessagePart, evidence: readonly Evidence[]) {
    const counts = { booked: 0, repeated: 0, held: 0, reported: 0 }
    const isOurs = (reference: string) => payments.has(reference)
    const isOurFile = (messageId: string) => files.has(messageId)
    const parts = { part, known: paid, isOurs, isOurFile, isClosed: () => false }
    for (const { decision, paymentId, ...line } of takeLines(parts, evidence)) {
      const { facts, report, payoutReference } = line
      const confirmed = { status: 'CONFIRMED' as const, bankReference: facts.reference, code: '' }
      if (payoutReference !== '') change(payoutReference, confirmed)
      if (decision.kind === 'JOIN')
        paid = paid.map((payment) =>
          payment.id === paymentId
            ? {
                ...payment,
                facts: merged(payment.facts, facts),
                reports: [...payment.reports, report],
              }
            : payment,
        )
      else {
        const isHeld = decision.kind === 'HOLD'
        const likelyOf = isHeld ? decision.paymentId : ''
        const payment = { id: paymentId, facts, certain: facts, isHeld, likelyOf }
        paid.push({ ...payment, isDayClosed: false, isNextClosed: false, reports: [report] })
        const options = { accounts, isOurs: isOurs(payoutNamedBy(line.evidence)) }
        if (!isHeld && payoutReference === '')
          entries.push(entryOf(line.evidence, paymentId, options))
      }
      if (payoutReference !== '') counts.reported += 1
      else if (decision.kind === 'JOIN') counts.repeated += 1
      else counts[decision.kind === 'HOLD' ? 'held' : 'booked'] += 1
    }
    return counts
  }

  const lastOf = ({ details, status: effect }: Report) =>
    details
      ? {
          last: {
            status: details.status,
            effect,
            reasons: details.reasons,
            madeAt: new Date(time),
          },
        }
      : {}

  function reportedOf(reference: string): ReportedPayment[] {
    const payment = payments.get(reference)
    if (!payment) return []
    const { messageId, instruction } = payment
    const { currency, minor, scale } = instruction
    const batches = files.get(messageId)?.file.batches ?? []
    const { batchId = '' } = batches.find(({ references }) => references.includes(reference)) ?? {}
    return [{ reference, messageId, batchId, currency, minor, scale }]
  }

  const lookup: PaymentLookup = {
    byReferences: (references) => Promise.resolve(references.flatMap(reportedOf)),
    isOurFile: (messageId) => Promise.resolve(files.has(messageId.toUpperCase())),
    inside: ({ messageId, batchId }) => {
      const all = [...payments.keys()].flatMap(reportedOf)
      const [file, batch] = [messageId.toUpperCase(), batchId.toUpperCase()]
      return Promise.resolve(
        all.filter(
          (payment) =>
            (file === '' || payment.messageId === file) &&
            (batch === '' || payment.batchId === batch),
        ),
      )
    },
  }

  return {
    advance: (ms) => {
      time += ms
    },
    imports: () => ended,
    now: () => Promise.resolve(new Date(time)),
    habits: () => Promise.resolve(() => undefined),
    keepPayment: (instruction) => {
      const { reference } = instruction
      const kept = payments.get(reference) ?? {
        instruction,
        status: 'QUEUED' as const,
        messageId: '',
        bankReference: '',
        code: '',
      }
      payments.set(reference, kept)
      return Promise.resolve(kept)
    },
    findPayment: (reference) => Promise.resolve(payments.get(reference)),
    writeFile: (limit, build) => {
      const queued = [...payments.values()].filter(({ status }) => status === 'QUEUED')
      const taken = queued.slice(0, limit)
      if (taken.length === 0) return Promise.resolve(undefined)
      const file = build(
        taken.map(({ instruction }) => instruction),
        new Date(time),
      )
      if (files.has(file.messageId)) throw new Error(`${file.messageId} was used before`)
      files.set(file.messageId, { file, isSent: false })
      for (const payment of taken)
        payments.set(payment.instruction.reference, {
          ...payment,
          status: 'WRITTEN',
          messageId: file.messageId,
        })
      return Promise.resolve(file)
    },
    unsentFiles: () =>
      Promise.resolve([...files.values()].filter(({ isSent }) => !isSent).map(({ file }) => file)),
    markSent: (messageId) => {
      const kept = files.get(messageId)
      if (kept) kept.isSent = true
      return Promise.resolve()
    },
    findReported: (named) => findReported(named, lookup),
    recordStatuses: (sha256, reports) => {
      for (const { reference } of reports) closer.add(`${sha256} ${reference}`)
      const known = reports.filter((report) => change(report.reference, report)).length
      return Promise.resolve({ known })
    },
    recordFileStatus: (sha256, { messageId, batchId, ...report }) => {
      const batches = files.get(messageId)?.file.batches ?? []
      const meant = batches.filter((batch) => batchId === '' || batch.batchId === batchId)
      const references = meant.flatMap((batch) => batch.references)
      for (const reference of references) {
        if (closer.has(`${sha256} ${reference}`)) continue
        closer.add(`${sha256} ${reference}`)
        change(reference, report)
      }
      return Promise.resolve({ known: references.length })
    },
    beginImport: ({ sha256 }) => {
      begun.add(sha256)
      return Promise.resolve({ isKnown: ended.some((file) => file.sha256 === sha256) })
    },
    book: (_sha256, more) => {
      const fresh = more.filter(
        ({ entryId }) => !entries.some((entry) => entry.entryId === entryId),
      )
      entries.push(...fresh)
      return Promise.resolve({ booked: fresh.length })
    },
    keepPiece: () => Promise.resolve(),
    keepAside: () => Promise.resolve(),
    closeStatement: () => Promise.resolve(''),
    keepEvidence: (part, evidence) => {
      if (!begun.has(part.sha256)) throw new Error('the import was not begun')
      return Promise.resolve(keepEvidence(part, evidence))
    },
    endImport: (sha256, counts, problem) => {
      ended.push({ sha256, counts, problem })
      return Promise.resolve()
    },
    read: (after, limit) =>
      Promise.resolve(
        entries
          .map((entry, i) => ({ position: BigInt(i + 1), entry }))
          .filter(({ position }) => position > after)
          .slice(0, limit),
      ),
  }
}
