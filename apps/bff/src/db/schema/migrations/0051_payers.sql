-- Transfers say who paid, and are found by that name, where it was not the customer itself: the
-- sender of the deposit. A deposit that goes back to its sender has that name already, as its payee.
update transfer t
set from_party = t.from_party || jsonb_build_object('payer', d.sender->>'name'),
  search_text = t.search_text || ' ' || lower(d.sender->>'name')
from deposit d
where d.partner_id = t.partner_id and d.id = t.deposit_id and t.refund_of is null
  and coalesce(d.sender->>'name', '') <> ''
  and lower(d.sender->>'name') not in
    (lower(t.from_party->>'fullName'), lower(t.to_party->>'fullName'));

-- Who moved a verification on, by its written id; '' for changes from before.
alter table kyc_transition add column actor_id text not null default '';
