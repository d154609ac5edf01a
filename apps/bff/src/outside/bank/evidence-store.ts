import {
  batchNamedBy,
  dayAfter,
  type Evidence,
  type EvidenceCounts,
  entryOf,
  type Facts,
  factsOf,
  type KnownPayment,
  merged,
  messageKindOf,
  type MessagePart,
  namedPayments,
  type NewEntry,
  type OperatorAccount,
  payoutNamedBy,
  refreshed,
  type SpanAmong,
  type StatementSpan,
  spanAmong,
  type TakenLine,
  takeLines,
} from '@corridor/banks'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { listedLines } from './batches-store.ts'
import { openBreaks } from './breaks-store.ts'
import { entryOf as entryFrom } from './entry-text.ts'
import { findAlike, findBatches, findGross } from './payments-alike-store.ts'
import {
  bookPayments,
  insertEvidence,
  insertPayments,
  lockPayments,
  nameLater,
  updateFacts,
} from './payments-store.ts'
import { habitsIn, isGrossIn, readProfiles, referencesIn } from './profile-store.ts'
import { recordFileStatus, recordStatuses } from './files-status-store.ts'

/** Keeps evidence of one message, and joins it to payments: one transaction. */
export async function keepEvidence(
  tx: Tx,
  part: MessagePart,
  lines: readonly Evidence[],
  accounts: readonly OperatorAccount[],
): Promise<EvidenceCounts> {
  await lockPayments(tx)
  const { fresh, repeated } = await unread(tx, part, lines)
  const facts = fresh.map(factsOf)
  const alike = await findAlike(tx, facts, fresh.flatMap(namedPayments), {
    sha256: part.sha256,
    isNotice: messageKindOf(part) === 'NOTICE',
  })
  const profiles = await readProfiles(tx)
  const isGross = isGrossIn(profiles)
  const gross = part.statement.isStatement ? await findGross(tx, facts, alike, isGross) : []
  const known = [...alike, ...gross]
  const lists = fresh.flatMap((evidence, place) => {
    const own = facts[place]
    return evidence.part === 0 || !own ? [] : [{ ...own, minor: evidence.lineMinor }]
  })
  const [batches, orders, closed] = [
    await findBatches(tx, lists),
    await findOrders(tx, fresh),
    await findClosed(tx, facts),
  ]
  const entryAs = (evidence: Evidence, id: string) =>
    entryOf(evidence, id, {
      accounts,
      isOurs: orders.payouts.has(payoutNamedBy(evidence)),
      habitsOf: habitsIn(profiles),
    })
  const taken = takeLines(
    {
      part,
      known: [...known, ...batches.filter(({ id }) => known.every((item) => item.id !== id))],
      isOurs: (reference) => orders.payouts.has(reference),
      isOurFile: (messageId) => orders.files.has(messageId),
      isClosed: (line) => isClosedIn(closed, line),
      references: referencesIn(profiles, facts),
      isGross,
      among: await findAmong(tx, part),
    },
    fresh,
  )
  const { listed, rest } = await listedLines(tx, taken)
  const fresher = rest.filter(({ decision }) => decision.kind !== 'JOIN')
  await insertPayments(
    tx,
    fresher.map((line) => ({
      line,
      sha256: part.sha256,
      entry: isAboutPayout(line) ? null : entryAs(line.evidence, line.paymentId),
    })),
  )
  const late = fresher.filter(
    ({ report, facts: { account, bookedOn } }) =>
      report.kind !== 'STATEMENT' && closed.has(`${account} ${bookedOn}`),
  )
  await openBreaks(tx, part.sha256, { missing: late.map(({ paymentId }) => paymentId) })
  await insertEvidence(tx, [...rest.map((line) => ({ ...line, how: howOf(line) })), ...listed])
  await addToKnown(tx, known, rest, entryAs)
  await bookPayments(tx, statedNow(known, rest))
  await releaseListed(tx, fresher)
  await confirmPayouts(tx, part.sha256, rest)
  await nameLater(
    tx,
    rest.filter(({ decision }) => decision.kind === 'JOIN').map(({ paymentId }) => paymentId),
  )
  return countsOf([...rest, ...listed], repeated)
}

/**
 * Held payments that came by a notice, and stand on a statement by now: they are payments, but where a
 * credited one is still to be found on a statement, which the closing of its days decides.
 */
