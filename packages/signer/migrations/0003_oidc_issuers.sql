-- Identity providers that a partner allows, as one list under one MAC: a row can be neither written
-- nor changed without the root key, and no single issuer can be put back that was removed.
create table signer.oidc_issuer_list (
  partner_id text primary key,
  -- Rises with every change; a list that is older than one already seen is refused.
  sequence integer not null check (sequence > 0),
  -- JSON, kept as text because the MAC is over these bytes: [{issuer, audiences, addedAt}].
  issuers text not null,
  mac bytea not null
);
grant select, insert, update on signer.oidc_issuer_list to corridor_signer;
