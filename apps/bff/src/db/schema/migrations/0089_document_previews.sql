-- How many pages a kept document has; null for files of before, which nobody had opened.
alter table stored_file add column pages int check (pages > 0);

-- The first pages of a document as the pictures that people look at, each of them a kept file.
create table file_preview (
  partner_id uuid not null references partner,
  sha256 bytea not null,
  page int not null check (page > 0),
  preview_sha256 bytea not null,
  width int not null check (width > 0),
  height int not null check (height > 0),
  primary key (partner_id, sha256, page),
  foreign key (partner_id, sha256) references stored_file,
  foreign key (partner_id, preview_sha256) references stored_file
);
select corridor_tenant_table('file_preview');
