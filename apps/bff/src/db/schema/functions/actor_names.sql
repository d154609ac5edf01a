-- What members and keys are called, removed and revoked ones too, for what they did.
-- SECURITY DEFINER: keys are the worker's alone to read; where a partner acts, only its own are named.
create or replace function actor_names(of_partner uuid, asked uuid[])
returns table (id uuid, name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.id, m.name from public.member m
  where m.partner_id = of_partner and m.id = any(asked)
    and coalesce(nullif(current_setting('app.partner_id', true), '')::uuid, of_partner) = of_partner
  union all
  select k.id, k.name from public.api_key k
  where k.partner_id = of_partner and k.kind = 'partner' and k.id = any(asked)
    and coalesce(nullif(current_setting('app.partner_id', true), '')::uuid, of_partner) = of_partner
$$;
grant execute on function actor_names(uuid, uuid[]) to corridor_app, corridor_worker;
