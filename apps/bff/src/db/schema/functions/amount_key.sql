-- An amount as it is searched for, `=1714.25 GBP`, without zeros at its end.
create or replace function amount_key(amount numeric, scale int, currency text) returns text
language sql immutable strict parallel safe as $$
  select '=' || trim_scale(amount * ('1e-' || scale)::numeric)::text || ' ' || currency
$$;
grant execute on function amount_key(numeric, int, text) to corridor_app, corridor_worker;
