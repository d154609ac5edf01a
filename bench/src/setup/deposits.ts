import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'

const pollMs = 20
const deadlineMs = 240_000

/** Deposits of all transfers that wait stand on the simulated bank's statement, at one moment. Says how many. */
export async function bookDeposits(admin: Client): Promise<number> {
  return (await admin.query(booking)).rowCount ?? 0
}

/** Waits until no transfer that was executed has one of these states. Gives the milliseconds. */
export const untilNone = (admin: Client, statuses: readonly string[]): Promise<number> =>
  untilNoRow(
    admin,
    'select from transfer where started_at is not null and status = any($1) limit 1',
    [statuses],
  )

/** Waits until the query finds nothing. Gives the milliseconds. */
export async function untilNoRow(admin: Client, query: string, values: readonly unknown[] = []) {
  const begun = performance.now()
  for (;;) {
    const { rows } = await admin.query(query, [...values])
    const took = performance.now() - begun
    if (rows.length === 0) return took
    if (took > deadlineMs) throw new Error('what is under way does not come to its end')
    await sleep(pollMs)
  }
}

export const untilOver = (admin: Client) => untilNone(admin, ['PENDING', 'PROCESSING'])

/** What the payers of all transfers that wait would send, as entries of the simulated bank. */
const booking = `
  with waiting as (
    select t.*, row_number() over () as n from transfer t where status = 'PENDING'
      and started_at is not null),
  moved as (
    update simulated_bank_position set last = last + (select count(*) from waiting)
    returning last - (select count(*) from waiting) as base)
  insert into simulated_bank_entry (position, entry_id, entry)
  select base + n, 'bench/' || id, jsonb_build_object('entryId', 'bench/' || id, 'kind', 'CREDIT',
    'countryCode', 'DE', 'routingNumber', '', 'accountNumber', '', 'currency', currency_in,
    'minor', amount_in::text, 'scale', scale_in, 'sender', jsonb_build_object('name',
    from_party->>'fullName', 'account', ''), 'reference', deposit_account->>'reference',
    'payoutReference', '', 'code', '', 'bookedAt', now())
  from waiting, moved`
