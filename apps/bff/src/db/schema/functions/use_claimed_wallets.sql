-- Counts transfers against the claimed wallets that pay or are paid by them; gives the ids of those that
-- one of their wallets has too little left for within 30 days, which are not counted. A wallet that has
-- moved nothing yet takes whatever one payment may be. Worth and limit in millionths of a dollar.
create or replace function use_claimed_wallets(given jsonb)
returns setof uuid
language plpgsql volatile
set search_path = public, pg_temp as $$
declare
  today date := (service_now() at time zone 'UTC')::date;
  asked record;
begin
  -- In one order, so that two never wait for each other in a circle.
  perform pg_advisory_xact_lock(hashtextextended('claimed_wallet/' || k.partner || k.wallet, 0))
    from (select distinct g.partner, w.wallet
      from jsonb_to_recordset(given) as g (partner uuid, accounts uuid[]),
        claimed_wallets(g.partner, g.accounts) as w (wallet)
      order by 1, 2) k;
  for asked in
    select g.id, g.partner, g.worth, g.most, array(select claimed_wallets(g.partner, g.accounts)) as wallets
      from jsonb_to_recordset(given) as g (id uuid, partner uuid, accounts uuid[], worth numeric,
        most numeric)
  loop
    if exists (select from claimed_wallet_use u
        where u.partner_id = asked.partner and u.wallet = any(asked.wallets) and u.day > today - 30
        group by u.wallet having sum(u.used) > 0 and sum(u.used) + asked.worth > asked.most) then
      return next asked.id;
    else
      insert into claimed_wallet_use as u (partner_id, wallet, day, used)
        select asked.partner, w, today, asked.worth from unnest(asked.wallets) as w
        on conflict (partner_id, wallet, day) do update set used = u.used + excluded.used;
    end if;
  end loop;
end $$;
grant execute on function use_claimed_wallets(jsonb) to corridor_app, corridor_worker;
