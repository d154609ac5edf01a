import {
  compare,
  type Facts,
  type KnownPayment,
  type NewEntry,
  type OpenPayment,
  type Report,
  type TakenLine,
} from '@corridor/banks'
import { type RawBuilder, type Selectable, sql } from 'kysely'
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
const keptFacts = (facts: Facts): KeptFacts => ({ ...facts, minor: String(facts.minor) })
const factsFrom = (json: unknown): Facts => {
  const kept = json as KeptFacts
  return { ...kept, minor: BigInt(kept.minor) }
}

export type KnownRow = Pick<
  PaymentRow,
  'id' | 'facts' | 'certain' | 'state' | 'held_for' | 'likely_of' | 'batch_id'
> & { is_day_closed: boolean; is_next_closed: boolean; reports: Report[] | null }

/** Columns of a payment as joining sees it; `p` is the payment. */
export const knownColumns: RawBuilder<KnownRow> = sql`
  p.id, p.facts, p.certain, p.state, p.held_for, p.likely_of, p.batch_id,
  exists (select from bank_closed_day c where c.account = p.account and c.day = p.booked_on)
    as is_day_closed,
  exists (select from bank_closed_day c where c.account = p.account
    and c.day between p.booked_on + 1 and p.booked_on + 4) as is_next_closed,
  (select jsonb_agg(jsonb_build_object('message', e.sha256, 'kind', e.message_kind,
      'statement', e.statement, 'line', e.line, 'part', e.part, 'bookedOn', e.booked_on,
      'isProbable', e.how in ('PROBABLE', 'DOUBTFUL'))
      order by e.how <> 'FIRST', e.read_at, e.line, e.part)
    from bank_evidence e where e.payment_id = p.id) as reports`

export const knownFrom = (row: KnownRow): OpenPayment => ({
  id: row.id,
  facts: factsFrom(row.facts),
  certain: factsFrom(row.certain),
  isHeld: row.state === 'HELD' && row.held_for !== 'PART_OF_BATCH',
  heldFor: row.held_for === 'PART_OF_BATCH' ? '' : row.held_for,
  likelyOf: row.likely_of ?? '',
  isDayClosed: row.is_day_closed,
  isNextClosed: row.is_next_closed,
  reports: row.reports ?? [],
})

const order = sql`order by p.state, p.position, p.created_at, p.id`

/**
 * Payments that the lines of a message may be of: those of these ids, else by what the lines are named,
 * else by account, amount and day; those that were credited before those that are held.
 */
export async function findAlike(
  tx: Tx,
  lines: readonly Facts[],
  ids: readonly string[],
  sha256: string,
): Promise<KnownPayment[]> {
  const named = await findNamed(tx, lines, ids)
  const byId = new Map<string, KnownPayment[]>()
  for (const payment of named)
    for (const id of idsOf(payment.facts)) byId.set(id, [...(byId.get(id) ?? []), payment])
  const isCertain = (facts: Facts) =>
    idsOf(facts).some((id) =>
      byId.get(id)?.some(({ certain }) => compare(certain, facts) === 'CERTAIN'),
    )
  const likely = await findLikely(
    tx,
    lines.filter((facts) => !isCertain(facts)),
    sha256,
  )
  const known = new Set(named.map(({ id }) => id))
  return [...named, ...likely.filter(({ id }) => !known.has(id))]
}

const keyOf = ({ account, direction, minor, bookedOn }: Facts) =>
  `${account} ${direction} ${minor} ${bookedOn}`

const idsOf = ({ uetr, transactionId, endToEndId, reference, lineReference }: Facts): string[] =>
  [uetr, transactionId, endToEndId, reference, lineReference].filter((id) => id !== '')

