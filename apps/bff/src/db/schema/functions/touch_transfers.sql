-- The triggers of what the answer about a transfer shows beside its own row: whoever changes a step, a
-- refund or a review gives the transfer's row a new version (xmin), by which readers know that the text
-- they keep is out of date. A row that this transaction has written already has one.
create or replace function touch_transfers() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  one record;
begin
  -- In one order, and each found by its key, however many there are.
  for one in select distinct partner_id, transfer_id from changed order by transfer_id, partner_id
  loop
    update transfer t set fence = t.fence
      where t.partner_id = one.partner_id and t.id = one.transfer_id
        and t.xmin <> pg_current_xact_id()::xid;
  end loop;
  return null;
end $$;

create or replace trigger touch_added after insert on transfer_step
  referencing new table as changed for each statement execute function touch_transfers();
create or replace trigger touch_changed after update on transfer_step
  referencing new table as changed for each statement execute function touch_transfers();
create or replace trigger touch_removed after delete on transfer_step
  referencing old table as changed for each statement execute function touch_transfers();

-- The same of rows of other tables, which are few.
create or replace function touch_transfer() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  touched uuid;
begin
  case tg_table_name
    when 'transfer' then touched := new.refund_of;
    when 'review' then touched := new.subject_id;
    else
      select subject_id into touched from review
        where partner_id = new.partner_id and id = new.review_id and subject_kind = 'transfer';
  end case;
  update transfer t set fence = t.fence
    where t.partner_id = new.partner_id and t.id = touched and t.xmin <> pg_current_xact_id()::xid;
  return null;
end $$;

create or replace trigger touch_refunded
  after insert or update of refund_of, status, amount_in, refund on transfer
  for each row when (new.refund_of is not null) execute function touch_transfer();
-- What the operator orders is not shown before it is done.
create or replace trigger touch_reviewed
  after insert or update of subject_id, status, reason, decider, opened_at, due_at on review
  for each row when (new.subject_kind = 'transfer') execute function touch_transfer();
create or replace trigger touch_questioned after insert or update on review_question
  for each row execute function touch_transfer();
