import type { FileStatusReport, LastStatus, PaymentStatusReport } from '@corridor/banks'
import { sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'

/** So many payments go into one statement. */
export const rowsMax = 500

export function* parts<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < rows.length; i += rowsMax) yield rows.slice(i, i + rowsMax)
}

/**
 * Keeps what a file reports of payments, and what it comes to. The bank cannot know what was never
 * written into a file: such a report ends nothing, and is for a person.
 */
export async function recordStatuses(
  tx: Tx,
  sha256: string,
  given: readonly PaymentStatusReport[],
): Promise<number> {
  const { rows: held } = await sql<{ reference: string; status: string }>`
    select reference, status from bank_file_payment
    where reference = any(${given.map(({ reference }) => reference)}::text[])
    order by reference for update`.execute(tx)
  const statuses = new Map(held.map(({ reference, status }) => [reference, status]))
  const reports = given.filter(({ reference }) => statuses.has(reference))
  if (reports.length === 0) return 0
  await keepHistory(
    tx,
    sha256,
    reports.map((report) =>
      report.details && statuses.get(report.reference) === 'QUEUED'
        ? { ...report, status: 'ATTENTION' }
        : report,
    ),
  )
  await applyEnds(tx, endsOf(reports))
  await keepBookings(tx, reports)
  await askPeople(tx, [...statuses.keys()])
  return reports.length
}

type End = Pick<PaymentStatusReport, 'reference' | 'bankReference' | 'code' | 'isRetryable'> & {
  status: 'ACCEPTED' | 'CONFIRMED' | 'REJECTED'
}

/** What becomes of each payment: the first that ends it, else the last; nothing where it only waits. */
function endsOf(reports: readonly PaymentStatusReport[]): End[] {
  const ends = new Map<string, End>()
  for (const { status: effect, ...report } of reports) {
    if (effect === 'WAITING' || effect === 'ATTENTION') continue
    const before = ends.get(report.reference)
    const status = effect === 'CANCELED' ? 'REJECTED' : effect
    if (!before || before.status === 'ACCEPTED') ends.set(report.reference, { ...report, status })
  }
  return [...ends.values()]
}

/** Each status once, however often its file is read; transfers whose payment goes on are woken. */
async function keepHistory(
  tx: Tx,
  sha256: string,
  reports: readonly PaymentStatusReport[],
): Promise<void> {
  const given = reports.map(({ reference, status: effect, bankReference, details }) => ({
    reference,
    effect,
    bankReference,
    line: details?.line ?? 0,
    scope: details?.scope ?? 'PAYMENT',
    status: details?.status ?? 'BOOK',
    reasons: details?.reasons ?? [],
    terms: details?.terms ?? {},
  }))
  await sql`
    with kept as (
      insert into bank_file_status (reference, partner_id, transfer_id, sha256, line, scope, status,
        effect, reasons, terms, bank_reference, message_id, made_at, read_at)
      select g.reference, o.partner_id, o.transfer_id, f.sha256, g.line, g.scope, g.status, g.effect,
        g.reasons, g.terms, g."bankReference", f.message_id, f.written_at, ${serviceNow}
      from bank_file_in f,
        rows from (jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as (reference text,
          effect text, "bankReference" text, line int, scope text, status text, reasons jsonb,
          terms jsonb)) with ordinality as g
        left join payout o on o.id = case when g.reference ~ ${uuidPattern} then g.reference::uuid end
      where f.sha256 = ${sha256}
      order by g.ordinality
      on conflict (sha256, reference, line) do nothing
      returning reference, status
    )
    update bank_file_payment p set is_unreported = true
    from kept k where p.reference = k.reference and k.status <> 'BOOK'
      and p.status in ('WRITTEN', 'ACCEPTED')`.execute(tx)
}

const uuidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** A payment that has ended stays as it is: what is reported against that is a contradiction. */
async function applyEnds(tx: Tx, ends: readonly End[]): Promise<void> {
  if (ends.length === 0) return
  await sql`
    with report as (
      select * from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb)
        as w (reference text, status text, "bankReference" text, code text, "isRetryable" boolean)
    ), contradicted as (
      update bank_file_payment p set contradiction = w.status, is_unreported = true,
        updated_at = ${serviceNow}
      from report w where p.reference = w.reference
        and p.status in ('CONFIRMED', 'REJECTED') and w.status <> p.status
        and w.status <> 'ACCEPTED'
    )
    update bank_file_payment p
    set status = w.status, code = w.code, is_retryable = w."isRetryable", is_unreported = true,
      updated_at = ${serviceNow},
      bank_reference = case w."bankReference" when '' then p.bank_reference else w."bankReference" end
    from report w where p.reference = w.reference
      and (p.status = 'WRITTEN' or (p.status = 'ACCEPTED' and w.status <> 'ACCEPTED'))`.execute(tx)
}

/** On which day of which statement it stands, whatever was reported of it before. */
async function keepBookings(tx: Tx, reports: readonly PaymentStatusReport[]): Promise<void> {
  const booked = reports.filter((report) => report.booked)
  if (booked.length === 0) return
  await sql`
    update bank_file_payment p
    set booked_country = w.booked->>'countryCode', booked_on = (w.booked->>'day')::date
    from jsonb_to_recordset(${JSON.stringify(booked)}::jsonb) as w (reference text, booked jsonb)
    where p.reference = w.reference and p.booked_on is null and p.status <> 'QUEUED'`.execute(tx)
}

/**
 * What only waits says nothing against what was reported before it. A person has decided about what
 * was read until then, whenever the bank wrote it.
 */
async function askPeople(tx: Tx, references: readonly string[]): Promise<void> {
  await sql`
    update bank_file_payment p set needs_person = not p.needs_person,
      is_unreported = p.is_unreported or not p.needs_person
    where p.reference = any(${references}::text[]) and p.needs_person <> coalesce((
      select s.effect = 'ATTENTION' and not exists (select from bank_file_status d
        where d.reference = s.reference and d.scope = 'PERSON' and d.position > s.position)
      from bank_file_status s
      where s.reference = p.reference and s.effect <> 'WAITING' and s.scope <> 'PERSON'
      order by s.made_at desc, s.position desc limit 1), false)`.execute(tx)
}

/** A status of a file says nothing of payments that the same file has a closer status of. */
export async function recordFileStatus(
  tx: Tx,
  sha256: string,
  { messageId, batchId, ...answer }: FileStatusReport,
): Promise<{ known: number }> {
  const closer = answer.details?.scope === 'FILE' ? ['PAYMENT', 'BATCH'] : ['PAYMENT']
  const { rows } = await sql<{ reference: string; has_closer: boolean }>`
    select p.reference, exists (select from bank_file_status s
      where s.sha256 = ${sha256} and s.reference = p.reference
        and s.scope = any(${closer}::text[])) as has_closer
    from bank_file_payment p
    where p.message_id <> '' and ${inFile({ messageId, batchId })}
    order by p.reference`.execute(tx)
  const meant = rows.filter(({ has_closer: hasCloser }) => !answer.details || !hasCloser)
  for (const part of parts(meant))
    await recordStatuses(
      tx,
      sha256,
      part.map(({ reference }) => ({ reference, ...answer })),
    )
  return { known: rows.length }
}

/**
 * Payments in a batch, or with '' in a whole file. Where a bank has an id of its own for the file, the
 * batch is named by its own. Our ids are in capitals.
 */
export function inFile({ messageId, batchId }: { messageId: string; batchId: string }) {
  const files = [messageId, messageId.toUpperCase()]
  const isInFile = sql`p.message_id in (${sql.join(files)})`
  if (batchId === '') return isInFile
  const batches = [batchId, batchId.toUpperCase()]
  return sql`p.batch_id in (${sql.join(batches)}) and (${isInFile} or not exists (
    select from bank_file_out o where o.message_id in (${sql.join(files)})))`
}

/** The last that the bank has reported of a payment. */
export async function findLastStatus(tx: Tx, reference: string): Promise<LastStatus | undefined> {
  const row = await tx
    .selectFrom('bank_file_status')
    .select(['status', 'effect', 'reasons', 'made_at as madeAt'])
    .where('reference', '=', reference)
    .orderBy('made_at', 'desc')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as LastStatus | undefined
}
