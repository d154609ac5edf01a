-- Whether who asked for something may no longer act: the member was removed, or the key revoked.
-- SECURITY DEFINER: keys are the worker's alone to read.
create or replace function maker_is_gone(of_partner uuid, of_member uuid, of_key uuid)
returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select (of_member is not null and not exists (
      select from public.member m
      where m.partner_id = of_partner and m.id = of_member and m.removed_at is null))
    or (of_key is not null and exists (
      select from public.api_key k
      where k.partner_id = of_partner and k.id = of_key and k.revoked_at is not null))
$$;
grant execute on function maker_is_gone(uuid, uuid, uuid) to corridor_app, corridor_worker;
