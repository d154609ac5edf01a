-- Which of these addresses are the service's: of deposits, of customers' accounts, of credit lines.
-- Row security shows a partner its own alone, and nobody may be paid at another's.
create or replace function is_own_address(of_chain text, asked text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select a.address from unnest(asked) as a (address)
  where exists (select from public.liquidity_line l
      where a.address in (l.deposit_address, l.operational_address))
    or exists (select from public.funding_deposit_claim c where c.deposit_key = a.address)
    or exists (select from public.deposit_target d
      where d.key = 'chain:' || of_chain || ':' || a.address)
$$;
grant execute on function is_own_address(text, text[]) to corridor_app, corridor_worker;
