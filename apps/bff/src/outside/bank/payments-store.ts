import { type Facts, type NewEntry, ownReferenceOf, type TakenLine } from '@corridor/banks'
import { type Selectable, sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import { entryText } from './entry-text.ts'

export type PaymentRow = Selectable<DB['bank_payment']>

/** Where a transaction is a trial, the position after which its payments are; else null. */
const trialAfter = sql`nullif(current_setting('bank.trial_after', true), '')::bigint`

/**
 * A transaction that is undone takes no lock of all payments: a large file that is only tried would
 * keep each import waiting until its end. Its positions are far beyond those that are given out, so
 * that nobody waits for one of them either. What others take in meanwhile it may see or not; only who
 * changes the very payments that its file is about, or takes in the same file, waits for it.
 */
export const beginTrial = (tx: Tx) =>
  sql`select set_config('bank.trial_after',
    ((2 ^ 50)::bigint + (random() * 2 ^ 52)::bigint)::text, true)`.execute(tx)

/**
 * All that changes payments takes their positions' row first: who reads on misses none, and two
 * messages that are taken in at once see each other's payments.
 */
export async function lockPayments(tx: Tx): Promise<void> {
  await sql`select last from bank_file_position where ${trialAfter} is null for update`.execute(tx)
  // While an import fills the tables, the planner's counts of them are of before.
  await sql`set local enable_seqscan = off`.execute(tx)
}

const lastPosition = sql`case when ${trialAfter} is null
  then (select last from bank_file_position)
  else greatest(${trialAfter}, (select max(position) from bank_payment)) end`

type KeptFacts = Omit<Facts, 'minor'> & { minor: string }

/** JSON has no whole numbers of this size. */
export const keptFacts = (facts: Facts): KeptFacts => ({ ...facts, minor: String(facts.minor) })
export const factsFrom = (json: unknown): Facts => {
  const kept = json as KeptFacts
  return { ...kept, minor: BigInt(kept.minor) }
}

export const idsOf = ({
  uetr,
  transactionId,
  endToEndId,
  reference,
  lineReference,
}: Facts): string[] =>
  [...new Set([uetr, transactionId, endToEndId, reference, lineReference])].filter(
    (id) => id !== '',
  )

/** A list of JSON, item by item: of thousands of large ones there is never more than one beside its text. */
const listText = <T>(items: readonly T[], rowOf: (item: T) => object): string =>
  `[${items.map((item) => JSON.stringify(rowOf(item))).join(',')}]`

export type NewPayment = {
  line: TakenLine
  sha256: string
  /** Null for a payout of the service. */
  entry: NewEntry | null
}

/** Keeps payments; those that are not held are given the next positions, in their order. */
export async function insertPayments(tx: Tx, payments: readonly NewPayment[]): Promise<void> {
  if (payments.length === 0) return
  const rows = listText(payments, ({ line, sha256, entry }) => {
    const { decision, facts, evidence, report, paymentId, batchId } = line
    const isHeld = decision.kind === 'HOLD' || batchId !== ''
    const heldFor = decision.kind === 'HOLD' ? decision.why : 'PART_OF_BATCH'
    return {
      id: paymentId,
      sha256,
      entry: entry && entryText({ ...entry, batchId }),
      account: facts.account,
      direction: facts.direction,
      minor: String(facts.minor),
      scale: evidence.scale,
      currency: evidence.currency,
      booked_on: facts.bookedOn,
      facts: keptFacts(facts),
      ids: idsOf(facts),
      is_noticed: report.kind === 'NOTICE' && ownReferenceOf(facts) !== '',
      state: isHeld ? 'HELD' : 'BOOKED',
      held_for: isHeld ? heldFor : '',
      likely_of: decision.kind === 'HOLD' && decision.paymentId !== '' ? decision.paymentId : null,
      batch_id: batchId === '' ? null : batchId,
    }
  })
  await sql`
    with given as (
      select g.*, row_number() over (order by g.ordinal) as place
      from rows from (json_to_recordset(${rows}::json) as (id text, sha256 text,
        entry text, account text, direction text, minor numeric, scale int, currency text,
        booked_on date, facts jsonb, ids text[], is_noticed boolean, state text, held_for text,
        likely_of text, batch_id text))
        with ordinality as g (id, sha256, entry, account, direction, minor, scale, currency,
          booked_on, facts, ids, is_noticed, state, held_for, likely_of, batch_id, ordinal)
    ), placed as (
      select g.*, case when g.state = 'BOOKED' and g.entry is not null
        then ${lastPosition} + count(*) filter
          (where g.state = 'BOOKED' and g.entry is not null)
          over (order by g.place) end as position
      from given g
    ), kept as (
      insert into bank_payment (id, sha256, entry, account, direction, minor, scale, currency,
        booked_on, facts, certain, ids, is_noticed, state, held_for, likely_of, batch_id, position,
        created_at)
      select id, sha256, entry::jsonb, account, direction, minor, scale, currency,
        booked_on, facts, facts, ids, is_noticed, state, held_for, likely_of, batch_id, position, ${serviceNow}
      from placed order by place
    )
    update bank_file_position set last = greatest(last, (select max(position) from placed))
    where ${trialAfter} is null`.execute(tx)
}

/** Lets held payments through, or brings what is known now before those who read on, in this order. */
export async function bookPayments(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    with given as (
      select u.id, row_number() over (order by u.place) as place
      from unnest(${[...ids]}::text[]) with ordinality as u (id, place)
      join bank_payment p on p.id = u.id and p.entry is not null
    ), booked as (
      update bank_payment p set state = 'BOOKED', held_for = '',
        position = ${lastPosition} + g.place
      from given g where p.id = g.id
    )
    update bank_file_position set last = last + (select count(*) from given)
    where ${trialAfter} is null`.execute(tx)
}

/** Evidence of lines; those of known payments add to what is known of them. */
export async function insertEvidence(
  tx: Tx,
  lines: readonly (TakenLine & { how: string })[],
): Promise<void> {
  if (lines.length === 0) return
  const rows = listText(lines, ({ evidence, facts, report, paymentId, how }) => ({
    sha256: report.message,
    line: report.line,
    part: report.part,
    payment_id: paymentId,
    message_kind: report.kind,
    statement: report.statement,
    account: facts.account,
    direction: facts.direction,
    minor: String(facts.minor),
    line_minor: String(evidence.lineMinor),
    booked_on: facts.bookedOn,
    how,
    evidence: { ...evidence, minor: String(evidence.minor), lineMinor: String(evidence.lineMinor) },
  }))
  await sql`
    with given as (
      select * from json_to_recordset(${rows}::json) as g (sha256 text, line int,
        part int, payment_id text, message_kind text, statement text, account text, direction text,
        minor numeric, line_minor numeric, booked_on date, how text, evidence jsonb)
    ), kept as (
      insert into bank_evidence (sha256, line, part, payment_id, message_kind, statement, account,
        direction, minor, line_minor, booked_on, how, evidence, read_at)
      select g.sha256, g.line, g.part, g.payment_id, g.message_kind, g.statement, g.account,
        g.direction, g.minor, g.line_minor, g.booked_on, g.how, g.evidence, ${serviceNow}
      from given g on conflict (sha256, line, part) do nothing
    )
    update bank_payment p set stated_on = g.booked_on
    from given g where p.id = g.payment_id and g.message_kind = 'STATEMENT' and p.stated_on is null`.execute(
    tx,
  )
}

export type Gained = { id: string; facts: Facts; certain: Facts; entry: NewEntry | null }

/** What further evidence adds to payments. */
export async function updateFacts(tx: Tx, gained: readonly Gained[]): Promise<void> {
  if (gained.length === 0) return
  const rows = gained.map(({ id, facts, certain, entry }) => ({
    id,
    facts: keptFacts(facts),
    ids: idsOf(facts),
    certain: keptFacts(certain),
    entry: entry && entryText(entry),
  }))
  await sql`
    update bank_payment p set facts = g.facts, certain = g.certain, ids = g.ids,
      entry = coalesce(g.entry::jsonb, p.entry)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g (id text, facts jsonb, certain jsonb, ids text[], entry text)
    where p.id = g.id`.execute(tx)
}

/**
 * Payments of which further messages name somebody whom those before did not. What is not credited yet
 * is so with all of them, and where nobody knew whose it is, who really pays may say so.
 */
export async function nameLater(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const isOpen = sql`b.state in ('NEW', 'UNMATCHED')`
  const ultimate = sql`coalesce(nullif(b.ultimate_sender, ''), n.ultimate, '')`
  const isKnownNow = sql`b.state = 'UNMATCHED' and b.kind = 'CREDIT'
    and b.ultimate_sender = '' and n.ultimate is not null`
  await sql`
    update bank_entry b set names_due = not ${isOpen},
      ultimate_sender = case when ${isOpen} then ${ultimate} else b.ultimate_sender end,
      also_named = case when ${isOpen} then array(
          select unnest(b.also_named) union select unnest(n.named)
          except select unnest(array[b.sender_name, ${ultimate}])) else b.also_named end,
      was_unmatched = b.was_unmatched or ${isKnownNow},
      state = case when ${isKnownNow} then 'NEW' else b.state end,
      problem = case when ${isKnownNow} then '' else b.problem end,
      due_at = case when ${isKnownNow} then ${serviceNow} else b.due_at end
    from unnest(${[...new Set(ids)]}::text[]) as given (id)
      cross join lateral named_in_messages(given.id) as n
    where b.entry_id = given.id and ${trialAfter} is null
      and not n.named <@ (array[b.sender_name, b.ultimate_sender] || b.also_named)`.execute(tx)
}

/** Held payments that are another one once more: what is known of them is known of that one. */
export async function dissolvePayments(
  tx: Tx,
  dissolved: readonly { id: string; into: string }[],
  how: 'CLOSED' | 'DECIDED',
): Promise<void> {
  if (dissolved.length === 0) return
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(dissolved)}::jsonb) as g (id text, "into" text)
    ), moved as (
      update bank_evidence e set payment_id = g."into", how = ${how}
      from given g join bank_payment h on h.id = g.id where e.payment_id = g.id
      returning e.payment_id, e.message_kind, e.booked_on, h.stated_on
    ), stated as (
      update bank_payment p set stated_on = coalesce(p.stated_on, m.booked_on)
      -- What the bank has taken back puts the other one on no statement either.
      from moved m where p.id = m.payment_id and m.message_kind = 'STATEMENT'
        and m.stated_on is not null
    ), others as (
      update bank_payment p set likely_of = g."into"
      from given g where p.likely_of = g.id and p.id not in (select id from given)
    )
    update bank_payment p set state = 'JOINED', likely_of = g."into"
    from given g where p.id = g.id and p.state = 'HELD'`.execute(tx)
  await nameLater(
    tx,
    dissolved.map(({ into }) => into),
  )
}
