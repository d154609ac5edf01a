-- Customers of the asking partner whose texts are like the pattern and who lack the key; null means
-- any. Null where they are more than that many: going through the list finds those sooner. Some
-- texts stand nearly everywhere, such as the end of an address; of those the index has most to read,
-- so a long list is asked in two places first. It runs as the owner, who is not held back by row
-- security, and so asks for the partner itself, with the policy's own condition.
create or replace function matching_entities(pattern text, missing_key text, most int) returns uuid[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  partner uuid := nullif(current_setting('app.partner_id', true), '')::uuid;
  sampled int := 0;
  ids uuid[];
begin
  perform from entity where partner_id = partner offset most limit 1;
  if found and pattern is not null then
    select count(*) filter (where search_text like pattern) into sampled from (
      (select search_text from entity where partner_id = partner
        order by created_at desc, id desc limit 100)
      union all
      (select search_text from entity where partner_id = partner and sort_name > 'm'
        order by sort_name, id limit 100)) sample;
    if sampled > 100 then return null; end if;
  end if;
  execute 'select array(select id from public.entity where partner_id = $1'
    || case when pattern is null then '' else ' and search_text like $2' end
    || case when missing_key is null then '' else ' and kyc_missing @> array[$3]' end
    || ' limit $4)'
    into ids using partner, pattern, missing_key, most + 1;
  return case when cardinality(ids) <= most then ids end;
end $$;
grant execute on function matching_entities(text, text, int) to corridor_app;
