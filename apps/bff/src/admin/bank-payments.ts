import { stat } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { basename, resolve } from 'node:path'
import process from 'node:process'
import { toText } from '@corridor/domain'
import { z } from 'zod'
import type { Tx } from '../db/open.ts'
import { tryBankFile, type TriedLine } from '../modules/intake/try-file.ts'
import { entryOf } from '../outside/bank/entry-text.ts'
import {
  evidenceOf,
  type EvidenceView,
  findPayments,
  joinPayment,
  listPayments,
  partEvidence,
  partPayment,
  type PaymentView,
} from '../outside/bank/decisions-store.ts'
import { readMessage } from '../outside/bank/messages-store.ts'
import { operatorPartnerId } from '../records/audit/operator.ts'
import { recordAudit } from '../records/audit/audit.ts'
import {
  byOperator,
  choice,
  flag,
  onSite,
  operator,
  reason,
  Refused,
  textOption,
} from './base/command.ts'
import type { Site } from './base/site.ts'
import { Readable, tableOf } from './base/table.ts'

const listedMax = 1_000

export const readable = flag('a table for people instead of JSON')
const payment = textOption('<id>', 'as `bank payments` lists it')
const why = reason('how it was found out, for the audit log')
export const decider = (reasonText: string) => ({ name: operator.id, reason: reasonText })

export const bankPayments = onSite({
  summary:
    'list payments at banks and how far they are; --state HELD those that wait for a statement or a person, --payment one with all its messages',
  options: {
    state: choice(['HELD', 'SUSPENSE'], 'only those').optional(),
    payment: payment.optional(),
    readable,
  },
  run: ({ db }, { state, payment: id, readable: isReadable }) =>
    db.asWorker(async (tx) => {
      const found =
        id === undefined
          ? await listPayments(tx, { state, limit: listedMax })
          : await findPayments(tx, [id])
      if (id !== undefined && found.length === 0)
        throw new Refused(`No payment at a bank has the id ${id}.`)
      const others = found.flatMap(({ likely_of }) => likely_of ?? [])
      const isWhole = id !== undefined || state === 'HELD'
      const messages = isWhole
        ? await evidenceOf(tx, [...found.map((row) => row.id), ...others])
        : []
      const bodies = found.map((row) => paymentBody(row, messages))
      return isReadable ? tableOf(bodies.map(lineOf), lineNames) : bodies
    }),
})

const lineNames = ['id', 'state', 'bookedOn', 'amount', 'currency', 'payer', 'text', 'likelyOf']
const lineOf = ({ sender, reference, ...body }: ReturnType<typeof paymentBody>) => ({
  ...body,
  payer: sender,
  text: reference.slice(0, 40),
  messages: undefined,
  likelyMessages: undefined,
})

export function paymentBody(row: PaymentView, messages: readonly EvidenceView[]) {
  const entry = row.entry === null ? undefined : entryOf(row.entry)
  const of = (id: string | null) =>
    messages.filter(({ paymentId }) => paymentId === id).map(messageBody(row))
  return {
    id: row.id,
    // Where nobody takes it in, it is a payout of the service.
    kind: entry?.kind ?? 'PAYOUT',
    state: row.state === 'HELD' ? 'HELD' : (row.intake ?? row.state),
    heldFor: row.held_for,
    account: row.account,
    amount: toText(row.direction === 'CREDIT' ? row.minor : -row.minor, row.scale),
    currency: row.currency,
    bookedOn: row.booked_on,
    statedOn: row.stated_on,
    sender: entry?.sender.name ?? '',
    reference: entry?.reference ?? '',
    problem: row.problem,
    likelyOf: row.likely_of,
    messages: of(row.id),
    ...(row.likely_of === null ? {} : { likelyMessages: of(row.likely_of) }),
  }
}

const messageBody =
  ({ scale }: PaymentView) =>
  ({ minor, evidence, writtenAt, ...message }: EvidenceView) => ({
    file: message.file,
    kind: message.messageKind,
    messageId: message.messageId,
    sha256: message.sha256,
    line: message.line,
    part: message.part,
    how: message.how,
    writtenAt: writtenAt.toISOString(),
    bookedOn: message.bookedOn,
    amount: toText(minor, scale),
    endToEndId: evidence?.ids.endToEndId ?? '',
    uetr: evidence?.ids.uetr ?? '',
    bankReference: evidence?.ids.paymentReference || evidence?.ids.lineReference || '',
    payer: evidence?.payer ?? null,
    payee: evidence?.payee ?? null,
    text: evidence?.text ?? '',
  })

const audit = (
  tx: Tx,
  action: string,
  id: string,
  given: { after?: Record<string, unknown>; reason: string },
) =>
  recordAudit(tx, byOperator(operatorPartnerId), {
    action,
    object: { kind: 'bank_payment', id },
    after: given.after ?? {},
    reason: given.reason,
  })

