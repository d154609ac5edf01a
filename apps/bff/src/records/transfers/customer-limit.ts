import { fail, toWire } from '@corridor/domain'
import { sql } from 'kysely'
import { detail } from '../../api/request/refusal.ts'
import { batchedCall, batchedRead } from '../../db/batch.ts'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import type { TransferRow } from '../../db/schema/rows.ts'
import {
  type CustomerLevel,
  customerLimitsOf,
  microDollars,
  type PartnerTerms,
  partnerTerms,
} from '../partners/terms.ts'
import { type KeptLimits, limitsOfTransfer, worthOfTransfer } from './quote-facts.ts'

/** Decimals of the dollars that limits are counted in. */
export const dollarScale = 6

/**
 * What a customer has moved, in millionths of a dollar, and how often; by its level. Customers that are
 * one person have moved what each of them has.
 */
export type CustomerUse = {
  level: CustomerLevel
  today: bigint
  month: bigint
  todayCount: number
  monthCount: number
}

/** A limit of a day or a month. */
export type PeriodLimit = 'DAY' | 'MONTH' | 'DAY_COUNT' | 'MONTH_COUNT'
export type CustomerLimit = 'TRANSFER' | PeriodLimit

export const keptLimits = (
  terms: PartnerTerms,
  level: CustomerLevel,
  claimedWallet: bigint,
): KeptLimits => {
  const limits = customerLimitsOf(terms, level)
  return {
    day: microDollars(limits.dailyLimit).toString(),
    month: microDollars(limits.monthlyLimit).toString(),
    dayCount: limits.dailyCount,
    monthCount: limits.monthlyCount,
    claimedWallet: claimedWallet.toString(),
  }
}

/** As one JSON value beside other facts; the customer's id and the partner's are expressions. */
export const customerUse = (partnerId: unknown, entityId: unknown) => sql`(
  select jsonb_build_object(
    'level', coalesce((select k.level from kyc_file k
      where k.partner_id = ${partnerId} and k.entity_id = ${entityId}), 'NONE'),
    'today', coalesce(sum(c.used) filter (where c.day = n.today), 0)::text,
    'month', coalesce(sum(c.used), 0)::text,
    'todayCount', coalesce(sum(c.transfers) filter (where c.day = n.today), 0),
    'monthCount', coalesce(sum(c.transfers), 0))
  from (select (${serviceNow} at time zone 'UTC')::date as today) n
  left join customer_usage c on c.partner_id = ${partnerId}
    and c.entity_id = any(same_person(${partnerId}, ${entityId}))
    and c.day >= date_trunc('month', n.today)::date)`

export type CustomerUseJson = Omit<CustomerUse, 'today' | 'month'> &
  Record<'today' | 'month', string>

export const readUse = ({ today, month, ...rest }: CustomerUseJson): CustomerUse => ({
  ...rest,
  today: BigInt(today),
  month: BigInt(month),
})

/** Which limit a transfer of this worth would break, the narrowest first. */
export function brokenLimit(terms: PartnerTerms, use: CustomerUse, worth: bigint) {
  const limits = customerLimitsOf(terms, use.level)
  const found: [CustomerLimit, boolean][] = [
    ['TRANSFER', worth > microDollars(limits.txnLimit)],
    ['DAY', use.today + worth > microDollars(limits.dailyLimit)],
    ['MONTH', use.month + worth > microDollars(limits.monthlyLimit)],
    ['DAY_COUNT', limits.dailyCount !== undefined && use.todayCount >= limits.dailyCount],
    ['MONTH_COUNT', limits.monthlyCount !== undefined && use.monthCount >= limits.monthlyCount],
  ]
  return found.find(([, isBroken]) => isBroken)?.[0]
}

