-- Whether a payment has been used: row security shows a partner its own claims alone.
create or replace function is_payment_claimed(wanted bytea) returns boolean
language sql stable security definer set search_path = public, pg_temp as
$$ select exists (select from public.payment_claim where hash = wanted) $$;
grant execute on function is_payment_claimed(bytea) to corridor_app, corridor_worker;
