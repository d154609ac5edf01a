-- The trigger of a table with a lifecycle: a status becomes what allowed_transition names and nothing
-- else. Its argument is the resource.
create or replace function refuse_illegal_transition() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from allowed_transition
    where resource = tg_argv[0] and from_state = old.status and to_state = new.status
  ) then
    raise exception 'a % that is % never becomes %', tg_argv[0], old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
