-- The customers that are one person with this one, itself among them, in the order of their ids.
create or replace function same_person(of_partner uuid, of_entity uuid) returns uuid[]
language sql stable
set search_path = public, pg_temp as $$
  select coalesce((select array_agg(o.entity_id order by o.entity_id)
    from person_member m join person_member o
      on o.partner_id = m.partner_id and o.person_id = m.person_id
    where m.partner_id = of_partner and m.entity_id = of_entity), array[of_entity])
$$;
grant execute on function same_person(uuid, uuid) to corridor_app, corridor_worker;
