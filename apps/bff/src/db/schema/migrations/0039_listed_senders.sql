-- Listed senders and refused names: each waits for a decision of the operator.

-- What was stopped where no record of its own waits: a drawing or a transfer between wallets that
-- was refused, a fee or a payment to the service.
create table screening_case (
  partner_id uuid not null references partner,
  id uuid not null,
  context_kind text not null,
  context_id text not null,
  opened_at timestamptz not null,
  primary key (partner_id, id),
  unique (partner_id, context_kind, context_id)
);
select corridor_tenant_table('screening_case');
select insert_only('screening_case');

alter table review drop constraint review_subject_kind_check;
alter table review add constraint review_subject_kind_check
  check (subject_kind in ('transfer', 'deposit', 'kyc', 'account', 'screening'));

alter table screening drop constraint screening_context_kind_check;
alter table screening add constraint screening_context_kind_check check (context_kind in
  ('account', 'transfer', 'deposit', 'kyc', 'drawing', 'route', 'quote', 'refund', 'payment',
   'wallet'));

-- A name that is the listed one stays stopped; nobody is asked about it again.
alter table screening_clearance add column decision text not null default 'CLEARED'
  check (decision in ('CLEARED', 'CONFIRMED'));
alter table screening_clearance drop constraint screening_clearance_pkey;
alter table screening_clearance add primary key
  (partner_id, context_kind, context_id, subject, reference, decision);

-- Why a deposit stays held once its sender is cleared.
alter table deposit add column held_behind text not null default '';

-- Money of a listed sender is booked, and pays for nothing.
alter table liquidity_payment drop constraint liquidity_payment_status_check;
alter table liquidity_payment add constraint liquidity_payment_status_check
  check (status in ('UNMATCHED', 'HELD', 'RESERVE_FEE', 'REPAYMENT', 'CREDITED'));

-- Verifications that are under review when this is applied, and what was asked of their customers.
insert into review (partner_id, id, subject_kind, subject_id, reason, decider, status, opened_at,
  due_at)
select f.partner_id, gen_random_uuid(), 'kyc', f.entity_id, 'KYC_REVIEW', 'operator', 'OPEN',
  coalesce(f.submitted_at, f.waiting_since),
  coalesce(f.submitted_at, f.waiting_since) + interval '7 days'
from kyc_file f
where exists (select from kyc_capability c where c.partner_id = f.partner_id
    and c.entity_id = f.entity_id and c.status in ('UNDER_REVIEW', 'INFORMATION_REQUIRED'))
on conflict (partner_id, subject_kind, subject_id, reason) where status = 'OPEN' do nothing;
insert into review_question (partner_id, id, review_id, status, text, asked_at, asked_by_type,
  asked_by_id, due_at)
select q.partner_id, q.id, r.id, 'OPEN', coalesce(nullif(q.message, ''), 'More is needed.'),
  q.created_at, 'service', 'operator', q.due_at
from kyc_request q
join review r on r.partner_id = q.partner_id and r.subject_kind = 'kyc'
  and r.subject_id = q.entity_id and r.status = 'OPEN' and r.reason = 'KYC_REVIEW'
where q.status = 'OPEN'
on conflict (partner_id, id) do nothing;
