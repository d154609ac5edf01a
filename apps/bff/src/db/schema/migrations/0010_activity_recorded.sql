-- When what the signer did was recorded here: a stamp that comes again tells nobody a second time.
alter table wallet_activity add column recorded_at timestamptz;
