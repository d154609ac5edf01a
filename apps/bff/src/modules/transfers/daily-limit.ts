import { fail, ok, type Result } from '@corridor/domain'
import { sql } from 'kysely'
import { detail, type Failure } from '../../api/refusal.ts'
import type { Tx } from '../../db/open.ts'
import { defaultDailyLimit } from './partner-terms.ts'
import { quoteFacts } from './quote-facts.ts'
import type { TransferRow } from './store.ts'

/** Decimals of the dollars that limits are counted in. */
export const dollarScale = 6

const shards = 16

/** The part of the day that a transfer is counted in: by the last digit of its id. */
const shardOf = ({ id }: TransferRow): number => Number.parseInt(id.slice(-1), shards)

/**
 * Counts an executed transfer against its partner's day, which ends at 00:00 UTC; refused where the
 * day has too little left. What it locks stays locked until the transaction ends: call it late.
 */
export async function useDailyLimit(
  tx: Tx,
  transfer: TransferRow,
): Promise<Result<undefined, Failure<'LIMIT_DAILY'>>> {
  const worth = BigInt(quoteFacts(transfer).worth)
  const { rows } = await sql<{ is_within: boolean }>`
    select use_daily_limit(${transfer.partner_id}, ${shardOf(transfer)}, ${worth}::numeric,
      ${defaultDailyLimit}::numeric) as is_within`.execute(tx)
  return rows[0]?.is_within ? ok(undefined) : dailyLimitReached('executionId')
}

/** Gives back what a transfer took of today, when it ends before any money came. */
export const releaseDailyLimit = (tx: Tx, transfer: TransferRow) =>
  sql`update daily_usage set used = greatest(0, used - ${BigInt(quoteFacts(transfer).worth)}::numeric)
    where partner_id = ${transfer.partner_id} and day = (service_now() at time zone 'UTC')::date
      and shard = ${shardOf(transfer)}
      and day = (${transfer.started_at}::timestamptz at time zone 'UTC')::date`.execute(tx)

export const dailyLimitReached = (path: string) =>
  fail({
    code: 'LIMIT_DAILY' as const,
    details: [
      detail(path, 'LIMIT_DAILY', 'Too little is left of the day, which ends at 00:00 UTC.'),
    ],
  })
