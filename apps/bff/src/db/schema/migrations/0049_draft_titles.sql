-- What a list of drafts shows: which form was left, and how the person would recognise it.
alter table draft
  add column kind text not null default '',
  add column title text not null default '';

update draft set kind = case when id like 'kyc-%' then 'kyc' else 'transfer' end;
