-- Drops another partner's statement about a payment that came to this partner's own deposit wallet:
-- naming somebody else's payment first keeps nobody from using it.
create or replace function release_foreign_claim(of_partner uuid, payment uuid) returns boolean
language sql volatile security definer set search_path = public, pg_temp as $$
  with dropped as (
    delete from public.payment_claim c using public.liquidity_payment p
    where p.partner_id = of_partner and p.id = payment and c.chain_id = p.chain_id
      and c.hash = decode(substr(p.hash, 3), 'hex') and c.purpose = 'FULFILMENT'
      and c.partner_id <> of_partner
    returning 1)
  select exists (select from dropped)
$$;
grant execute on function release_foreign_claim(uuid, uuid) to corridor_app, corridor_worker;
