-- Whether an account is the customer's own (people.md 2.7): proved, only claimed, or refused; null of a
-- payee's. What was added earlier keeps what it did: it loses what needs proof until it is proved.
alter table external_account
  add column proof text check (proof in ('PROVED', 'CLAIMED', 'REFUSED')),
  add column proof_method text not null default '',
  add column proved_at timestamptz;
update external_account set
  proof = case when verification->>'method' in ('OWN_WALLET', 'BANK_LINK') then 'PROVED' else 'CLAIMED' end,
  proof_method = case when verification->>'method' in ('OWN_WALLET', 'BANK_LINK')
    then verification->>'method' else '' end,
  proved_at = case when verification->>'method' in ('OWN_WALLET', 'BANK_LINK') then created_at end
where ownership = 'SELF';
alter table external_account add constraint external_account_proof_of_own
  check ((ownership = 'SELF') = (proof is not null));
create index external_account_unproved on external_account (partner_id, created_at desc, id desc)
  where proof = 'CLAIMED';

-- One attempt to prove an account. What only its owner can know or sign is sealed.
create table account_proof (
  partner_id uuid not null references partner,
  id uuid not null,
  account_id uuid not null,
  method text not null check (method in
    ('MICRO_DEPOSIT', 'WALLET_SIGNATURE', 'TEST_PAYMENT', 'DOCUMENT')),
  status text not null check (status in ('OPEN', 'PROVED', 'REFUSED', 'EXPIRED')),
  reason text not null default '',
  -- What is shown: the text to sign, amount and address of a test payment, names of documents.
  facts jsonb not null,
  -- Amount and code of a micro-deposit.
  sealed_answer bytea,
  answers_left int not null default 0 check (answers_left >= 0),
  -- The customer's page; the token is kept as its hash alone.
  token_hash bytea unique,
  token_until timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  primary key (partner_id, id),
  foreign key (partner_id, account_id) references external_account
);
-- One open attempt of each way: two at once have one outcome.
create unique index account_proof_open on account_proof (partner_id, account_id, method)
  where status = 'OPEN';
create index account_proof_of_account on account_proof (partner_id, account_id, created_at desc);
select corridor_tenant_table('account_proof');

-- Money that the service itself pays to an account so that its owner can read what arrived.
create table proof_payment (
  partner_id uuid not null references partner,
  id uuid not null,
  proof_id uuid not null,
  jurisdiction_id text not null,
  currency text not null,
  scale int not null,
  amount numeric(78, 0) not null check (amount > 0),
  status text not null check (status in ('CREATED', 'SUBMITTED', 'CONFIRMED', 'FAILED')),
  uetr uuid not null,
  -- When the bank is asked next.
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (partner_id, id),
  foreign key (partner_id, proof_id) references account_proof
);
create index proof_payment_due on proof_payment (due_at) where status in ('CREATED', 'SUBMITTED');
select corridor_tenant_table('proof_payment');
