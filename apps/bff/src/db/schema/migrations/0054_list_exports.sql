-- Exports are of any list: which, by whom, with whose permissions and in which zone.
alter table transfer_export rename to list_export;
alter index transfer_export_open rename to list_export_open;
alter index transfer_export_kept rename to list_export_kept;
alter table list_export
  add column list text not null default 'transfers',
  -- Ids that were picked by hand; nothing where all that matches is written.
  add column picked text[],
  -- Of the times in the file; '' in files of `transfers.export`, whose times are in UTC.
  add column zone text not null default '',
  -- Rows that there are, where the list says it.
  add column total int,
  -- Who asked: only they read it, and its rows are read as they may read the list.
  add column asked_by_type text not null default 'api_key'
    check (asked_by_type in ('partner_user', 'api_key', 'service', 'provider', 'scheduler')),
  add column asked_by text not null default '',
  add column scopes text[] not null default '{}',
  add column is_console boolean not null default false,
  drop constraint transfer_export_status_check,
  add constraint list_export_status_check
    check (status in ('PENDING', 'RUNNING', 'READY', 'FAILED', 'CANCELLED', 'EXPIRED'));
create index list_export_asked on list_export (partner_id, asked_by, created_at desc, id desc);
