import { type Bytes, type FileBooks, type ImportAnswer, importFile } from '@corridor/banks'
import type { Tx } from '../../db/open.ts'
import {
  type AsideView,
  type EvidenceView,
  evidenceOfFile,
  findPayments,
  listAsides,
  type PaymentView,
} from '../../outside/bank/decisions-store.ts'
import { beginImport } from '../../outside/bank/files-incoming-store.ts'
import { createFileBooks } from '../../outside/bank/files-store.ts'
import { beginTrial } from '../../outside/bank/payments-store.ts'
import type { Deps } from '../../ports/deps.ts'
import { type Match, matchLandings } from '../deposits/bank-matching.ts'
import { entryOf } from '../../outside/bank/entry-text.ts'

/** So many lines are shown. */
const listedMax = 10_000

/** What one line of a file would become, and why. */
export type TriedLine = {
  evidence: EvidenceView
  payment: PaymentView
  /**
   * CREDITED to whose account or transfer `match` names; SUSPENSE: nobody is named; KNOWN: another
   * message has it; HELD: perhaps; PAYOUT: a payment of the service; CHARGE and DEBIT of the bank.
   */
  outcome: 'CREDITED' | 'SUSPENSE' | 'KNOWN' | 'HELD' | 'PAYOUT' | 'RETURN' | 'CHARGE' | 'DEBIT'
  match: Match | undefined
}

export type TriedFile = {
  answer: ImportAnswer
  lines: readonly TriedLine[]
  asides: readonly AsideView[]
}

type Parts = Pick<Deps, 'db' | 'kek' | 'jurisdictions' | 'bankFiles'>

/** Ends the transaction of a trial: nothing of it stays. */
class TrialOver extends Error {
  readonly tried: TriedFile
  constructor(tried: TriedFile) {
    super('the trial is over')
    this.tried = tried
  }
}

/** Takes a file in as an import would, shows what came of each line, and changes nothing. */
export async function tryBankFile(
  { db, kek, jurisdictions, bankFiles: { accounts } }: Parts,
  file: { name: string; read: () => Bytes },
): Promise<TriedFile> {
  try {
    await db.asWorker(async (tx) => {
      const inTrial = <T>(work: (own: Tx) => Promise<T>) => work(tx)
      const books = createFileBooks({
        db: { asWorker: inTrial, readingAll: inTrial },
        kek,
        accounts,
      })
      // Beside an import of the same file, which is under way, the two take turns at its lines.
      const beginHere: FileBooks['beginImport'] = async (incoming) => {
        const begun = await beginImport(tx, incoming)
        if (begun.isFirst) await beginTrial(tx)
        return begun
      }
      const trial = { ...books, beginImport: beginHere }
      const answer = await importFile({ books: trial, accounts, ...file })
      if (!answer.ok) throw new TrialOver({ answer, lines: [], asides: [] })
      const { sha256 } = answer.file
      const found = await linesOf(tx, sha256)
      const matches = await matchesOf(tx, { jurisdictions, kek }, found)
      const lines = found.map(([evidence, payment], place): TriedLine => {
        const match = matches[place]
        return { evidence, payment, match, outcome: outcomeOf(evidence, payment, match) }
      })
      throw new TrialOver({
        answer,
        lines,
        asides: await listAsides(tx, { sha256, limit: listedMax }),
      })
    })
    throw new Error('the trial did not end')
  } catch (error) {
    if (error instanceof TrialOver) return error.tried
    throw error
  }
}

type Found = readonly (readonly [EvidenceView, PaymentView])[]

async function linesOf(tx: Tx, sha256: string): Promise<Found> {
  const evidence = await evidenceOfFile(tx, sha256, listedMax)
  const payments = await findPayments(
    tx,
    evidence.map(({ paymentId }) => paymentId),
  )
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  return evidence.flatMap((item) => {
    const payment = byId.get(item.paymentId)
    return payment ? [[item, payment] as const] : []
  })
}

async function matchesOf(
  tx: Tx,
  parts: Pick<Deps, 'jurisdictions' | 'kek'>,
  found: Found,
): Promise<(Match | undefined)[]> {
  const entries = found.map(([, payment]) =>
    payment.entry === null ? undefined : entryOf(payment.entry),
  )
  const asked = entries.flatMap((entry) => (entry?.kind === 'CREDIT' ? [entry] : []))
  const matchings = await matchLandings(
    tx,
    parts,
    asked.map((entry) => ({
      country_code: entry.countryCode,
      routing_number: entry.routingNumber,
      account_number: entry.accountNumber,
      currency: entry.currency,
      amount: entry.minor,
      reference: entry.reference,
      sender_name: entry.sender.name,
      ultimate_sender: entry.sender.ultimate ?? '',
      sender_account: entry.sender.account,
    })),
  )
  const byEntry = new Map(asked.map((entry, place) => [entry, matchings[place]?.match]))
  return entries.map((entry) => entry && byEntry.get(entry))
}

function outcomeOf(
  { how }: EvidenceView,
  payment: PaymentView,
  match: Match | undefined,
): TriedLine['outcome'] {
  if (payment.entry === null) return 'PAYOUT'
  if (how === 'HELD') return 'HELD'
  if (how !== 'FIRST') return 'KNOWN'
  const { kind } = entryOf(payment.entry)
  if (kind === 'CHARGE' || kind === 'RETURN') return kind
  if (kind === 'DEBIT' || kind === 'REVERSAL') return 'DEBIT'
  return match === undefined ? 'SUSPENSE' : 'CREDITED'
}
