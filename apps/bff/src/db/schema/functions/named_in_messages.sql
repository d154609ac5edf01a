-- Whom the messages of a bank payment name: who really pays, and everybody (people.md 1.5).
create or replace function named_in_messages(payment text) returns table (ultimate text, named text[])
language sql stable as $$
  select max(nullif(e.evidence->>'ultimatePayer', '')),
    coalesce(array_agg(distinct n.name) filter (where n.name <> ''), '{}')
  from bank_evidence e cross join lateral (
    select unnest(array[e.evidence->>'ultimatePayer', e.evidence->>'ultimatePayee',
      e.evidence->'payer'->>'name', e.evidence->'payee'->>'name']) as name
    union all
    select i->>'name' from jsonb_array_elements(coalesce(e.evidence->'institutions', '[]')) as i
  ) as n where e.payment_id = payment
$$;
grant execute on function named_in_messages(text) to corridor_app, corridor_worker;
