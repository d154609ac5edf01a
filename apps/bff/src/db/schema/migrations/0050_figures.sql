-- The demo data of a sandbox begins in the past and brings the clock to the real time.

alter table service_clock drop constraint service_clock_clock_offset_check;
alter table service_clock add constraint service_clock_clock_offset_check
  check (clock_offset >= interval '-40 days');

-- Figures over many transfers, read out of an index alone: what a transfer is worth and its fees, both
-- in millionths of a US dollar by the rate of its quote.
alter table transfer
  add column worth numeric(96, 0)
    generated always as (trunc(coalesce((quote->>'worth')::numeric, 0))) stored,
  add column fee_worth numeric(96, 0)
    generated always as (trunc((partner_fees + svc_fees + tx_fees)
      * coalesce((quote->>'worth')::numeric, 0) / nullif(amount_in, 0))) stored;
create index transfer_figures on transfer (partner_id, created_at)
  include (status, currency_in, jurisdiction_in, jurisdiction_out, worth, fee_worth, started_at, completed_at)
  where started_at is not null;
