-- Whether an endpoint with this selection is sent such an event; a test event always is.
create or replace function takes_event(selection text[], category text, type text) returns boolean
language sql immutable as $$
  select selection = '{}' or category = any (selection) or category || '.' || type = any (selection)
    or (category = 'webhook' and type = 'test')
$$;
grant execute on function takes_event(text[], text, text) to corridor_app, corridor_worker;
