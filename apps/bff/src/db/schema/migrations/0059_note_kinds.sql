-- Notes on a pay-in route name it as the audit log does.

alter table record_note drop constraint record_note_subject_kind_check;
-- The names of kinds change; what was written down stays as it is.
alter table record_note disable trigger insert_only;
update record_note set subject_kind = 'payin_route' where subject_kind = 'payin';
alter table record_note enable trigger insert_only;
alter table record_note add constraint record_note_subject_kind_check check (subject_kind in
  ('transfer', 'deposit', 'entity', 'external_account', 'funding_account', 'payin_route', 'kyc'));
