import { readOnlySnapshot } from '../../db/isolation.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { type Invariant, ledgerBreaches } from './breaches.ts'
import { orphans } from './orphans.ts'
import { liquidityInvariants } from './verify-liquidity.ts'
import { parseExecutionId } from '@corridor/domain'

/**
 * Checks all partners; empty when everything holds. Takes a worker's transaction in which nothing
 * was asked yet, since all must be seen as it was at one moment.
 */
export async function verifyLedger(tx: Tx): Promise<string[]> {
  await readOnlySnapshot(tx)
  const problems = (await ledgerBreaches(tx)).map(({ rule, place }) => `${rule}: ${place}`)
  for (const { name, breaches } of invariants) {
    const { rows } = await sql<{ place: string }>`${sql.raw(breaches)}`.execute(tx)
    problems.push(...rows.map(({ place }) => `${name}: ${place}`))
  }
  return [...problems, ...(await orphans(tx)), ...(await staleEvents(tx))]
}

/** The last event of an execution says its status; an event on its way may still change that. */
async function staleEvents(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ execution: string; published: string }>`
    select distinct on (partner_id, subject_id) subject_id as execution, object->>'status' as published
    from event where category = 'transfer' order by partner_id, subject_id, subject_version desc`.execute(
    tx,
  )
  const published = new Map(rows.map((row) => [parseExecutionId(row.execution)?.id, row.published]))
  const transfers = await tx.selectFrom('transfer').select(['id', 'status']).execute()
  return transfers
    .filter(({ id, status }) => published.get(id) !== status)
    .map(({ id, status }) => `the last event of an execution says its status: ${id} is ${status}`)
}

const bookings: Invariant[] = [
  {
    name: 'a wallet transfer has its tokens and fees booked when it is complete, and only then',
    breaches: `select t.id::text || ' ' || t.status as place from transfer t
      left join posting_group g on g.partner_id = t.partner_id and g.transfer_id = t.id
        and g.step = 'finalized'
      left join lateral (
        select coalesce(sum(amount) filter (where code = 'transfer'), 0) as moved,
          coalesce(sum(amount) filter (where code <> 'transfer'), 0) as fees
        from posting p where p.partner_id = t.partner_id and p.group_id = g.id) as posted on true
      where t.kind = 'wallet' and ((t.status = 'COMPLETED') <> (g.id is not null)
        or (g.id is not null and (posted.fees <> t.partner_fees + t.svc_fees
          or posted.moved <> t.amount_out)))`,
  },
  {
    name: 'a top-up that was mined is booked with its gas, once its transfer has ended',
    breaches: `select c.hash as place from chain_transaction c
      join transfer t on t.partner_id = c.partner_id and t.id = c.transfer_id
      left join posting_group g on g.partner_id = t.partner_id and g.transfer_id = t.id
        and g.step = c.step
      left join lateral (
        select coalesce(sum(amount), 0) as cost from posting p
        where p.partner_id = t.partner_id and p.group_id = g.id) as booked on true
      where c.purpose = 'gas' and t.status in ('COMPLETED', 'FAILED')
        and c.status in ('CONFIRMED', 'REVERTED')
        and booked.cost <> c.gas_used * c.gas_price
          + case c.status when 'CONFIRMED' then c.value else 0 end`,
  },
  {
    name: 'booked gas has a mined top-up',
    breaches: `select g.id::text as place from posting_group g
      where g.step = 'gas_funded' and not exists (select from chain_transaction c
        where c.transfer_id = g.transfer_id and c.purpose = 'gas'
          and c.status in ('CONFIRMED', 'REVERTED'))`,
  },
]

