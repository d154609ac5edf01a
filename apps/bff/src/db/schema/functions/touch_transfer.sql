-- As `touch_transfers`, for rows of other tables that an answer shows, which are few.
create or replace function touch_transfer() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  touched uuid;
begin
  case tg_table_name
    when 'transfer' then touched := new.refund_of;
    when 'review' then touched := new.subject_id;
    when 'travel_message' then touched := new.transfer_id;
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
create or replace trigger touch_announced after insert or update on travel_message
  for each row execute function touch_transfer();