/** As many of each id and amount as the lines can need, the nearest days first: an id may be used often. */
async function findNamed(
  tx: Tx,
  lines: readonly Facts[],
  ids: readonly string[],
): Promise<KnownPayment[]> {
  const named = lines.flatMap((facts) =>
    idsOf(facts).map((id) => {
      const isUnique = id === facts.uetr || id === facts.transactionId
      return { id, isUnique, ...keptFacts(facts) }
    }),
  )
  if (named.length === 0 && ids.length === 0) return []
  const alike = Map.groupBy(named, (line) => `${line.id} ${line.account} ${line.minor}`)
  const asked = [...alike.values()].flatMap((own) =>
    own.slice(0, 1).map((line) => ({ ...line, most: own.length + spare })),
  )
  const { rows } = await sql<KnownRow>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a
        (id text, "isUnique" boolean, account text, direction text, minor numeric, "bookedOn" date,
          most int)
    ), named as (
      select unnest(${[...ids]}::text[]) as id
      union
      select n.id from asked a cross join lateral (
        select p.id from bank_payment p
        where p.ids @> array[a.id] and p.account = a.account and p.direction = a.direction
          and (p.minor = a.minor or a."isUnique") and p.state in ('BOOKED', 'HELD') and p.facts <> '{}'
        order by abs(p.booked_on - a."bookedOn"), p.stated_on is not null, p.position limit a.most) n
    )
    select ${knownColumns} from named join bank_payment p on p.id = named.id ${order}`.execute(tx)
  return rows.map(knownFrom)
}

/** As many of each amount and the days around as the lines can need, those first that no statement has. */
async function findLikely(
  tx: Tx,
  lines: readonly Facts[],
  sha256: string,
): Promise<KnownPayment[]> {
  if (lines.length === 0) return []
  const alike = Map.groupBy(lines, keyOf)
  const asked = [...alike.values()].flatMap((own) =>
    own.slice(0, 1).map((facts) => ({ ...keptFacts(facts), most: own.length + spare })),
  )
  const { rows } = await sql<KnownRow>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as a (account text, direction text, minor numeric, "bookedOn" date, most int)
    ), likely as (
      select distinct l.id from asked a cross join lateral (
        select p.id from bank_payment p
        where p.account = a.account and p.minor = a.minor and p.direction = a.direction
          and p.booked_on between a."bookedOn" - 3 and a."bookedOn" + 3
          and p.state in ('BOOKED', 'HELD') and p.facts <> '{}' and p.sha256 <> ${sha256}
          -- A message has each payment once.
          and p.id not in (select e.payment_id from bank_evidence e where e.sha256 = ${sha256})
          and p.id not in (select h.likely_of from bank_payment h
            where h.sha256 = ${sha256} and h.state = 'HELD' and h.held_for = 'PERHAPS_REPEATED'
              and h.likely_of is not null)
        order by p.stated_on is not null, abs(p.booked_on - a."bookedOn"), p.position limit a.most) l
    )
    select ${knownColumns} from likely join bank_payment p on p.id = likely.id ${order}`.execute(tx)
  return rows.map(knownFrom)
}

/** More than the lines of one amount and day, so that the likeliest are among them. */
const spare = 50

/** Payments of kind BATCH that entries of these amounts may list. */
export async function findBatches(tx: Tx, lines: readonly Facts[]): Promise<KnownPayment[]> {
  if (lines.length === 0) return []
  const { rows } = await sql<KnownRow>`
    with asked as (
      select distinct * from jsonb_to_recordset(${JSON.stringify(lines.map(keptFacts))}::jsonb)
        as a (account text, direction text, minor numeric, "bookedOn" date)
    )
    select ${knownColumns} from bank_payment p
    where p.state = 'BOOKED' and p.facts->>'group' = 'BATCH' and exists (select from asked a
      where p.account = a.account and p.minor = a.minor and p.direction = a.direction
        and abs(p.booked_on - a."bookedOn") <= 1)
    order by p.position`.execute(tx)
  return rows.map(knownFrom)
}

/**
 * Payments of an account that a statement may decide, in their order: what is held, and what no statement
 * has.
 */