const flows: Invariant[] = [
  {
    name: 'a transfer that was executed has its steps',
    breaches: `select t.id::text as place from transfer t
      where t.started_at is not null and not exists (select from transfer_step s
        where s.partner_id = t.partner_id and s.transfer_id = t.id)`,
  },
  {
    name: 'a complete transfer has completed or skipped steps, its time, and a hash where it was signed',
    breaches: `select t.id::text as place from transfer t
      where t.status = 'COMPLETED' and (t.completed_at is null
        or (t.kind = 'wallet' and t.transaction_hash is null)
        or exists (select from transfer_step s
          where s.partner_id = t.partner_id and s.transfer_id = t.id
            and s.status not in ('completed', 'skipped')))`,
  },
  {
    name: 'a transfer under way has one current step: all before it done, all after it pending',
    breaches: `select t.id::text as place from transfer t
      join transfer_step s on s.partner_id = t.partner_id and s.transfer_id = t.id
      where t.status = 'PROCESSING' group by t.id
      having count(*) filter (where s.status in ('in_progress', 'waiting')) <> 1
        or max(s.ordinal) filter (where s.status in ('completed', 'skipped'))
          > min(s.ordinal) filter (where s.status in ('in_progress', 'waiting'))
        or min(s.ordinal) filter (where s.status = 'pending')
          < max(s.ordinal) filter (where s.status in ('in_progress', 'waiting'))
        or count(*) filter (where s.status in ('failed', 'cancelled')) > 0`,
  },
  {
    name: 'a failed transfer says which step failed and why',
    breaches: `select t.id::text as place from transfer t
      where t.status = 'FAILED' and (t.failure is null or 1 <> (select count(*) from transfer_step s
        where s.partner_id = t.partner_id and s.transfer_id = t.id and s.status = 'failed'
          and s.name = t.failure->>'step'))`,
  },
  {
    name: 'a complete transfer has one transaction of its own on the chain',
    breaches: `select t.id::text as place from transfer t
      where t.status = 'COMPLETED' and t.kind = 'wallet' and 1 <> (
        select count(*) from chain_transaction c where c.transfer_id = t.id
          and c.purpose = 'user' and c.status = 'CONFIRMED' and c.hash = t.transaction_hash)`,
  },
  {
    name: 'nothing moved for a failed transfer',
    breaches: `select t.id::text as place from transfer t
      join chain_transaction c on c.transfer_id = t.id and c.purpose = 'user'
      where t.status = 'FAILED' and c.status = 'CONFIRMED'`,
  },
  {
    name: 'the tokens of a complete transfer moved once, in its amount',
    breaches: `select t.id::text as place from transfer t
      where t.status = 'COMPLETED' and t.kind = 'wallet' and 1 <> (
        select count(*) from token_transfer m where m.chain_id = t.chain_id
          and m.hash = t.transaction_hash and m.from_address = lower(t.wallet_address)
          and m.amount = t.amount_out)`,
  },
  {
    name: 'no wallet has two transactions with one nonce',
    breaches: `select sender || ' ' || nonce as place from chain_transaction
      where purpose in ('user', 'gas') and status <> 'DROPPED'
      group by chain_id, sender, nonce having count(*) > 1`,
  },
]

const events: Invariant[] = [
  {
    name: 'events of a partner are numbered without gaps',
    breaches: `select partner_id::text as place from event_number n
      group by partner_id having min(sequence) <> 1 or max(sequence) <> count(*)
        or max(sequence) <> (select last from event_sequence s
          where s.partner_id = n.partner_id)`,
  },
  {
    name: "times of a partner's events are in the order of their numbers",
    breaches: `select partner_id::text || ' event ' || sequence as place from (
        select partner_id, sequence, at, lag(at) over (partition by partner_id order by sequence)
          as before from event_number) n where at < before`,
  },
  {
    name: 'what has a number is an event',
    breaches: `select n.event_id::text as place from event_number n
      where not exists (select from event e where e.partner_id = n.partner_id
        and e.id = n.event_id and e.created_at = n.written_at)`,
  },
  {
    name: 'each event of an execution begins where the one before ended',
    breaches: `select execution || ' event ' || sequence as place from (
        select e.object->>'executionId' as execution, n.sequence,
          e.object->>'previousStatus' as previous, lag(e.object->>'status', 1, '') over (
            partition by e.partner_id, e.object->>'executionId' order by n.sequence) as last
        from event e join event_number n on n.partner_id = e.partner_id and n.event_id = e.id
        where e.category = 'transfer'
      ) as chain where previous <> last`,
  },
]

const orders: Invariant[] = [
  {
    name: 'one transaction of a closed order is in a block, and none of an open one',
    breaches: `select o.sender || ' ' || o.nonce as place from chain_order o
      where (o.status <> 'OPEN')::int <> (select count(*) from chain_transaction c
        where c.chain_id = o.chain_id and c.sender = o.sender and c.nonce = o.nonce
          and c.purpose = o.purpose and c.status in ('CONFIRMED', 'REVERTED'))`,
  },
  {
    name: 'a payout that was confirmed on a chain moved its tokens once',
    breaches: `select p.id::text as place from payout p
      where p.kind = 'CHAIN' and p.status = 'CONFIRMED' and 1 <> (select count(*) from chain_order o
        join chain_transaction c on c.chain_id = o.chain_id and c.sender = o.sender
          and c.nonce = o.nonce and c.purpose = 'payout' and c.status = 'CONFIRMED'
        join token_transfer m on m.chain_id = c.chain_id and m.hash = c.hash
          and m.from_address = o.sender and m.to_address = lower(p.address) and m.amount = p.amount
        where o.purpose = 'payout' and o.subject = p.id::text)`,
  },
]

const invariants = [...orders, ...bookings, ...flows, ...liquidityInvariants, ...events]
