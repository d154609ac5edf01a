import { type EntryKind, type Evidence, zoneOf } from '@corridor/banks'
import { momentOf } from '@corridor/domain/calendars'
import { type RawBuilder, sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { resolveExplained } from './breaks-store.ts'
import { entryOf } from './entry-text.ts'
import { bookPayments, dissolvePayments, lockPayments, type PaymentRow } from './payments-store.ts'
import { habitsIn, readProfiles } from './profile-store.ts'

/** Who decides, and why. */
export type Decider = { name: string; reason: string }

/** A payment with how far it was taken in. */
export type PaymentView = Pick<
  PaymentRow,
  | 'id'
  | 'account'
  | 'direction'
  | 'minor'
  | 'scale'
  | 'currency'
  | 'state'
  | 'held_for'
  | 'likely_of'
  | 'batch_id'
  | 'entry'
  | 'created_at'
> & {
  /** `2026-01-05`. */
  booked_on: string
  stated_on: string | null
  /** Of the intake; null where nobody takes it in, or not yet. */
  intake: string | null
  problem: string
  /** The payout that it seems to bring back; '' where it is about none. */
  payout: string
}

const columns: RawBuilder<PaymentView> = sql`p.id, p.account, p.direction, p.minor, p.scale,
  p.currency, p.state, p.held_for, p.likely_of, p.batch_id, p.entry, p.created_at,
  p.booked_on::text as booked_on, p.stated_on::text as stated_on, b.state as intake,
  coalesce(b.problem, '') as problem, coalesce(b.payout_reference, '') as payout`
const joined = sql`bank_payment p left join bank_entry b on b.entry_id = p.id`

/** What one message has of a payment. */
export type EvidenceView = {
  paymentId: string
  sha256: string
  file: string
  messageKind: string
  messageId: string
  writtenAt: Date
  readAt: Date
  line: number
  part: number
  how: string
  bookedOn: string
  minor: bigint
  /** As the message has it; null for what was taken in before messages were kept. */
  evidence: (Omit<Evidence, 'minor' | 'lineMinor' | 'moment'> & { moment?: string }) | null
}

const evidenceColumns: RawBuilder<EvidenceView> = sql`e.payment_id as "paymentId", e.sha256, i.name as file, i.kind as "messageKind",
      i.message_id as "messageId", i.written_at as "writtenAt", e.read_at as "readAt", e.line, e.part, e.how,
      e.booked_on::text as "bookedOn", e.minor, e.evidence`
const evidence = sql`bank_evidence e join bank_file_in i on i.sha256 = e.sha256`

/** The messages of payments, in the order in which they were read. */
export async function evidenceOf(tx: Tx, ids: readonly string[]): Promise<EvidenceView[]> {
  const { rows } = await sql<EvidenceView>`
    select ${evidenceColumns} from ${evidence}
    where e.payment_id = any(${[...ids]}::text[])
    order by e.payment_id, e.read_at, e.line, e.part`.execute(tx)
  return rows
}

/** What one message has, in its own order. */
export async function evidenceOfFile(
  tx: Tx,
  sha256: string,
  limit: number,
): Promise<EvidenceView[]> {
  const { rows } = await sql<EvidenceView>`
    select ${evidenceColumns} from ${evidence}
    where e.sha256 = ${sha256} order by e.line, e.part limit ${limit}`.execute(tx)
  return rows
}

export async function findPayments(tx: Tx, ids: readonly string[]): Promise<PaymentView[]> {
  const { rows } = await sql<PaymentView>`
    select ${columns} from ${joined} where p.id = any(${[...ids]}::text[])`.execute(tx)
  return rows
}

export type PaymentFilter = {
  /** HELD waits for a statement or a person; SUSPENSE has no owner. */
  state?: 'HELD' | 'SUSPENSE' | undefined
  limit: number
}

/** The newest first; those that wait the oldest first. */
export async function listPayments(tx: Tx, filter: PaymentFilter): Promise<PaymentView[]> {
  const order = filter.state === undefined ? sql`desc` : sql`asc`
  const where =
    filter.state === 'HELD'
      ? sql`p.state = 'HELD' and p.held_for <> 'PART_OF_BATCH'`
      : filter.state === 'SUSPENSE'
        ? sql`p.state = 'BOOKED' and b.state = 'UNMATCHED'`
        : sql`true`
  const { rows } = await sql<PaymentView>`
    select ${columns} from ${joined} where ${where}
    order by p.created_at ${order} nulls last, p.id limit ${filter.limit}`.execute(tx)
  return rows
}

/** The customer's account that it came to; '' where the message names none. */
const landedOn = sql<string>`coalesce(facts->>'landedOn', '')`.as('landed_on')

const lockHeld = async (tx: Tx, id: string) => {
  await lockPayments(tx)
  return tx
    .selectFrom('bank_payment')
    .select(['id', 'account', 'likely_of', 'minor', 'direction', landedOn])
    .where('id', '=', id)
    .where('state', '=', 'HELD')
    .where('held_for', '<>', 'PART_OF_BATCH')
    .forUpdate()
    .executeTakeFirst()
}

const decide = (tx: Tx, id: string, { name, reason }: Decider) =>
  tx
    .updateTable('bank_payment')
    .set({ decided_by: name, decided_reason: reason, decided_at: serviceNow })
    .where('id', '=', id)
    .execute()

/** A held payment is one of its own, and goes on. False where none is held under the id. */
export async function partPayment(tx: Tx, id: string, by: Decider): Promise<boolean> {
  const held = await lockHeld(tx, id)
  if (!held) return false
  await decide(tx, id, by)
  await bookPayments(tx, [id])
  return true
}

/**
 * A held payment is another one once more: by default the one that it was held for. False where none is
 * held under the id, or the other one has another amount, account, customer's account or direction:
 * money for one customer would be gone into what another has.
 */
export async function joinPayment(
  tx: Tx,
  { id, into }: { id: string; into?: string | undefined },
  by: Decider,
): Promise<boolean> {
  const held = await lockHeld(tx, id)
  const target = into ?? held?.likely_of
  if (!held || !target || target === id) return false
  const other = await tx
    .selectFrom('bank_payment')
    .select(['account', 'minor', 'direction', landedOn])
    .where('id', '=', target)
    .where('state', 'in', ['BOOKED', 'HELD'])
    .executeTakeFirst()
  const isSame =
    other?.account === held.account &&
    other.minor === held.minor &&
    other.direction === held.direction &&
    (other.landed_on === held.landed_on || other.landed_on === '' || held.landed_on === '')
  if (!isSame) return false
  await decide(tx, id, by)
  await dissolvePayments(tx, [{ id, into: target }], 'DECIDED')
  await resolveExplained(tx, held.account)
  return true
}

/**
 * What one message has of a payment is a payment of its own after all: evidence that was joined as
 * probable. Gives the id of the payment that goes on; undefined where the evidence is certain, or the
 * only one.
 */
export async function partEvidence(
  tx: Tx,
  at: { paymentId: string; sha256: string; line: number; part: number },
  by: Decider,
): Promise<string | undefined> {
  await lockPayments(tx)
  const { paymentId, sha256, line, part } = at
  const id = `bp_${sha256.slice(0, 16)}_${line}_${part}`
  const { rows } = await sql<{ id: string }>`
    with parted as (
      insert into bank_payment (id, sha256, entry, account, direction, minor, scale, currency,
        booked_on, stated_on, facts, certain, state, held_for, created_at)
      select ${id}, e.sha256, p.entry || jsonb_build_object('entryId', ${id}::text), p.account,
        p.direction, p.minor, p.scale, p.currency, e.booked_on,
        case e.message_kind when 'STATEMENT' then e.booked_on end, p.facts, p.certain, 'HELD',
        'PERHAPS_REPEATED', ${serviceNow}
      from bank_evidence e join bank_payment p on p.id = e.payment_id
      where e.payment_id = ${paymentId} and e.sha256 = ${sha256} and e.line = ${line}
        and e.part = ${part} and e.how in ('PROBABLE', 'DOUBTFUL', 'CLOSED') and p.entry is not null
        and p.state = 'BOOKED'
      returning id
    )
    select id from parted`.execute(tx)
  if (rows.length === 0) return undefined
  await sql`
    update bank_evidence set payment_id = ${id}, how = 'DECIDED'
    where sha256 = ${sha256} and line = ${line} and part = ${part}`.execute(tx)
  await decide(tx, id, by)
  await bookPayments(tx, [id])
  return id
}

export type AsideView = {
  id: string
  sha256: string
  file: string
  messageKind: string
  messageId: string
  line: number
  account: string
  reason: string
  sealed_source: Buffer
  direction: '' | 'CREDIT' | 'DEBIT'
  currency: string
  scale: number
  minor: bigint | null
  bookedOn: string | null
  state: string
  readAt: Date
}

/**
 * Lines that could not be read and wait for a person, the oldest first; or one of any state, or those of
 * one message.
 */
export async function listAsides(
  tx: Tx,
  of: { id?: string; sha256?: string; limit: number },
): Promise<AsideView[]> {
  const where =
    of.id !== undefined
      ? sql`a.id = ${of.id}`
      : of.sha256 === undefined
        ? sql`a.state = 'OPEN'`
        : sql`a.sha256 = ${of.sha256}`
  const { rows } = await sql<AsideView>`
    select a.id, a.sha256, i.name as file, i.kind as "messageKind", i.message_id as "messageId",
      a.line, a.account, a.reason, a.sealed_source, a.direction, a.currency, a.scale, a.minor,
      a.booked_on::text as "bookedOn", a.state, a.read_at as "readAt"
    from bank_aside a join bank_file_in i on i.sha256 = a.sha256
    where ${where} order by a.read_at, a.line limit ${of.limit}`.execute(tx)
  return rows
}

/** A line booked by hand: what a person has read in it. */
export type ByHand = {
  kind: Extract<EntryKind, 'CREDIT' | 'CHARGE' | 'DEBIT'>
  minor: bigint
  /** `2026-01-05`. */
  bookedOn: string
  sender: { name: string; account: string }
  text: string
  /** The customer's account that it came to; the account of the message where it names none. */
  landedOn?: { routingNumber: string; accountNumber: string }
}

/** When a day begins at the bank of an account. */
async function beginningOf(tx: Tx, account: string, day: string): Promise<string> {
  const [countryCode = '', currency = '', accountNumber = ''] = account.split('/')
  const habitsOf = habitsIn(await readProfiles(tx))
  return momentOf(
    day,
    '00:00',
    zoneOf({ countryCode, currency, accountNumber }, habitsOf),
  ).toISOString()
}

/**
 * Books a line that was set aside, as a payment like others. Gives its id; undefined where the line is
 * decided already.
 */
export async function bookAside(
  tx: Tx,
  id: string,
  line: ByHand,
  by: Decider,
): Promise<string | undefined> {
  await lockPayments(tx)
  const [aside] = await listAsides(tx, { id, limit: 1 })
  if (aside?.state !== 'OPEN') return undefined
  const paymentId = `bp_${id.slice('bas_'.length)}`
  const direction = line.kind === 'CREDIT' ? 'CREDIT' : 'DEBIT'
  const [countryCode = '', currency = '', accountNumber = ''] = aside.account.split('/')
  const entry = entryOf({
    entryId: paymentId,
    kind: line.kind,
    countryCode,
    routingNumber: '',
    accountNumber,
    ...line.landedOn,
    currency,
    minor: String(line.minor),
    scale: aside.scale,
    sender: line.sender,
    reference: line.text,
    payoutReference: '',
    code: '',
    bookedOn: line.bookedOn,
    bookedFrom: await beginningOf(tx, aside.account, line.bookedOn),
    moment: null,
    batchId: '',
  })
  const facts = {
    account: aside.account,
    direction,
    group: 'ENTRY',
    minor: String(line.minor),
    bookedOn: line.bookedOn,
    uetr: '',
    transactionId: '',
    endToEndId: '',
    reference: '',
    lineReference: '',
    isPart: false,
    otherName: '',
    otherAccount: '',
    landedOn: '',
    text: '',
  }
  const kind = aside.messageKind === 'camt.053' ? 'STATEMENT' : 'NOTICE'
  await sql`
    insert into bank_payment (id, sha256, entry, account, direction, minor, scale, currency, booked_on,
      stated_on, facts, certain, state, held_for, created_at)
    values (${paymentId}, ${aside.sha256},
      ${JSON.stringify({ ...entry, minor: String(entry.minor), moment: null })}::jsonb,
      ${aside.account}, ${direction}, ${String(line.minor)}::numeric, ${aside.scale}, ${currency},
      ${line.bookedOn}::date, ${kind === 'STATEMENT' ? line.bookedOn : null}::date,
      ${JSON.stringify(facts)}::jsonb, ${JSON.stringify(facts)}::jsonb, 'HELD', 'PERHAPS_REPEATED',
      ${serviceNow})`.execute(tx)
  await sql`
    insert into bank_evidence (sha256, line, part, payment_id, message_kind, statement, account,
      direction, minor, line_minor, booked_on, how, read_at)
    values (${aside.sha256}, ${aside.line}, 0, ${paymentId}, ${kind}, '', ${aside.account},
      ${direction}, ${String(line.minor)}::numeric, ${String(line.minor)}::numeric,
      ${line.bookedOn}::date, 'DECIDED', ${serviceNow})`.execute(tx)
  await endAside(tx, id, { state: 'BOOKED', paymentId }, by)
  await decide(tx, paymentId, by)
  await bookPayments(tx, [paymentId])
  await resolveExplained(tx, aside.account)
  return paymentId
}

/** A line that stands for no movement of money. False where it is decided already. */
export async function dismissAside(tx: Tx, id: string, by: Decider): Promise<boolean> {
  const ended = await endAside(tx, id, { state: 'DISMISSED', paymentId: null }, by)
  const [aside] = await listAsides(tx, { id, limit: 1 })
  if (ended && aside) await resolveExplained(tx, aside.account)
  return ended
}

async function endAside(
  tx: Tx,
  id: string,
  end: { state: 'BOOKED' | 'DISMISSED'; paymentId: string | null },
  by: Decider,
): Promise<boolean> {
  const rows = await tx
    .updateTable('bank_aside')
    .set({
      state: end.state,
      payment_id: end.paymentId,
      decided_by: by.name,
      decided_reason: by.reason,
      decided_at: serviceNow,
    })
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .returning('id')
    .execute()
  return rows.length > 0
}