/** Counts an executed transfer against its customer's day and month; the limit it would break. */
export const countCustomer = batchedCall<TransferRow, PeriodLimit | undefined>(
  async (tx, transfers) => {
    // In one order, so that two that count the same customers never wait for each other.
    const counted = transfers
      .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      .flatMap((transfer) => {
        const limits = limitsOfTransfer(transfer)
        return limits ? [countedOf(transfer, limits)] : []
      })
    if (counted.length === 0) return transfers.map(() => undefined)
    await holdRepeated(tx, counted)
    const { rows } = await sql<{ id: string; broken: PeriodLimit | null }>`
      select id, broken from use_customer_limits(${JSON.stringify(counted)}::jsonb)`.execute(tx)
    const broken = new Map(rows.map((row) => [row.id, row.broken ?? undefined]))
    return transfers.map(({ id }) => broken.get(id))
  },
)

type Counted = { partner: string; entity: string }

/** Others allow for one small transfer of a customer that they do not see, not for several. */
async function holdRepeated(tx: Tx, counted: readonly Counted[]): Promise<void> {
  const customers = Map.groupBy(counted, ({ partner, entity }) => `${partner} ${entity}`)
  const repeated = [...customers.values()].flatMap((same) =>
    same.length > 1 ? (same[0] ?? []) : [],
  )
  const partners = Map.groupBy(repeated, ({ partner }) => partner)
  for (const [partner, all] of partners)
    await holdCustomers(
      tx,
      partner,
      all.map(({ entity }) => entity),
    )
}

const countedOf = (
  transfer: TransferRow,
  limits: NonNullable<ReturnType<typeof limitsOfTransfer>>,
) => ({
  id: transfer.id,
  partner: transfer.partner_id,
  entity: transfer.from_entity_id,
  shard: shardOf(transfer),
  worth: String(worthOfTransfer(transfer)),
  day: limits.day,
  month: limits.month,
  day_count: limits.dayCount ?? null,
  month_count: limits.monthCount ?? null,
})

const keyOf = ({ partner_id, from_entity_id, id }: TransferRow) =>
  `${partner_id} ${from_entity_id} ${id}`

/**
 * Holds the days of customers, and of those who are one person with them, until the transaction ends,
 * as `holdDay` does the partner's.
 */
export async function holdCustomers(tx: Tx, partnerId: string, entityIds: readonly string[]) {
  const all = sql`(select distinct unnest(same_person(${partnerId}, g.id)) as id
    from unnest(${[...entityIds]}::uuid[]) as g (id))`
  await sql`insert into customer_usage (partner_id, entity_id, day, shard, used, transfers)
    select ${partnerId}, e.id, (${serviceNow} at time zone 'UTC')::date, s, 0, 0
    from ${all} as e, generate_series(0, 15) as s
    order by e.id, s on conflict do nothing`.execute(tx)
  await sql`select from customer_usage where partner_id = ${partnerId}
    and entity_id in ${all}
    and day = (${serviceNow} at time zone 'UTC')::date
    order by entity_id, shard for update`.execute(tx)
}

/** The part of the day that a transfer is counted in: by the last digit of its id. */
export const shardOf = ({ id }: Pick<TransferRow, 'id'>) => Number.parseInt(id.slice(-1), 16)

/** Gives back what a transfer took of its customer's day and month, when it ends unpaid. */
export const releaseCustomer = (tx: Tx, transfer: TransferRow) =>
  sql`update customer_usage set transfers = greatest(0, transfers - 1),
      used = greatest(0, used - ${worthOfTransfer(transfer)}::numeric)
    where partner_id = ${transfer.partner_id} and entity_id = ${transfer.from_entity_id}
      and shard = ${shardOf(transfer)}
      and day = (${transfer.started_at}::timestamptz at time zone 'UTC')::date`.execute(tx)

const dollarsOf = (micro: bigint): number => toWire({ minor: micro, scale: dollarScale })
const dayMs = 86_400_000

/** When a day and a month end, in UTC. */
const endsOf = (at: Date) => ({
  day: new Date(Math.floor(at.getTime() / dayMs) * dayMs + dayMs).toISOString(),
  month: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)).toISOString(),
})

