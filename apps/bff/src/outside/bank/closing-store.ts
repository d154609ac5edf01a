import {
  accountKey,
  type Balanced,
  closeDays,
  type MessagePart,
  replaces,
  type StatementBalance,
  type StatementSpan,
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
  const dropped = await dropReplaced(tx, { account, sha256: part.sha256 }, balance)
  const balanced = await balancedBy(tx, { account, statement, sha256: part.sha256 }, balance)
  const open = await findOpenIds(tx, account, closesOn)
  const profiles = await readProfiles(tx)
  const isGross = isGrossIn(profiles)
  const given = { message: part.sha256, statement, opensOn, closesOn, balanced, isGross }
  for (let at = 0; at < open.length; at += openMax) {
    const ids = new Set(open.slice(at, at + openMax))
    const payments = await findOpen(tx, [...ids])
    const closing = closeDays(payments, given)
    const isAsked = (id: string) => ids.has(id)
    await dissolvePayments(
      tx,
      closing.dissolve.filter(({ id }) => isAsked(id)),
      'CLOSED',
    )
    await bookPayments(tx, closing.release.filter(isAsked))
    await openBreaks(tx, part.sha256, { missing: closing.missing.filter(isAsked) })
  }
  await openBreaks(tx, part.sha256, {
    dropped,
    asides: await findAsides(tx, part.sha256, account),
  })
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

type Sent = StatementSpan & { sha256: string; statementId: string }

/** `e` is a line of a statement, or of one of its pages, that `b` is the balance of. */
const isLineOf = sql`e.sha256 = b.sha256 and e.message_kind = 'STATEMENT' and
  starts_with(e.statement || ' ', coalesce(nullif(b.statement_id, ''), b.sha256) || ' ')`

/**
 * Of statements of the same days the last written one holds, if all its lines are there: payments that
 * only those have in whose place it stands are on no statement any more. Gives their ids.
 */
async function dropReplaced(
  tx: Tx,
  of: { account: string; sha256: string },
  { countryCode, currency, statementId, opensOn, closesOn }: StatementBalance,
): Promise<string[]> {
  const { rows } = await sql<Sent>`
    select b.sha256, b.statement_id as "statementId", b.opening, b.closing,
      b.opens_on::text as "opensOn", b.closes_on::text as "closesOn"
    from bank_file_balance b join bank_file_in i on i.sha256 = b.sha256
    where b.country_code = ${countryCode} and b.currency = ${currency}
      and b.opens_on <= ${closesOn}::date and b.closes_on >= ${opensOn}::date
      and b.opening is not null and b.closing is not null and i.kind not in ('camt.052', 'mt942')
      -- Of several under one id in a file, nothing says which of the lines are whose.
      and not exists (select from bank_file_balance o where o.sha256 = b.sha256
        and o.statement_id = b.statement_id and o.country_code = b.country_code
        and o.currency = b.currency and o.closes_on <> b.closes_on)
    order by i.written_at desc, i.begun_at desc, b.sha256`.execute(tx)
  const own = rows.find((sent) => sent.sha256 === of.sha256 && sent.statementId === statementId)
  const isFor = (sent: Sent, other: Sent) =>
    replaces(
      sent,
      other,
      rows.filter((item) => item !== sent && item !== other),
    )
  const last = own && rows.find((sent) => sent === own || isFor(sent, own))
  if (!last) return []
  const replaced = rows.slice(rows.indexOf(last) + 1).filter((sent) => isFor(last, sent))
  if (replaced.length === 0) return []
  const given = (sent: readonly Sent[]) =>
    sql`(select * from jsonb_to_recordset(${JSON.stringify(
      sent.map((item) => ({ sha256: item.sha256, statement_id: item.statementId })),
    )}::jsonb) as g (sha256 text, statement_id text)) as b`
  const { rows: dropped } = await sql<{ id: string; state: string }>`
    with replaced as materialized (
      select e.payment_id, e.sha256, e.line, e.part from ${given(replaced)}
      join bank_evidence e on ${isLineOf} and e.account = ${of.account}
    )
    update bank_payment p set stated_on = null
    where p.id in (select payment_id from replaced) and p.state in ('BOOKED', 'HELD')
      and p.stated_on is not null
      and not exists (select from bank_evidence e where e.payment_id = p.id
        and e.message_kind = 'STATEMENT'
        and (e.sha256, e.line, e.part) not in (select r.sha256, r.line, r.part from replaced r))
      and ${last.closing}::numeric - ${last.opening}::numeric = (
        select coalesce(sum(case e.direction when 'CREDIT' then e.minor else -e.minor end), 0)
        from ${given([last])} join bank_evidence e on ${isLineOf} and e.account = ${of.account})
    returning p.id, p.state`.execute(tx)
  return dropped.flatMap(({ id, state }) => (state === 'BOOKED' ? [id] : []))
}

async function findAsides(tx: Tx, sha256: string, account: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('bank_aside')
    .select('id')
    .where((eb) => eb.and({ sha256, account, state: 'OPEN' }))
    .execute()
  return rows.map(({ id }) => id)
}
