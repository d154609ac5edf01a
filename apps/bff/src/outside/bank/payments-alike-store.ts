import {
  accountEnd,
  chargeKeys,
  chargeKeysOf,
  compare,
  type Facts,
  grossMaxOf,
  type IsGross,
  type KnownPayment,
  mixedDaysMax,
  type OpenPayment,
  ownReferenceOf,
  type Report,
} from '@corridor/banks'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { factsFrom, idsOf, keptFacts, type PaymentRow } from './payments-store.ts'

/** Days before or after, in which messages may have been mixed up. */
const near = sql`${sql.lit(mixedDaysMax)}::int`

type KnownRow = Pick<
  PaymentRow,
  'id' | 'facts' | 'certain' | 'state' | 'held_for' | 'likely_of' | 'batch_id'
> & { is_day_closed: boolean; is_next_closed: boolean; reports: Report[] | null }

/** Columns of a payment as joining sees it; `p` is the payment. */
const knownColumns: RawBuilder<KnownRow> = sql`
  p.id, p.facts, p.certain, p.state, p.held_for, p.likely_of, p.batch_id,
  exists (select from bank_closed_day c where c.account = p.account and c.day = p.booked_on)
    as is_day_closed,
  exists (select from bank_closed_day c where c.account = p.account
    and c.day between p.booked_on + 1 and p.booked_on + 4) as is_next_closed,
  -- A line that the bank has taken back is no more than a report: it may book it on another day.
  (select jsonb_agg(jsonb_build_object('message', e.sha256, 'kind', case
      when p.stated_on is null and e.message_kind = 'STATEMENT' then 'SNAPSHOT' else e.message_kind end,
      'statement', e.statement, 'line', e.line, 'part', e.part, 'bookedOn', e.booked_on,
      'isProbable', e.how in ('PROBABLE', 'DOUBTFUL'))
      order by e.how <> 'FIRST', e.read_at, e.line, e.part)
    from bank_evidence e where e.payment_id = p.id) as reports`