function published(site: Site) {
  site.published()
  site.wake.notify('bank')
}

export const bankPaymentsJoin = onSite({
  summary: 'a held payment is another one once more: nothing is credited',
  options: {
    payment,
    into: textOption('<id>', 'which; by default the one that it is held for').optional(),
    reason: why,
  },
  run: async (site, { payment: id, into, reason: text }) => {
    await site.db.asWorker(async (tx) => {
      if (!(await joinPayment(tx, { id, into }, decider(text))))
        throw new Refused(
          `No held payment has the id ${id}, or the other one has another account, customer’s account, direction or amount.`,
        )
      await audit(tx, 'bank_payment.join', id, { after: { into: into ?? '' }, reason: text })
    })
    published(site)
    return { payment: id, state: 'JOINED' }
  },
})

export const bankPaymentsPart = onSite({
  summary:
    'a held payment is one of its own and is credited; with --message and --line, what one message has of a payment is another one',
  options: {
    payment,
    message: textOption(
      '<sha256>',
      'of the message, as `bank payments --payment` lists it',
    ).optional(),
    line: z.coerce.number().int().positive().optional(),
    part: z.coerce.number().int().nonnegative().default(0),
    reason: why,
  },
  run: async (site, { payment: id, message: sha256, line, part, reason: text }) => {
    const parted = await site.db.asWorker(async (tx) => {
      const at = { paymentId: id, sha256: sha256 ?? '', line: line ?? 0, part }
      const found =
        sha256 === undefined
          ? (await partPayment(tx, id, decider(text))) && id
          : await partEvidence(tx, at, decider(text))
      if (!found)
        throw new Refused(
          `No held payment has the id ${id}, and no probable message of it stands on that line.`,
        )
      await audit(tx, 'bank_payment.part', found, { after: { of: id }, reason: text })
      return found
    })
    published(site)
    return { payment: parted, state: 'BOOKED' }
  },
})

export const bankMessage = onSite({
  summary: 'print a file of the bank as it came',
  options: {
    sha256: textOption('<sha256>', 'of the file, as `bank files` lists it', { isBare: true }),
  },
  run: (site, { sha256 }) =>
    site.db.asWorker(async (tx) => {
      const bytes = await readMessage(tx, site.kek, sha256)
      if (bytes.length === 0) throw new Refused(`No file is kept under ${sha256}.`)
      return new Readable(Buffer.from(bytes).toString('utf8'))
    }),
})

export const bankTry = onSite({
  summary: 'show line by line what an import of a file would book, and why; changes nothing',
  options: {
    file: textOption('<file>', 'any that `bank import` takes; it stays where it is', {
      isBare: true,
    }),
    readable,
  },
  run: async (site, { file: name, readable: isReadable }) => {
    const path = resolve(process.cwd(), name)
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) throw new Refused(`There is no file ${path}.`)
    const read = () => createReadStream(path)
    const tried = await tryBankFile(site, { name: basename(path), read })
    if (!tried.answer.ok) throw new Refused(`${path} would be refused: ${tried.answer.reason}`)
    const lines = tried.lines.map(triedBody)
    if (isReadable) return tableOf(lines, triedNames)
    const { counts, problem, isKnown, file } = tried.answer
    return {
      kind: file.kind,
      messageId: file.messageId,
      isKnown,
      ...counts,
      problem,
      lines,
      setAside: tried.asides.map(({ line, reason: text }) => ({ line, reason: text })),
    }
  },
})

const triedNames = ['line', 'outcome', 'bookedOn', 'amount', 'currency', 'payer', 'because']

const because: Readonly<Record<TriedLine['outcome'], string>> = {
  CREDITED: 'it names a customer’s account or a transfer',
  SUSPENSE: 'nobody is named: it waits in suspense',
  KNOWN: 'another message has it already',
  HELD: 'it may be a known payment once more: it waits for the statement, or a person',
  PAYOUT: 'it is a payment of the service',
  RETURN: 'a payment of the service comes back',
  CHARGE: 'the bank’s charge',
  DEBIT: 'the bank took it: it waits in suspense',
}

const triedBody = ({ evidence, payment: row, outcome, match }: TriedLine) => ({
  line: evidence.part === 0 ? String(evidence.line) : `${evidence.line}.${evidence.part}`,
  outcome,
  because: because[outcome],
  bookedOn: evidence.bookedOn,
  amount: toText(row.direction === 'CREDIT' ? evidence.minor : -evidence.minor, row.scale),
  currency: row.currency,
  payer: evidence.evidence?.payer.name ?? '',
  payment: row.id,
  how: evidence.how,
  ...(match === undefined ? {} : { partnerId: match.partnerId }),
})
