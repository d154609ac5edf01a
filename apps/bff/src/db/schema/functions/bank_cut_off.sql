-- Until when the service's own banks take orders, for whoever announces when money leaves. Accounts
-- themselves stay with the worker; of several in one place the one that was set last counts.
create or replace view bank_cut_off as
  select distinct on (split_part(account, '/', 1), split_part(account, '/', 2))
    split_part(account, '/', 1) as country_code,
    split_part(account, '/', 2) as currency,
    set_values->>'cutOff' as cut_off,
    coalesce(set_values->>'zone', '') as zone
  from bank_profile
  where set_values->>'cutOff' is not null
  order by split_part(account, '/', 1), split_part(account, '/', 2), updated_at desc;
grant select on bank_cut_off to corridor_app, corridor_worker;
