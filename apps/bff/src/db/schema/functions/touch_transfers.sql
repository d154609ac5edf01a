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
