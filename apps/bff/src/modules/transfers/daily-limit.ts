import { fail, ok, type Result, toText } from '@corridor/domain'
import { sql } from 'kysely'
import { detail, type Failure } from '../../api/refusal.ts'
import type { Tx } from '../../db/open.ts'
import { microDollars, partnerTerms } from './partner-terms.ts'
import { quoteFacts } from './quote-facts.ts'
import type { TransferRow } from './store.ts'

/** Decimals of the dollars that limits are counted in. */
export const dollarScale = 6

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
  const partner = await tx
    .selectFrom('partner')
    .select('settings')
    .where('id', '=', partnerId)
    .executeTakeFirst()
  const limit = microDollars(partnerTerms(partner?.settings).dailyLimit)
  const { rows } = await sql`
    insert into daily_usage (partner_id, day, used)
    select ${partnerId}, (service_now() at time zone 'UTC')::date, ${worth}::numeric
      where ${worth}::numeric <= ${limit}::numeric
    on conflict (partner_id, day) do update set used = daily_usage.used + excluded.used
      where daily_usage.used + excluded.used <= ${limit}::numeric
    returning used`.execute(tx)
  return rows.length > 0 ? ok(undefined) : dailyLimitReached('executionId', limit)
}

/** Gives back what a transfer took of today, when it ends before any money came. */
export const releaseDailyLimit = (tx: Tx, transfer: TransferRow) =>
  sql`update daily_usage set used = greatest(0, used - ${BigInt(quoteFacts(transfer).worth)}::numeric)
    where partner_id = ${transfer.partner_id} and day = (service_now() at time zone 'UTC')::date
      and day = (${transfer.started_at}::timestamptz at time zone 'UTC')::date`.execute(tx)

export const dailyLimitReached = (path: string, limit: bigint) =>
  fail({
    code: 'LIMIT_DAILY' as const,
    details: [
      detail(
        path,
        'LIMIT_DAILY',
        `All transfers of a day are worth at most ${toText(limit, dollarScale)} USD; the day ends at 00:00 UTC.`,
      ),
    ],
  })
