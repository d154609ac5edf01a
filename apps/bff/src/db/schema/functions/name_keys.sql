-- A name from each of its first four words on, so that it is found by any of them.
create or replace function name_keys(name text) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg('~' || array_to_string(words[n:], ' ')), '{}')
  from (select regexp_split_to_array(lower(btrim(left(name, 200))), '\s+') as words) as split,
    generate_series(1, least(cardinality(words), 4)) as n
  where words[n] <> ''
$$;
grant execute on function name_keys(text) to corridor_app, corridor_worker;
