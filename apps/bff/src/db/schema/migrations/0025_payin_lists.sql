-- What never changes of a deposit is in the index of its route, so that a list of routes tells what
-- came in lately without a look at the deposits.
drop index deposit_of_route;
create index deposit_of_route on deposit (partner_id, route_id, received_at desc, id desc)
  include (currency, amount) where route_id is not null;
