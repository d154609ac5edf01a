import { fail, ok } from '@corridor/domain'
import { sql } from 'kysely'
import { detail } from '../../api/request/refusal.ts'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { sendTogether } from '../../db/send-together.ts'
import { batchedCall } from '../../db/batch.ts'
import { defaultDailyLimit } from '../partners/terms.ts'
import {
  countCustomer,
  customerPeriodReached,
  dollarScale,
  type PeriodLimit,
  readCustomerLimits,
  releaseCustomer,
  shardOf,
} from './customer-limit.ts'
import {
  claimedWalletUsedUp,
  countClaimedWallets,
  releaseClaimedWallets,
} from './claimed-wallets.ts'
import { worthOfTransfer } from './quote-facts.ts'
import type { TransferRow } from '../../db/schema/rows.ts'

export { dollarScale }

/**
 * Counts an executed transfer against its partner's day, which ends at 00:00 UTC, against its
 * customer's day and month, and against the claimed wallets of both sides, everywhere in this order;
 * refused where one of them has too little left, which undoes the transaction. What it locks stays
 * locked until that ends: call it late.
 */
export async function countDaily(tx: Tx, transfer: TransferRow) {
  if (!(await countMany(tx, transfer))) return dailyLimitReached('executionId')
  const judgement = await judged(tx, transfer, await countCustomer(tx, transfer))
  if (!judgement.ok || (await countClaimedWallets(tx, transfer))) return judgement
  return claimedWalletUsedUp('executionId')
}

/** The same in one message, for who undoes the whole transaction where it is refused. */
export async function countDailyOrUndo(tx: Tx, transfer: TransferRow) {
  const { isWithin, broken, isProved } = await sendTogether({
    isWithin: countMany(tx, transfer),
    broken: countCustomer(tx, transfer),
    isProved: countClaimedWallets(tx, transfer),
  })
  if (!isWithin) return dailyLimitReached('executionId')
  return isProved ? judged(tx, transfer, broken) : claimedWalletUsedUp('executionId')
}

async function judged(tx: Tx, transfer: TransferRow, broken: PeriodLimit | undefined) {
  if (!broken) return ok(undefined)
  const body = await readCustomerLimits(tx, transfer.partner_id, transfer.from_entity_id)
  return customerPeriodReached('executionId', broken, body)
}

/** Whether the day has room for a transfer that is not counted yet. */
export const fitsDay = batchedCall<TransferRow, boolean>(async (tx, transfers) => {
  const { rows } = await sql<{ fits: boolean }>`
    select coalesce((select sum(d.used) from daily_usage d
        where d.partner_id = g.partner and d.day = today.day), 0) + g.worth
      <= (select coalesce((p.settings->>'dailyLimit')::numeric, ${defaultDailyLimit}::numeric)
        from partner p where p.id = g.partner) * 1000000 as fits
    from (select (${serviceNow} at time zone 'UTC')::date as day) as today,
      unnest(${transfers.map((row) => row.partner_id)}::uuid[],
        ${transfers.map((row) => String(worthOfTransfer(row)))}::numeric[])
        with ordinality as g (partner, worth, nth)
    order by g.nth`.execute(tx)
  return rows.map(({ fits }) => fits)
})

/** The part of each partner's day that a transaction counts in: one, so that no two wait in a circle. */
const partsOf = new WeakMap<Tx, Map<string, number>>()

/** Those of one transaction are counted as one, because others allow for one at most. */
const countMany = batchedCall<TransferRow, boolean>(async (tx, transfers) => {
  const parts = partsOf.get(tx) ?? new Map<string, number>()
  partsOf.set(tx, parts)
  const worths = new Map<string, { shard: number; worth: bigint }>()
  for (const transfer of transfers) {
    const part = parts.get(transfer.partner_id) ?? shardOf(transfer)
    parts.set(transfer.partner_id, part)
    const { shard, worth } = worths.get(transfer.partner_id) ?? { shard: part, worth: 0n }
    const more = worthOfTransfer(transfer)
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

/**
 * Holds the partner's whole day until the transaction ends, for one that counts several transfers:
 * they would otherwise lock its parts in any order. Before the customers, as one transfer does.
 */
export async function holdDay(tx: Tx, partnerId: string): Promise<void> {
  await sql`insert into daily_usage (partner_id, day, shard, used)
    select ${partnerId}, (${serviceNow} at time zone 'UTC')::date, s, 0
    from generate_series(0, 15) as s order by s on conflict do nothing`.execute(tx)
  await sql`select from daily_usage where partner_id = ${partnerId}
    and day = (${serviceNow} at time zone 'UTC')::date order by shard for update`.execute(tx)
}

/** Gives back what a transfer took of today, when it ends before any money came. */
export const releaseDailyLimit = (tx: Tx, transfer: TransferRow) =>
  Promise.all([
    releasePartner(tx, transfer),
    releaseCustomer(tx, transfer),
    releaseClaimedWallets(tx, transfer),
  ])

/** Out of whichever parts of the day hold it: transfers that were counted together are in one. */
const releasePartner = (tx: Tx, transfer: TransferRow) =>
  sql`with held as materialized (
      select shard, used from daily_usage
      where partner_id = ${transfer.partner_id} and day = (${serviceNow} at time zone 'UTC')::date
        and day = (${transfer.started_at}::timestamptz at time zone 'UTC')::date
      order by shard for update
    ), given as (
      select shard, least(used, greatest(0, ${worthOfTransfer(transfer)}::numeric - coalesce(
          sum(used) over (order by shard <> ${shardOf(transfer)}, shard
            rows between unbounded preceding and 1 preceding), 0))) as amount
      from held
    )
    update daily_usage d set used = d.used - given.amount from given
    where d.partner_id = ${transfer.partner_id} and d.shard = given.shard and given.amount > 0
      and d.day = (${serviceNow} at time zone 'UTC')::date`.execute(tx)

export const dailyLimitReached = (path: string) =>
  fail({
    code: 'LIMIT_DAILY' as const,
    details: [
      detail(path, 'LIMIT_DAILY', 'Too little is left of the day, which ends at 00:00 UTC.'),
    ],
  })
