-- A hash, an address or the number of an account, backwards: what it ends with comes first.
create or replace function end_key(number text) returns text
language sql immutable parallel safe as $$
  select nullif('#' || reverse(lower(right(regexp_replace(number, '\W', '', 'g'), 200))), '#')
$$;
grant execute on function end_key(text) to corridor_app, corridor_worker;