function statedNow(known: readonly KnownPayment[], lines: readonly TakenLine[]): string[] {
  const open = new Set(
    known
      .filter(({ reports }) => reports.every(({ kind }) => kind !== 'STATEMENT'))
      .map(({ id }) => id),
  )
  for (const { report, paymentId } of lines) if (report.kind === 'STATEMENT') open.delete(paymentId)
  const held = new Set(
    known
      .filter(({ isHeld, likelyOf }) => isHeld && !open.has(likelyOf))
      .filter(({ reports }) => reports[0]?.kind !== 'STATEMENT')
      .map(({ id }) => id),
  )
  const stated = lines.filter(
    ({ report, paymentId }) => report.kind === 'STATEMENT' && held.has(paymentId),
  )
  return [...new Set(stated.map(({ paymentId }) => paymentId))]
}

/** What a statement is beside others of its account and days. */
async function findAmong(tx: Tx, { sha256, statement, balance }: MessagePart): Promise<SpanAmong> {
  if (!statement.isStatement || !balance) return 'ALONE'
  const { rows } = await sql<StatementSpan>`
    select b.opens_on::text as "opensOn", b.closes_on::text as "closesOn", b.opening, b.closing
    from bank_file_balance b
    where b.country_code = ${balance.countryCode} and b.currency = ${balance.currency}
      and b.opens_on <= ${balance.closesOn}::date and b.closes_on >= ${balance.opensOn}::date
      and b.sha256 <> ${sha256}`.execute(tx)
  return spanAmong(balance, rows)
}

const isAboutPayout = ({ payoutReference, paymentId }: TakenLine) =>
  payoutReference !== '' || paymentId.startsWith('file/')

const howOf = ({ decision }: TakenLine): string =>
  decision.kind === 'JOIN' ? decision.likeness : decision.kind === 'HOLD' ? 'HELD' : 'FIRST'

function countsOf(lines: readonly TakenLine[], repeated: number): EvidenceCounts {
  const counts = { booked: 0, repeated, held: 0, reported: 0 }
  for (const line of lines) {
    if (isAboutPayout(line)) counts.reported += 1
    else if (line.decision.kind === 'JOIN') counts.repeated += 1
    else counts[line.decision.kind === 'HOLD' ? 'held' : 'booked'] += 1
  }
  return counts
}

/** Lines that an import which a crash interrupted has not kept yet. */
async function unread(tx: Tx, { sha256 }: MessagePart, lines: readonly Evidence[]) {
  const rows = await tx
    .selectFrom('bank_evidence')
    .select(['line', 'part'])
    .where('sha256', '=', sha256)
    .where(sql<boolean>`line = any(${lines.map(({ line }) => line)}::int[])`)
    .execute()
  const kept = new Set(rows.map(({ line, part }) => `${line}/${part}`))
  const fresh = lines.filter(({ line, part }) => !kept.has(`${line}/${part}`))
  return { fresh, repeated: lines.length - fresh.length }
}

/** Which of the payouts and files that lines name the service has sent. */
async function findOrders(tx: Tx, lines: readonly Evidence[]) {
  const references = lines.map(payoutNamedBy).filter((reference) => reference !== '')
  const messageIds = lines.flatMap((line) => batchNamedBy(line)?.messageId ?? [])
  const payouts =
    references.length === 0
      ? []
      : await tx
          .selectFrom('bank_file_payment')
          .select('reference')
          .where(sql<boolean>`reference = any(${references}::text[])`)
          .execute()
  const files =
    messageIds.length === 0
      ? []
      : await tx
          .selectFrom('bank_file_out')
          .select('message_id')
          .where(sql<boolean>`message_id = any(${messageIds}::text[])`)
          .execute()
  return {
    payouts: new Set(payouts.map(({ reference }) => reference)),
    files: new Set(files.map(({ message_id }) => message_id)),
  }
}

/** A bank may book on the day after what it gave notice of before. */
const isClosedIn = (closed: ReadonlySet<string>, { account, bookedOn }: Facts): boolean =>
  closed.size > 0 &&
  (closed.has(`${account} ${bookedOn}`) || closed.has(`${account} ${dayAfter(bookedOn)}`))

/** Days of accounts that a statement has closed, as account and day. */
async function findClosed(tx: Tx, facts: readonly Facts[]): Promise<ReadonlySet<string>> {
  const days = new Set(facts.map(({ bookedOn }) => bookedOn))
  const { rows } = await sql<{ account: string; day: string }>`
    select c.account, c.day::text as day from bank_closed_day c
    where c.account = any(${[...new Set(facts.map(({ account }) => account))]}::text[])
      and c.day = any(${[...days, ...[...days].map((day) => dayAfter(day))]}::date[])`.execute(tx)
  return new Set(rows.map(({ account, day }) => `${account} ${day}`))
}

/**
 * What messages add to payments that were known. What is not credited yet is so with all of it; money
 * that is in suspense, since nobody knew whose it is, is taken in again where there is more to go by now.
 */
