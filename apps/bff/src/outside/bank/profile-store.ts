import { accountKey, type BankHabits, type HabitsOf, type References } from '@corridor/banks'
import { sql } from 'kysely'
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

/** What the references of these accounts mean; UNKNOWN where they differ. */
export function referencesIn(profiles: Profiles, accounts: readonly string[]): References {
  const found = new Set(accounts.map((account) => profiles.get(account)?.references ?? 'UNKNOWN'))
  const [only = 'UNKNOWN'] = found
  return found.size === 1 ? only : 'UNKNOWN'
}

/** Learns from what is known of an account's payments: called when a statement closes a day. */
export async function learnProfile(tx: Tx, account: string): Promise<void> {
  await sql`
    with line as (
      select e.payment_id, e.booked_on, e.message_kind,
        nullif(coalesce(nullif(e.evidence->'ids'->>'paymentReference', ''),
          e.evidence->'ids'->>'lineReference'), '') as reference
      from bank_evidence e
      where e.account = ${account} and e.part = 0 and e.booked_on > current_date - 400
    ), stated as (select * from line where message_kind = 'STATEMENT'
    ), again as (
      select reference, count(distinct payment_id) as payments, count(distinct booked_on) as days
      from stated where reference is not null group by reference
    ), counts as (
      select (select count(*) from stated) as lines,
        (select count(*) from stated where reference is not null) as named,
        (select count(*) from again where payments > 1 and days > 1) as reused,
        (select count(*) from line n join stated s on s.payment_id = n.payment_id
          and s.reference <> n.reference where n.message_kind = 'NOTICE') as differing,
        exists (select from line where message_kind = 'NOTICE') as has_notices
    )
    insert into bank_profile (account, learned, updated_at)
    select ${account}, jsonb_build_object('hasNotices', has_notices, 'references', case
      when lines > 0 and named = 0 then 'ABSENT'
      when reused > 0 then 'PER_DAY'
      when named >= ${uniqueMin} and named = lines and differing = 0 then 'UNIQUE'
      else 'UNKNOWN' end), ${serviceNow}
    from counts
    on conflict (account) do update
    set learned = excluded.learned, updated_at = excluded.updated_at`.execute(tx)
}

export type ProfileRow = { account: string; learned: BankProfile; set: BankProfile }

export async function listProfiles(tx: Tx): Promise<ProfileRow[]> {
  const rows = await tx.selectFrom('bank_profile').selectAll().orderBy('account').execute()
  return rows.map(({ account, learned, set_values }) => ({
    account,
    learned: learned as BankProfile,
    set: set_values as BankProfile,
  }))
}

/** Sets values instead of what is learned; one that is undefined is learned again. */
export const setProfile = (tx: Tx, account: string, values: BankProfile) =>
  sql`
    insert into bank_profile (account, set_values, updated_at)
    values (${account}, ${JSON.stringify(values)}::jsonb, ${serviceNow})
    on conflict (account) do update
    set set_values = excluded.set_values, updated_at = excluded.updated_at`.execute(tx)
