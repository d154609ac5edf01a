-- A partner's own name for a refund: under it the money goes back once.
create table refund_claim (
  partner_id uuid not null references partner,
  transfer_id uuid not null,
  refund_id text not null,
  -- Of what was asked under it.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- The execution that sends the money back: the transfer itself, or a linked one.
  refunded_by uuid not null,
  created_at timestamptz not null,
  primary key (partner_id, transfer_id, refund_id),
  foreign key (partner_id, transfer_id) references transfer,
  foreign key (partner_id, refunded_by) references transfer
);
select corridor_tenant_table('refund_claim');
select insert_only('refund_claim');

-- The payments account pays refunds of completed transfers, and takes what comes back of them.
alter table fee_entry drop constraint fee_entry_type_check;
alter table fee_entry add constraint fee_entry_type_check
  check (type in ('DEPOSIT', 'KYC_FEE', 'CORRECTION', 'REFUND', 'REFUND_RETURNED'));
