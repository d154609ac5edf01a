import { fail, ok, type Result } from '@corridor/domain'
import { sql } from 'kysely'
import { detail, type Failure } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import { batchedCall } from '../../db/batch.ts'
import { defaultDailyLimit } from '../partners/terms.ts'
import { quoteFacts } from './quote-facts.ts'
import type { TransferRow } from '../../db/schema/rows.ts'

/** Decimals of the dollars that limits are counted in. */
export const dollarScale = 6

const shards = 16

/** The part of the day that a transfer is counted in: by the last digit of its id. */
const shardOf = ({ id }: TransferRow): number => Number.parseInt(id.slice(-1), shards)

/**
 * Counts an executed transfer against its partner's day, which ends at 00:00 UTC; refused where the
 * day has too little left. What it locks stays locked until the transaction ends: call it late.
 */
export async function countDaily(
  tx: Tx,
  transfer: TransferRow,
): Promise<Result<undefined, Failure<'LIMIT_DAILY'>>> {
  return (await countMany(tx, transfer)) ? ok(undefined) : dailyLimitReached('executionId')
}

/** Those of one transaction are counted as one, because others allow for one at most. */
const countMany = batchedCall<TransferRow, boolean>(async (tx, transfers) => {
  const worths = new Map<string, { shard: number; worth: bigint }>()
  for (const transfer of transfers) {
    const { shard, worth } = worths.get(transfer.partner_id) ?? {
      shard: shardOf(transfer),
      worth: 0n,
    }
    const more = BigInt(quoteFacts(transfer).worth)
    worths.set(transfer.partner_id, { shard, worth: worth + more })
  }
  const within = new Map<string, boolean>()
  for (const [partnerId, { shard, worth }] of [...worths].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const { rows } = await sql<{ is_within: boolean }>`
      select use_daily_limit(${partnerId}, ${shard}, ${worth}::numeric,
        ${defaultDailyLimit}::numeric) as is_within`.execute(tx)
    within.set(partnerId, rows[0]?.is_within ?? false)
  }
  return transfers.map(({ partner_id }) => within.get(partner_id) ?? false)
})

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
