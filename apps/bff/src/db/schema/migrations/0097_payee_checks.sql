-- What the payee's bank says of the name, kept with each order to a bank (people.md 2.10). None leaves
-- without an answer, nor with another one than MATCH unless something let it: the partner's policy, a
-- decision in its review, that it goes back to its origin, that it is the service's own money.
-- Defaults give earlier rows an honest value without writing them: nobody was asked.
alter table payout
  add column payee_outcome text default 'NOT_POSSIBLE'
    check (payee_outcome in ('MATCH', 'CLOSE_MATCH', 'NO_MATCH', 'NOT_POSSIBLE')),
  add column payee_release text default 'BEFORE_CHECKS'
    check (payee_release in ('POLICY', 'REVIEW', 'ORIGIN', 'OWN_MONEY', 'BEFORE_CHECKS')),
  add column payee_checked_at timestamptz,
  -- Which account and name were asked about, what the bank answered, and who decided.
  add column payee_check jsonb;
alter table payout alter column payee_outcome drop default, alter column payee_release drop default;
update payout set payee_outcome = null, payee_release = null where status = 'CREATED';
alter table payout
  add constraint payout_payee_checked check (kind <> 'BANK' or status in ('CREATED', 'FAILED')
    or (payee_outcome is not null and (payee_outcome = 'MATCH' or payee_release is not null))),
  add constraint payout_payee_decided check (payee_release is distinct from 'REVIEW'
    or coalesce(payee_check ? 'decidedBy', false));

alter table proof_payment
  add column payee_outcome text default 'NOT_POSSIBLE'
    check (payee_outcome in ('MATCH', 'CLOSE_MATCH', 'NO_MATCH', 'NOT_POSSIBLE')),
  add column payee_release text default 'BEFORE_CHECKS'
    check (payee_release in ('POLICY', 'OWN_MONEY', 'BEFORE_CHECKS')),
  add column payee_checked_at timestamptz,
  add column payee_check jsonb;
alter table proof_payment
  alter column payee_outcome drop default, alter column payee_release drop default;
update proof_payment set payee_outcome = null, payee_release = null where status = 'CREATED';
alter table proof_payment
  add constraint proof_payment_payee_checked check (status in ('CREATED', 'FAILED')
    or (payee_outcome is not null and (payee_outcome = 'MATCH' or payee_release is not null)));

-- In whose name the banks of the sandbox hold a number, where a partner has set it: any other is in
-- the name that is asked about.
create table simulated_payee (
  partner_id uuid not null references partner,
  number_key text not null,
  -- Null where the bank does not answer.
  name text,
  primary key (partner_id, number_key)
);
select corridor_tenant_table('simulated_payee');
