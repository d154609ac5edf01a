-- The name in Latin letters of a customer whose own is in another script; '' where it is not known. An
-- account's holder and the people of a business have theirs in their documents.
alter table entity add column latin_name text not null default '';

-- A customer is found by either name.
alter table entity drop column search_text;
alter table entity add column search_text text not null generated always as (
  lower(first_name || ' ' || last_name || ' ' || business_name || ' ' || latin_name || ' ' || email || ' '
    || coalesce(external_reference, ''))) stored;
do $$
begin
  create index entity_search on entity
    using gin (partner_id, search_text gin_trgm_ops) with (gin_pending_list_limit = 256);
exception when insufficient_privilege or feature_not_supported or undefined_object or undefined_file then
  raise warning 'customers are searched without an index: %', sqlerrm;
end $$;
