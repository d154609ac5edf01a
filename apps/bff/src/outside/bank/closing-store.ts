import {
  accountKey,
  type Balanced,
  closeDays,
  type MessagePart,
  type StatementBalance,
  statementKeyOf,
} from '@corridor/banks'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { openBreaks, resolveExplained } from './breaks-store.ts'
import { findOpen, findOpenIds } from './payments-alike-store.ts'
import { bookPayments, dissolvePayments, lockPayments } from './payments-store.ts'
import { isGrossIn, learnProfile, readProfiles } from './profile-store.ts'

/** No statement covers more days; what says so is about one. */
const daysMax = 400

/** So many open payments are looked at at once, so that memory does not grow with them. */
const openMax = 1_000

/**
 * Keeps what a statement opens and closes with, and decides what its days left open. Gives what a person
 * should look at; '' where all is well.
 */
export async function closeStatement(
  tx: Tx,
  part: MessagePart,
  balance: StatementBalance,
): Promise<string> {
  await keepBalance(tx, part.sha256, balance)
  // What has no closing balance closes nothing: more of the day may follow.
  if (!part.statement.isStatement || balance.closing === undefined) return ''
  await lockPayments(tx)
  const account = accountKey(part.statement.account)
  const statement = statementKeyOf(part)
  const { opensOn, closesOn } = balance
  await sql`
    insert into bank_closed_day (account, day, sha256)
    select ${account}, day::date, ${part.sha256}
    from generate_series(greatest(${opensOn}::date, ${closesOn}::date - ${daysMax}::int),
      ${closesOn}::date, interval '1 day') as day
    on conflict do nothing`.execute(tx)
  const balanced = await balancedBy(tx, { account, statement, sha256: part.sha256 }, balance)
  const open = await findOpenIds(tx, account, closesOn)
  const profiles = await readProfiles(tx)
  const isGross = isGrossIn(profiles)
  for (let at = 0; at < open.length; at += openMax) {
    const ids = new Set(open.slice(at, at + openMax))
    const payments = await findOpen(tx, [...ids])
    const closing = closeDays(payments, { statement, opensOn, closesOn, balanced, isGross })
    const isAsked = (id: string) => ids.has(id)
    await dissolvePayments(
      tx,
      closing.dissolve.filter(({ id }) => isAsked(id)),
      'CLOSED',
    )
    await bookPayments(tx, closing.release.filter(isAsked))
    await openBreaks(tx, part.sha256, closing.missing.filter(isAsked), [])
  }
  await openBreaks(tx, part.sha256, [], await findAsides(tx, part.sha256, account))
  await resolveExplained(tx, account)
  const hasNotices = profiles.get(account)?.hasNotices === true
  const odd = hasNotices ? await unnotified(tx, account, part.sha256) : ''
  await learnProfile(tx, account)
  return odd
}

/** Where a bank notifies each credit before its statement, one without a notice is a notice missed. */
async function unnotified(tx: Tx, account: string, sha256: string): Promise<string> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bank_evidence e
    where e.sha256 = ${sha256} and e.account = ${account} and e.direction = 'CREDIT' and not exists (
      select from bank_evidence n where n.payment_id = e.payment_id and n.message_kind = 'NOTICE')`.execute(
    tx,
  )
  const count = rows[0]?.count ?? 0
  return count === 0
    ? ''
    : `${count} credits of the statement were in no notification, which this bank sends before: ask it what is missing.`
}

/** Pages of one statement may each have one of the two. */
async function keepBalance(tx: Tx, sha256: string, balance: StatementBalance): Promise<void> {
  if (balance.opening === undefined && balance.closing === undefined) return
  await sql`
    insert into bank_file_balance as b (sha256, country_code, currency, statement_id, opening,
      closing, opens_on, closes_on)
    values (${sha256}, ${balance.countryCode}, ${balance.currency}, ${balance.statementId},
      ${balance.opening ?? null}::numeric, ${balance.closing ?? null}::numeric,
      ${balance.opensOn}::date, ${balance.closesOn}::date)
    on conflict (sha256, country_code, currency, statement_id, closes_on) do update
    set opening = coalesce(b.opening, excluded.opening),
      closing = coalesce(b.closing, excluded.closing)`.execute(tx)
}

/** Whether the lines that a statement may have twice are in its balances. */
async function balancedBy(
  tx: Tx,
  of: { account: string; statement: string; sha256: string },
  { opening, closing }: StatementBalance,
): Promise<Balanced> {
  if (opening === undefined || closing === undefined) return 'UNKNOWN'
  const { rows } = await sql<{ all: bigint; without: bigint }>`
    select coalesce(sum(s.signed), 0) as all,
      coalesce(sum(s.signed) filter (where not s.is_doubtful), 0) as without
    from (select case e.direction when 'CREDIT' then e.minor else -e.minor end as signed,
        p.state = 'HELD' and e.how = 'HELD' as is_doubtful
      from bank_evidence e join bank_payment p on p.id = e.payment_id
      where e.sha256 = ${of.sha256} and e.account = ${of.account}
        and e.statement = ${of.statement}) as s`.execute(tx)
  const [sums] = rows
  if (!sums) return 'UNKNOWN'
  if (sums.all === closing - opening) return 'ALL'
  return sums.without === closing - opening ? 'WITHOUT' : 'UNKNOWN'
}

async function findAsides(tx: Tx, sha256: string, account: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('bank_aside')
    .select('id')
    .where((eb) => eb.and({ sha256, account, state: 'OPEN' }))
    .execute()
  return rows.map(({ id }) => id)
}
