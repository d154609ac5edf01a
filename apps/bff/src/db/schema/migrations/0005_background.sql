-- What background work needs beside the domain tables.

-- A top-up of the gas station says whom it pays and how much, so that transfers of one wallet share
-- it and the ledger books it.
alter table chain_transaction
  add column recipient text not null default '',
  add column value numeric(78, 0) not null default 0;

-- DROPPED can never be mined: the chain refused it, or another one took its nonce.
alter table chain_transaction drop constraint chain_transaction_status_check;
alter table chain_transaction add constraint chain_transaction_status_check
  check (status in ('SIGNED', 'SENT', 'CONFIRMED', 'REVERTED', 'DROPPED'));

create index chain_transaction_top_up on chain_transaction (chain_id, recipient, nonce desc)
  where purpose = 'gas';

-- Numbers committed events, for each partner without gaps, in the order of (xid, id). An event is
-- taken only once every transaction with a lower id has ended, so nothing can appear below a number
-- that was given: who reads in the order of numbers misses nothing. Only one process calls it at a
-- time. Row by row, because one statement over a queue that is now empty and now full keeps plans
-- that fit the other case. "blocked" says that events wait for older transactions.
create function publish_events(batch_max integer, out events integer, out blocked boolean)
language plpgsql volatile
set search_path = public, pg_temp
set enable_seqscan = off as $$
declare
  open_from xid8 := pg_snapshot_xmin(pg_current_snapshot());
  unnumbered record;
  base bigint;
begin
  events := 0;
  for unnumbered in
    select partner_id, place_in_table, created_at,
      row_number() over (partition by partner_id order by xid, id) as place,
      count(*) over (partition by partner_id) as many
    from (
      select e.partner_id, e.id, e.created_at, e.xid, e.ctid as place_in_table from event e
      where e.sequence is null and e.xid < open_from
      order by e.xid, e.id limit batch_max
    ) as committed
    order by partner_id, place
  loop
    if unnumbered.place = 1 then
      insert into event_sequence as s (partner_id, last)
      values (unnumbered.partner_id, unnumbered.many)
      on conflict (partner_id) do update set last = s.last + excluded.last
      returning s.last - unnumbered.many into base;
    end if;
    -- By place: nobody else changes events, and of several indexes a kept plan may use a wrong one.
    update event e set sequence = base + unnumbered.place
    where e.ctid = unnumbered.place_in_table and e.created_at = unnumbered.created_at;
    events := events + 1;
  end loop;
  blocked := exists (select from event e where e.sequence is null and e.xid >= open_from);
end $$;
grant execute on function publish_events(integer) to corridor_worker;

-- Quotes whose time is up, for the sweeper.
create index transfer_expiry on transfer (valid_until) where status = 'QUOTED';
