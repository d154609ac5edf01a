-- function: insert_only
-- function: corridor_tenant_policy
-- A second hash of each seal, which needs no key: whoever reads the entries can compute the chain.
-- Seals of before have none; a partner's chain begins with its first seal that has one.
alter table audit_seal add column public_hash bytea;
grant select on audit_seal to corridor_app;

-- How far the chain of each partner had come at a checkpoint, signed for this partner alone. The
-- checkpoint's line, which is kept in a file as well, holds the same.
create table audit_head (
  partner_id uuid not null,
  checkpoint bigint not null,
  at timestamptz not null,
  first bigint not null,
  sequence bigint not null,
  hash bytea not null,
  signature text not null,
  primary key (partner_id, sequence, checkpoint)
);
select corridor_tenant_policy('audit_head');
grant select on audit_head to corridor_app;
grant select, insert on audit_head to corridor_worker;
select insert_only('audit_head');

-- A third form of the audit log alone: its entries with what proves them.
alter table list_export drop constraint transfer_export_format_check,
  add constraint list_export_format_check check (format in ('csv', 'jsonl', 'proof'));