async function addToKnown(
  tx: Tx,
  known: readonly KnownPayment[],
  lines: readonly TakenLine[],
  entryAs: (evidence: Evidence, id: string) => NewEntry,
): Promise<void> {
  const byId = new Map(known.map((payment) => [payment.id, payment]))
  const gained = new Map<string, { payment: KnownPayment; line: TakenLine; isMore: boolean }>()
  for (const line of lines) {
    const { decision, facts } = line
    const payment = gained.get(line.paymentId)?.payment ?? byId.get(line.paymentId)
    if (decision.kind !== 'JOIN' || !payment) continue
    const next = merged(payment.facts, facts)
    const isCertain = decision.likeness === 'CERTAIN'
    const certain = isCertain ? merged(payment.certain, facts) : payment.certain
    const isMore = namesMore(payment.facts, next) || (gained.get(line.paymentId)?.isMore ?? false)
    gained.set(line.paymentId, { payment: { ...payment, facts: next, certain }, line, isMore })
  }
  const more = [...gained.values()].filter(({ isMore }) => isMore)
  const open = await findOpen(
    tx,
    more.map(({ payment }) => payment.id),
  )
  await updateFacts(
    tx,
    [...gained.values()].map(({ payment, line: { evidence, facts } }) => {
      const before = open.get(payment.id)
      const later = entryAs(evidence, payment.id)
      return {
        id: payment.id,
        facts: payment.facts,
        certain: payment.certain,
        entry: before ? refreshed(entryFrom(before.entry), later, facts.landedOn !== '') : null,
      }
    }),
  )
  await bookPayments(
    tx,
    [...open.values()].filter(({ state }) => state === 'BOOKED').map(({ id }) => id),
  )
}

/** What says whose money it is. */
const namesMore = (before: Facts, after: Facts): boolean =>
  (['landedOn', 'text', 'endToEndId', 'otherName', 'otherAccount'] as const).some(
    (name) => before[name] !== after[name],
  )

type OpenPayment = { id: string; state: string; entry: unknown }

/** Those of these that are held, that nobody has read yet, or of which nobody knows whose they are. */
async function findOpen(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, OpenPayment>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<OpenPayment>`
    select p.id, p.state, p.entry from bank_payment p left join bank_entry b on b.entry_id = p.id
    where p.id = any(${[...ids]}::text[]) and p.entry is not null and p.state in ('HELD', 'BOOKED')
      and (b.entry_id is null
        or b.state in ('NEW', 'UNMATCHED') and b.assigned_funding_id is null)`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Batches whose payments are all listed now: they are let through, in place of the batch. */
async function releaseListed(tx: Tx, lines: readonly TakenLine[]): Promise<void> {
  const batchIds = [...new Set(lines.map(({ batchId }) => batchId))].filter((id) => id !== '')
  for (const batchId of batchIds) {
    const { rows } = await sql<{ id: string }>`
      select m.id from bank_payment b join bank_payment m on m.batch_id = b.id
      where b.id = ${batchId} and m.held_for = 'PART_OF_BATCH' and b.minor =
        (select sum(s.minor) from bank_payment s where s.batch_id = b.id)
      order by m.created_at, m.id`.execute(tx)
    if (rows.length === 0) continue
    await tx
      .updateTable('bank_payment')
      .set({ state: 'LISTED' })
      .where('id', '=', batchId)
      .execute()
    await bookPayments(
      tx,
      rows.map(({ id }) => id),
    )
  }
}

/** What a bank has booked, it has paid. */
async function confirmPayouts(tx: Tx, sha256: string, lines: readonly TakenLine[]): Promise<void> {
  const statusOf = ({ evidence, facts }: TakenLine) => ({
    status: 'CONFIRMED' as const,
    bankReference: evidence.ids.paymentReference || evidence.ids.lineReference,
    code: '',
    booked: { countryCode: evidence.account.countryCode, day: facts.bookedOn },
  })
  const reports = lines
    .filter(({ payoutReference }) => payoutReference !== '')
    .map((line) => ({ ...statusOf(line), reference: line.payoutReference }))
  const folded = new Map(reports.map((report) => [report.reference, report]))
  const ordered = [...folded.values()].toSorted((a, b) => (a.reference < b.reference ? -1 : 1))
  if (ordered.length > 0) await recordStatuses(tx, sha256, ordered)
  for (const line of lines) {
    const batch = batchNamedBy(line.evidence)
    if (batch && line.paymentId.startsWith('file/'))
      await recordFileStatus(tx, sha256, { ...batch, ...statusOf(line) })
  }
}
