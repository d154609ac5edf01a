-- What was sent to the payee's provider before a payment on a chain left, and its answer (people.md 2.12).
create table travel_message (
  partner_id uuid not null references partner,
  -- The order that it is about, and our reference to the provider: a message that is sent again is the same.
  payout_id uuid not null,
  transfer_id uuid not null,
  state text not null check (state in
    ('SELF_HOSTED', 'WAITING', 'ACCEPTED', 'REJECTED', 'NOT_A_PROVIDER', 'UNANSWERED')),
  -- The provider's name; '' where it is not known.
  counterparty text not null,
  reason text not null default '',
  -- The whole message, personal data: kept as it was sent, readable with the key alone.
  sealed_payload bytea,
  -- Who has the token may answer; kept as its hash alone.
  token_hash bytea unique,
  created_at timestamptz not null,
  -- When the provider, or the way to it, has taken the message.
  sent_at timestamptz,
  -- Until when its answer is waited for.
  due_at timestamptz,
  answered_at timestamptz,
  -- When the order was put before people because of it.
  held_at timestamptz,
  -- What the provider answered after that, which changes nothing.
  late_state text check (late_state in ('ACCEPTED', 'REJECTED', 'NOT_A_PROVIDER')),
  late_at timestamptz,
  primary key (partner_id, payout_id),
  check ((state = 'SELF_HOSTED') = (due_at is null)),
  check ((late_state is null) = (late_at is null))
);
create index travel_message_of_transfer on travel_message (partner_id, transfer_id, created_at desc);
create index travel_message_due on travel_message (due_at) where state = 'WAITING';
select corridor_tenant_table('travel_message');

-- The sandbox's providers: what the one of an address says; where none is named it accepts at once.
create table simulated_provider (
  partner_id uuid not null references partner,
  address text not null,
  answer text not null check (answer in ('ACCEPTED', 'REJECTED', 'NOT_A_PROVIDER', 'NONE')),
  name text not null,
  reason text not null,
  primary key (partner_id, address)
);
select corridor_tenant_table('simulated_provider');
