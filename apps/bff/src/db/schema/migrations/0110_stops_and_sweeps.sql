-- The restarts that the pass under way, or the last one, has taken in: more of them need one more pass.
alter table screening_sweep add column begun bigint not null default 0;
update screening_sweep set begun = restarts;

-- When the operator confirmed that a number is fraud. Until then only the partner that stopped it has
-- its accounts disabled; elsewhere what is ordered waits.
alter table stopped_number add column confirmed_at timestamptz;
update stopped_number s set confirmed_at = r.decided_at
from external_account a
join review r on r.partner_id = a.partner_id and r.subject_kind = 'account' and r.subject_id = a.id
where a.number_hash = s.number_hash and r.reason = 'NUMBER_STOPPED' and r.decision = 'REJECTED';
create index stopped_number_undecided on stopped_number (partner_id, stopped_at)
  where confirmed_at is null;