const knownFrom = (row: KnownRow): OpenPayment => ({
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
  { sha256, isNotice }: { sha256: string; isNotice: boolean },
): Promise<KnownPayment[]> {
  const named = await findNamed(tx, lines, ids)
  const byId = new Map<string, KnownPayment[]>()
  for (const payment of named)
    for (const id of idsOf(payment.facts)) byId.set(id, [...(byId.get(id) ?? []), payment])
  const isCertain = (facts: Facts) =>
    idsOf(facts).some((id) =>
      byId.get(id)?.some(({ certain }) => compare(certain, facts) === 'CERTAIN'),
    )
  const open = lines.filter((facts) => !isCertain(facts))
  // What the bank calls otherwise in another notice is another payment, if no id calls it the same.
  const [apart, rest] = [open.filter(isApart), open.filter((facts) => !isApart(facts))]
  function isApart(facts: Facts) {
    return isNotice && ownReferenceOf(facts) !== ''
  }
  const likely = [
    ...(await findLikely(tx, apart, sha256, sql`(not p.is_noticed or p.state = 'HELD')`)),
    ...(await findLikely(tx, rest, sha256)),
  ]
  const known = new Map([...named, ...likely].map((payment) => [payment.id, payment]))
  return [...known.values()]
}

const keyOf = ({ account, direction, minor, bookedOn }: Facts) =>
  `${account} ${direction} ${minor} ${bookedOn}`

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
    ), found as materialized (
      select p.id, p.account, p.direction, p.minor, p.booked_on, p.stated_on, p.position, u.id as named
      from bank_payment p cross join unnest(p.ids) as u (id)
      where p.ids && ${asked.map(({ id }) => id)}::text[] and p.state in ('BOOKED', 'HELD')
        and p.facts <> '{}'
    ), nearest as (
      select f.id, a.most, row_number() over (partition by a.id, a.account, a.minor
        order by abs(f.booked_on - a."bookedOn"), f.stated_on is not null, f.position) as place
      from found f join asked a on a.id = f.named and a.account = f.account
        and a.direction = f.direction and (a.minor = f.minor or a."isUnique")
    ), named as (
      select unnest(${[...ids]}::text[]) as id
      union
      select id from nearest where place <= most
    )
    select ${knownColumns} from named join bank_payment p on p.id = named.id ${order}`.execute(tx)
  return rows.map(knownFrom)
}

/** As many of each amount and the days around as the lines can need, those first that no statement has. */
async function findLikely(
  tx: Tx,
  lines: readonly Facts[],
  sha256: string,
  which: RawBuilder<unknown> = sql`true`,
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
          and p.booked_on between a."bookedOn" - ${near} and a."bookedOn" + ${near}
          and p.state in ('BOOKED', 'HELD') and p.facts <> '{}' and p.sha256 <> ${sha256}
          and ${which}
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

/** The keys of `chargeKeysOf` that a payment has. */
const keysOfPayment = sql.join(
  chargeKeys.map(({ fact, first, last }) => {
    const own = sql`(p.facts->>${sql.lit(fact)})`
    const cut = last ? sql`right(${own}, ${sql.lit(last)})` : own
    return sql`(${sql.lit(`${fact} `)} || ${first ? sql`left(${own}, ${sql.lit(first)})` : cut})`
  }),
)

const payerKeyOf = ({ account, direction, minor, landedOn, otherAccount }: Facts) =>
  `${account} ${direction} ${minor} ${landedOn} ${otherAccount.slice(-accountEnd)}`

/**
 * Credited payments that no statement has, of somewhat more than those lines of a statement for which
 * there is none of their amount: charges may have been taken.
 */
export async function findGross(
  tx: Tx,
  lines: readonly Facts[],
  known: readonly KnownPayment[],
  isGross: IsGross,
): Promise<KnownPayment[]> {
  const exact = new Map<string, number>()
  for (const { facts, reports } of known)
    if (reports.every(({ kind }) => kind !== 'STATEMENT'))
      exact.set(payerKeyOf(facts), (exact.get(payerKeyOf(facts)) ?? 0) + 1)
  const asked = lines
    .filter((facts) => {
      const left = exact.get(payerKeyOf(facts)) ?? 0
      exact.set(payerKeyOf(facts), left - 1)
      return facts.direction === 'CREDIT' && left <= 0
    })
    .map((facts) => ({
      account: facts.account,
      bookedOn: facts.bookedOn,
      minor: String(facts.minor),
      most: String(grossMaxOf(facts)),
      keys: chargeKeysOf(facts, isGross),
    }))
    .filter(({ keys }) => keys.length > 0)
  if (asked.length === 0) return []
  const { rows } = await sql<KnownRow>`
    with asked as materialized (
      select a.*, k.key from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a
        (account text, "bookedOn" date, minor numeric, most numeric, keys jsonb)
      cross join lateral jsonb_array_elements_text(a.keys) as k (key)
    ), open as materialized (
      select p.id, p.account, p.minor, p.booked_on, k.key
      from (select account, min("bookedOn") - ${near} as first, max("bookedOn") + ${near} as last
        from asked group by account) d
      join bank_payment p on p.account = d.account and p.booked_on between d.first and d.last
        and p.stated_on is null and p.state = 'BOOKED' and p.direction = 'CREDIT' and p.facts <> '{}'
      cross join lateral (values ${keysOfPayment}) as k (key)
    ), found as (
      select distinct o.id from open o join asked a on a.key = o.key and a.account = o.account
      where o.minor > a.minor and o.minor <= a.most
        and o.booked_on between a."bookedOn" - ${near} and a."bookedOn" + ${near}
    )
    select ${knownColumns} from found join bank_payment p on p.id = found.id
    order by p.position, p.id`.execute(tx)
  const ids = new Set(known.map(({ id }) => id))
  return rows.map(knownFrom).filter(({ id }) => !ids.has(id))
}

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
          and o.booked_on between a.booked_on - ${near} and a.booked_on + ${near}
          where a.state = 'HELD' and o.state = 'BOOKED'))
    ${order}`.execute(tx)
  return rows.map(knownFrom)
}
