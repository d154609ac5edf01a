import {
  accountKey,
  type BankHabits,
  type HabitsOf,
  type References,
  zoneOfCountry,
} from '@corridor/banks'
import type { CutOff } from '@corridor/domain/calendars'
import { sql } from 'kysely'
import { batchedRead } from '../../db/batch.ts'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'

/** How the bank of an account writes. What an operator has set counts before what was learned. */
export type BankProfile = BankHabits & {
  /** What its references mean. */
  references?: References
  /** Whether each credit comes by a notice before the statement has it. */
  hasNotices?: boolean
  /** Time of day, `16:00` in the zone of its days, from which it executes orders on the next one. */
  cutOff?: string
}

/** So many statement lines with a reference, of which none comes again, before they count as unique. */
const uniqueMin = 200

type Profiles = ReadonlyMap<string, BankProfile>

/** How the banks of accounts write, by the keys of these. */
export async function readProfiles(tx: Tx): Promise<Profiles> {
  const rows = await tx
    .selectFrom('bank_profile')
    .select(['account', 'learned', 'set_values'])
    .execute()
  return new Map(
    rows.map(({ account, learned, set_values }) => [
      account,
      { ...(learned as BankProfile), ...(set_values as BankProfile) },
    ]),
  )
}

export const habitsIn =
  (profiles: Profiles): HabitsOf =>
  (account) =>
    profiles.get(accountKey(account))

/** Whether the bank of an account, by its key, reports payments before charges. */
export const isGrossIn = (profiles: Profiles) => (account: string) =>
  profiles.get(account)?.hasGrossDetails === true

/** What the references of these accounts mean; UNKNOWN where they differ. */
export function referencesIn(
  profiles: Profiles,
  lines: readonly { account: string }[],
): References {
  const found = new Set(lines.map(({ account }) => profiles.get(account)?.references ?? 'UNKNOWN'))
  const [only = 'UNKNOWN'] = found
  return found.size === 1 ? only : 'UNKNOWN'
}

/** So many stated credits show whether notices come before; so many in a hundred may lack theirs. */
const noticedMin = 20
const missedMax = 5

/** So many lines of statements are looked at, the latest ones. */
const learnedFrom = 5_000

/** Learns from what is known of an account's payments: called when a statement closes a day. */
export async function learnProfile(tx: Tx, account: string): Promise<void> {
  await sql`
    with stated as (
      select e.payment_id, e.direction, e.read_at, e.booked_on,
        coalesce(nullif(e.evidence->'ids'->>'paymentReference', ''),
          e.evidence->'ids'->>'lineReference', '') as reference,
        coalesce(nullif(p.facts->>'reference', ''), p.facts->>'lineReference') as known
      from bank_evidence e join bank_payment p on p.id = e.payment_id
      where e.account = ${account} and e.part = 0 and e.message_kind = 'STATEMENT'
      order by e.read_at desc limit ${learnedFrom}
    ), line as (
      select s.*, n.read_at < s.read_at as is_noticed,
        n.reference <> '' and n.reference <> s.reference as is_differing
      from stated s left join lateral (
        select e.read_at, coalesce(nullif(e.evidence->'ids'->>'paymentReference', ''),
          e.evidence->'ids'->>'lineReference', '') as reference
        from bank_evidence e where e.payment_id = s.payment_id and e.message_kind = 'NOTICE'
        order by e.read_at limit 1) n on true
    ), reused as (
      -- Payments of several days have the same one; a reversal has it by right.
      select known from stated where known <> '' group by known, direction
      having count(distinct payment_id) > 1 and min(booked_on) <> max(booked_on) limit 1
    ), counts as (
      select count(*) as lines, count(*) filter (where reference <> '') as named,
        (select count(*) from reused) as reused, count(distinct booked_on) as days,
        count(*) filter (where is_differing and reference <> '') as differing,
        count(*) filter (where direction = 'CREDIT') as credits,
        count(*) filter (where direction = 'CREDIT' and is_noticed) as noticed
      from line
    )
    insert into bank_profile (account, learned, updated_at)
    select ${account}, jsonb_strip_nulls(jsonb_build_object('hasNotices', case
      when credits >= ${noticedMin} then noticed * 100 >= credits * ${100 - missedMax}
      end, 'references', case
      when lines > 0 and named = 0 then 'ABSENT'
      when reused > 0 then 'PER_DAY'
      -- Of so many lines of one day nothing shows whether they begin anew on the next.
      when named >= ${uniqueMin} and named = lines and differing = 0
        and (lines < ${learnedFrom} or days > 1) then 'UNIQUE'
      else 'UNKNOWN' end)), ${serviceNow}
    from counts
    on conflict (account) do update
    set learned = excluded.learned, updated_at = excluded.updated_at`.execute(tx)
}

export type ProfileRow = { account: string; learned: BankProfile; set: BankProfile }

/** Of these accounts and of all that anything is known of, what was learned and what was set. */
export async function listProfiles(tx: Tx, own: readonly string[]): Promise<ProfileRow[]> {
  const rows = await tx.selectFrom('bank_profile').selectAll().execute()
  const known = new Map(rows.map((row) => [row.account, row]))
  return [...new Set([...own, ...known.keys()])].toSorted().map((account) => ({
    account,
    learned: (known.get(account)?.learned ?? {}) as BankProfile,
    set: (known.get(account)?.set_values ?? {}) as BankProfile,
  }))
}

/** Sets values instead of what is learned, beside those that were set before unless these are forgotten. */
export const setProfile = (tx: Tx, account: string, values: BankProfile, isAnew: boolean) =>
  sql`
    insert into bank_profile as p (account, set_values, updated_at)
    values (${account}, ${JSON.stringify(values)}::jsonb, ${serviceNow})
    on conflict (account) do update
    set set_values = case when ${isAnew} then '{}' else p.set_values end || excluded.set_values,
      updated_at = excluded.updated_at`.execute(tx)

/** Until when the bank that pays out in a place takes orders; '' is the zone of its country. */
export type BankCutOff = { country_code: string; currency: string; cut_off: string; zone: string }

const readAll = batchedRead<'', BankCutOff[]>(
  (all) => all,
  async (tx, asked) => {
    const { rows } = await sql<BankCutOff>`select * from bank_cut_off`.execute(tx)
    return asked.map(() => rows)
  },
)

/** Those that operators have set; most banks have none. */
export const readCutOffs = (tx: Tx): Promise<BankCutOff[]> => readAll(tx, '')

/** That of the bank that pays out in a place. */
export function cutOffIn(
  cutOffs: readonly BankCutOff[],
  { countryCode, currency }: { countryCode?: string | undefined; currency: string },
): CutOff | undefined {
  const own = cutOffs.find(
    (bank) => bank.country_code === countryCode && bank.currency === currency,
  )
  return own && { time: own.cut_off, zone: own.zone || zoneOfCountry(own.country_code) }
}