export async function findOpenIds(tx: Tx, account: string, closesOn: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from bank_payment p
    where p.account = ${account} and p.booked_on <= ${closesOn}::date + 1
      and (p.state = 'HELD' or (p.stated_on is null and p.state = 'BOOKED'))
      and p.held_for <> 'PART_OF_BATCH'
    ${order}`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Payments with those that they may be once more or were mixed up with, in the order of `findOpenIds`.
 */
export async function findOpen(tx: Tx, ids: readonly string[]): Promise<OpenPayment[]> {
  const { rows } = await sql<KnownRow>`
    with asked as (select id, likely_of, account, minor, direction, booked_on, state
      from bank_payment where id = any(${[...ids]}::text[]))
    select ${knownColumns} from bank_payment p
    where p.state in ('BOOKED', 'HELD') and p.held_for <> 'PART_OF_BATCH'
      and (p.id in (select id from asked) or p.id in (select likely_of from asked)
        or p.id in (select o.id from asked a join bank_payment o on o.account = a.account
          and o.minor = a.minor and o.direction = a.direction and o.stated_on is null
          and o.booked_on between a.booked_on - 3 and a.booked_on + 3
          where a.state = 'HELD' and o.state = 'BOOKED'))
    ${order}`.execute(tx)
  return rows.map(knownFrom)
}

export type NewPayment = {
  line: TakenLine
  sha256: string
  /** Null for a payout of the service. */
  entry: NewEntry | null
}

/** Keeps payments; those that are not held are given the next positions, in their order. */
export async function insertPayments(tx: Tx, payments: readonly NewPayment[]): Promise<void> {
  if (payments.length === 0) return
  const rows = payments.map(({ line, sha256, entry }) => {
    const { decision, facts, evidence, paymentId, batchId } = line
    const isHeld = decision.kind === 'HOLD' || batchId !== ''
    const heldFor = decision.kind === 'HOLD' ? decision.why : 'PART_OF_BATCH'
    return {
      id: paymentId,
      sha256,
      entry: entry && (JSON.parse(entryText({ ...entry, batchId })) as unknown),
      account: facts.account,
      direction: facts.direction,
      minor: String(facts.minor),
      scale: evidence.scale,
      currency: evidence.currency,
      booked_on: facts.bookedOn,
      facts: keptFacts(facts),
      ids: idsOf(facts),
      state: isHeld ? 'HELD' : 'BOOKED',
      held_for: isHeld ? heldFor : '',
      likely_of: decision.kind === 'HOLD' && decision.paymentId !== '' ? decision.paymentId : null,
      batch_id: batchId === '' ? null : batchId,
    }
  })
  await sql`
    with given as (
      select g.*, row_number() over (order by g.ordinal) as place
      from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (id text, sha256 text,
        entry jsonb, account text, direction text, minor numeric, scale int, currency text,
        booked_on date, facts jsonb, ids text[], state text, held_for text, likely_of text, batch_id text))
        with ordinality as g (id, sha256, entry, account, direction, minor, scale, currency,
          booked_on, facts, ids, state, held_for, likely_of, batch_id, ordinal)
    ), placed as (
      select g.*, case when g.state = 'BOOKED' and jsonb_typeof(g.entry) = 'object'
        then ${lastPosition} + count(*) filter
          (where g.state = 'BOOKED' and jsonb_typeof(g.entry) = 'object')
          over (order by g.place) end as position
      from given g
    ), kept as (
      insert into bank_payment (id, sha256, entry, account, direction, minor, scale, currency,
        booked_on, facts, certain, ids, state, held_for, likely_of, batch_id, position, created_at)
      select id, sha256, nullif(entry, 'null'::jsonb), account, direction, minor, scale, currency,
        booked_on, facts, facts, ids, state, held_for, likely_of, batch_id, position, ${serviceNow}
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
  const rows = lines.map(({ evidence, facts, report, paymentId, how }) => ({
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
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (sha256 text, line int,
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
    entry: entry && (JSON.parse(entryText(entry)) as unknown),
  }))
  await sql`
    update bank_payment p set facts = g.facts, certain = g.certain, ids = g.ids,
      entry = coalesce(nullif(g.entry, 'null'::jsonb), p.entry)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g (id text, facts jsonb, certain jsonb, ids text[], entry jsonb)
    where p.id = g.id`.execute(tx)
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
      from given g where e.payment_id = g.id
      returning e.payment_id, e.message_kind, e.booked_on
    ), stated as (
      update bank_payment p set stated_on = coalesce(p.stated_on, m.booked_on)
      from moved m where p.id = m.payment_id and m.message_kind = 'STATEMENT'
    ), others as (
      update bank_payment p set likely_of = g."into"
      from given g where p.likely_of = g.id and p.id not in (select id from given)
    )
    update bank_payment p set state = 'JOINED', likely_of = g."into"
    from given g where p.id = g.id and p.state = 'HELD'`.execute(tx)
}
