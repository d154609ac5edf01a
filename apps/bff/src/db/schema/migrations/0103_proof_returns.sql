-- A micro-deposit may come back after it was paid.
alter table proof_payment drop constraint proof_payment_status_check,
  add constraint proof_payment_status_check
    check (status in ('CREATED', 'SUBMITTED', 'CONFIRMED', 'RETURNED', 'FAILED'));
-- What came back earlier waits for an owner, in suspense: it is taken in once more.
update bank_entry e set state = 'NEW', was_unmatched = true
from proof_payment p
where e.state = 'UNMATCHED' and e.kind = 'RETURN' and e.payout_reference = p.id::text;

-- Counts what was to be looked up while a batch was under way: it is not passed over by that batch's end.
alter table screening_sweep add column restarts bigint not null default 0;
grant insert on screening_sweep to corridor_app;

-- When a stopped number was held wherever it was in use; null until then.
alter table stopped_number add column spread_at timestamptz;
create index external_account_number_hash on external_account (number_hash) where number_hash is not null;
-- Accounts of before, until their number has its key.
create index external_account_unhashed on external_account (partner_id, id)
  where number_hash is null and status <> 'DELETED';
