import { sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'

/** By how much a bank holds more of a currency than the ledger says; minor units of it. */
export type BankDifference = {
  currency: string
  difference: bigint
  bank: bigint
  ledger: bigint
}

/**
 * What the statements of the banks make, against the ledger's accounts at banks, by currency. What is
 * read and not taken in yet, and payments that the bank has made and their workers have not booked
 * yet, is on its way and counts on neither side; what an operator booked by hand counts as reported by
 * the bank. Takes a transaction that sees one moment.
 */
export async function bankDifferences(tx: Tx): Promise<BankDifference[]> {
  const { rows } = await sql<BankDifference>`
    with reported as (
      select e.entry_id, e.entry->>'currency' as currency, (e.entry->>'minor')::numeric
        * case when e.entry->>'kind' in ('CHARGE', 'REVERSAL', 'DEBIT') then -1 else 1 end as amount,
        e.state, e.batch_id
      from (select s.entry_id, s.entry, 'BOOKED' as state, null as batch_id
        from simulated_bank_entry s
        union all select p.id, p.entry, p.state, p.batch_id from bank_payment p
        where p.position is not null and p.entry is not null and p.state in ('BOOKED', 'LISTED')
      ) as e
    ), paid as (
      select s.reference, s.instruction->>'currency' as currency,
        (s.instruction->>'minor')::numeric as amount
      from simulated_bank_payout s where s.code = '' and s.settles_at <= ${serviceNow}
      -- A payment that a simulated bank has made may also be one of a file: it was made once.
      union
      select f.reference, p.currency, p.amount
      from bank_file_payment f join bank_order p on p.id::text = f.reference
      where f.status = 'CONFIRMED'
    ), movements as (
      select d.currency, d.amount from reported d
      join bank_entry b on b.entry_id = d.entry_id and (b.state <> 'NEW' or b.was_unmatched)
      -- A batch counts until its payments are listed; they count unless it was assigned as a whole.
      where not (d.state = 'LISTED' and b.state = 'BOOKED')
        and not exists (select from bank_entry o where o.entry_id = d.batch_id
          and o.state = 'DEPOSIT')
      union all
      select d.currency, -d.amount from paid d
      where not exists (select from bank_order p where p.id::text = d.reference
        and p.status in ('CREATED', 'SUBMITTED'))
    ), held as (
      select m.currency, sum(m.amount) as amount from movements m group by m.currency
    ), booked as (
      select a.asset as currency,
        sum(case when p.debit_account = a.id then p.amount else -p.amount end) as amount
      from ledger_account a
      join posting p on p.partner_id = a.partner_id and p.kind in ('single', 'post')
        and (p.debit_account = a.id or p.credit_account = a.id)
      join posting_group g on g.partner_id = p.partner_id and g.id = p.group_id
      where a.kind = 'bank' and g.step <> 'treasury_move'
      group by a.asset
    )
    select currency, coalesce(h.amount, 0) as bank, coalesce(b.amount, 0) as ledger,
      coalesce(h.amount, 0) - coalesce(b.amount, 0) - coalesce(c.opening, 0) as difference
    from held h full join booked b using (currency)
    left join bank_check c using (currency)
    order by currency`.execute(tx)
  return rows
}

/** Currencies of a database that is older than the comparison: what differs at first is the opening. */
export const keepOpenings = (tx: Tx, found: readonly BankDifference[]) =>
  sql`update bank_check c set opening = g.difference
    from unnest(${found.map(({ currency }) => currency)}::text[],
      ${found.map(({ difference }) => difference)}::numeric[]) as g (currency, difference)
    where c.currency = g.currency and c.opening is null`.execute(tx)

export const keepBankCheck = (tx: Tx, found: readonly BankDifference[]) =>
  sql`insert into bank_check as c (currency, opening, difference, checked_at)
    select g.currency, 0, g.difference, ${serviceNow}
    from unnest(${found.map(({ currency }) => currency)}::text[],
      ${found.map(({ difference }) => difference)}::numeric[]) as g (currency, difference)
    on conflict (currency) do update set difference = excluded.difference,
      checked_at = excluded.checked_at`.execute(tx)
