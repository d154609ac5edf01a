import { fail, ok, type Result } from '@corridor/domain'
import { sql } from 'kysely'
import { detail, type Failure } from '../../api/refusal.ts'
import type { Tx } from '../../db/open.ts'
import { defaultDailyLimit } from './partner-terms.ts'
import { quoteFacts } from './quote-facts.ts'
import type { TransferRow } from './store.ts'

/** Decimals of the dollars that limits are counted in. */
export const dollarScale = 6
const perDollar = 10n ** BigInt(dollarScale)

/**
 * Counts an executed transfer against its partner's day, which ends at 00:00 UTC; refused where the
 * day has too little left. The partner's row is locked until the transaction ends: call it late.
 */
export async function useDailyLimit(
  tx: Tx,
  transfer: TransferRow,
): Promise<Result<undefined, Failure<'LIMIT_DAILY'>>> {
  const { partner_id: partnerId } = transfer
  const worth = BigInt(quoteFacts(transfer).worth)
  // The limit is read by the same statement: whoever executes waits for one answer, not for two.
  const { rows } = await sql`
    with allowed as (
      select coalesce((settings->>'dailyLimit')::numeric, ${defaultDailyLimit}::numeric) * ${perDollar}::numeric
        as most
      from partner where id = ${partnerId})
    insert into daily_usage (partner_id, day, used)
    select ${partnerId}, (service_now() at time zone 'UTC')::date, ${worth}::numeric
      from allowed where ${worth}::numeric <= most
    on conflict (partner_id, day) do update set used = daily_usage.used + excluded.used
      where daily_usage.used + excluded.used <= (select most from allowed)
    returning used`.execute(tx)
  return rows.length > 0 ? ok(undefined) : dailyLimitReached('executionId')
}

/** Gives back what a transfer took of today, when it ends before any money came. */
export const releaseDailyLimit = (tx: Tx, transfer: TransferRow) =>
  sql`update daily_usage set used = greatest(0, used - ${BigInt(quoteFacts(transfer).worth)}::numeric)
    where partner_id = ${transfer.partner_id} and day = (service_now() at time zone 'UTC')::date
      and day = (${transfer.started_at}::timestamptz at time zone 'UTC')::date`.execute(tx)

export const dailyLimitReached = (path: string) =>
  fail({
    code: 'LIMIT_DAILY' as const,
    details: [
      detail(path, 'LIMIT_DAILY', 'Too little is left of the day, which ends at 00:00 UTC.'),
    ],
  })