/** What a customer may move and has moved, in US dollars, as it is shown. */
export function customerLimitsBody(terms: PartnerTerms, use: CustomerUse, at: Date) {
  const limits = customerLimitsOf(terms, use.level)
  const ends = endsOf(at)
  return {
    level: use.level,
    currency: 'USD' as const,
    perTransfer: limits.txnLimit,
    daily: {
      limit: limits.dailyLimit,
      used: dollarsOf(use.today),
      ...counted(limits.dailyCount, use.todayCount),
      resetsAt: ends.day,
    },
    monthly: {
      limit: limits.monthlyLimit,
      used: dollarsOf(use.month),
      ...counted(limits.monthlyCount, use.monthCount),
      resetsAt: ends.month,
    },
  }
}

const counted = (countLimit: number | undefined, count: number) =>
  countLimit === undefined ? {} : { countLimit, count }

const texts: Record<CustomerLimit, string> = {
  TRANSFER: 'One transfer of this customer is worth at most its limit.',
  DAY: 'Too little is left of the customer’s day, which ends at 00:00 UTC.',
  MONTH: 'Too little is left of the customer’s month.',
  DAY_COUNT: 'The customer has made as many transfers today as it may.',
  MONTH_COUNT: 'The customer has made as many transfers this month as it may.',
}

type LimitsBody = ReturnType<typeof customerLimitsBody>

/** The refusal of a limit of the customer: which one, how much of it is used, when it resets. */
export function customerLimitReached(path: string, broken: CustomerLimit, body: LimitsBody) {
  if (broken !== 'TRANSFER') return customerPeriodReached(path, broken, body)
  const more = { limit: 'CUSTOMER_TRANSFER', max: body.perTransfer, currency: body.currency }
  return fail({
    code: 'LIMIT_TXN' as const,
    details: [detail(path, 'LIMIT_TXN', texts[broken], more)],
  })
}

/** The same of a day or a month. */
export const customerPeriodReached = (path: string, broken: PeriodLimit, body: LimitsBody) =>
  fail({
    code: 'LIMIT_DAILY' as const,
    details: [detail(path, 'LIMIT_DAILY', texts[broken], moreOf(broken, body))],
  })

function moreOf(broken: PeriodLimit, body: LimitsBody) {
  const { limit, used, countLimit, count, resetsAt } = broken.startsWith('DAY')
    ? body.daily
    : body.monthly
  return broken.endsWith('COUNT')
    ? { limit: `CUSTOMER_${broken}`, max: countLimit, used: count, resetsAt }
    : { limit: `CUSTOMER_${broken}`, max: limit, used, currency: body.currency, resetsAt }
}

type Customer = { partnerId: string; entityId: string }

/** What a customer has moved, as limits are judged by it. */
export const readCustomerUse = batchedRead<Customer, CustomerUse>(
  ({ partnerId, entityId }) => `${partnerId} ${entityId}`,
  async (tx, customers) => {
    const { rows } = await sql<{ used: CustomerUseJson }>`
      select ${customerUse(sql`g.partner`, sql`g.entity`)} as used
      from unnest(${customers.map(({ partnerId }) => partnerId)}::uuid[],
        ${customers.map(({ entityId }) => entityId)}::uuid[]) with ordinality
        as g (partner, entity, nth) order by g.nth`.execute(tx)
    return rows.map(({ used }) => readUse(used))
  },
)

/** The same of several customers of one partner, in one statement. */
export async function readCustomerUses(
  tx: Tx,
  partnerId: string,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, CustomerUse>> {
  const { rows } = await sql<{ id: string; used: CustomerUseJson }>`
    select g.entity as id, ${customerUse(sql`${partnerId}::uuid`, sql`g.entity`)} as used
    from unnest(${[...entityIds]}::uuid[]) as g (entity)`.execute(tx)
  return new Map(rows.map(({ id, used }) => [id, readUse(used)]))
}

/** What an existing customer may move and has moved. */
export async function readCustomerLimits(tx: Tx, partnerId: string, entityId: string) {
  const { rows } = await sql<{ at: Date; settings: unknown; used: CustomerUseJson }>`
    select ${serviceNow} as at, (select settings from partner where id = ${partnerId}) as settings,
      ${customerUse(partnerId, entityId)} as used`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a statement without a table gave no row')
  return customerLimitsBody(partnerTerms(row.settings), readUse(row.used), row.at)
}
