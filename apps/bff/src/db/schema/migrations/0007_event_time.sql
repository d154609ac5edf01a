-- The history is newest first by creation date (the specification), and numbers are in the order of
-- publication. So that both are one order, an event that was written before another but committed
-- after it takes over the other's time when it gets its number; until then nobody has seen it.
alter table event_sequence add column last_at timestamptz not null default '-infinity';
