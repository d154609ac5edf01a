import { visibleStatus } from '../../../records/transfers/expiry.ts'
import { likePattern } from '../../../db/like.ts'
import type { transferFilters, transferSorts } from '@corridor/contract'
import { type RawBuilder, sql } from 'kysely'
import { memberColumns, type StoredMember } from '../../../records/transfers/members.ts'
import { transfersFound } from '../../../records/search/store.ts'
import { keyset, type SortKey } from '../../../db/keyset.ts'
import { endOf, type Page } from '../../../api/request/paging.ts'
import type { Tx } from '../../../db/open.ts'
import { prints } from '../../../records/transfers/store.ts'

type Name = Exclude<keyof typeof transferFilters, 'status' | 'includeQuotes'> | 'fundingAccountId'
/** Each leaves transfers out, those of ids by their uuids. */
export type Narrowing = { [K in Name]?: string | undefined } & { statuses?: string[] | undefined }

export type TransferFilter = Narrowing & {
  /** On which side the entity is. */
  role?: 'from' | 'to' | 'any' | undefined
  includeQuotes: boolean
  /** Nothing is left out but quotes. */
  isWhole: boolean
}

const sorts: Record<(typeof transferSorts)[number], SortKey> = {
  createdAt: { expression: sql`created_at`, type: 'timestamptz' },
  amountIn: { expression: sql`value_in`, type: 'numeric' },
  status: {
    expression: sql`status`,
    type: 'text',
    then: { expression: sql`created_at`, type: 'timestamptz' },
  },
  completedAt: { expression: sql`coalesce(completed_at, '-infinity')`, type: 'timestamptz' },
}

/** A page, with as much of each transfer as shows whether its record is cached. */
export function listTransfers(tx: Tx, partnerId: string, filter: TransferFilter, page: Page) {
  const { sortKey, after, order, limit } = keyset(page, sorts)
  return prints(tx, partnerId)
    .select(sortKey)
    .where(matchesPage(partnerId, filter, page))
    .where(after)
    .orderBy(order)
    .limit(limit)
    .execute()
}

/** More are not counted: a page of a long list must not cost more than one of a short list. */
const countMax = 1_000

/** How many transfers match; nothing where they are more than a thousand. */
export async function countTransfers(tx: Tx, partnerId: string, filter: TransferFilter) {
  const { count } = await tx
    .selectFrom((few) =>
      few
        .selectFrom('transfer')
        .select('id')
        .where('partner_id', '=', partnerId)
        .where(matches(partnerId, filter))
        .limit(countMax + 1)
        .as('few'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count > countMax ? undefined : count
}

export type SummaryRow = {
  status: string
  currency_in: string
  scale_in: number
  currency_out: string
  scale_out: number
  count: number
  amount_in: bigint
  amount_out: bigint
  fees: bigint
}

export const summarise = (tx: Tx, partnerId: string, filter: TransferFilter) =>
  tx
    .selectFrom('transfer')
    .select(['currency_in', 'scale_in', 'currency_out', 'scale_out'])
    .select([
      visibleStatus.as('status'),
      sql<number>`count(*)::int`.as('count'),
      sql<bigint>`sum(amount_in)`.as('amount_in'),
      sql<bigint>`sum(amount_out)`.as('amount_out'),
      sql<bigint>`sum(partner_fees + svc_fees + tx_fees)`.as('fees'),
    ])
    .where('partner_id', '=', partnerId)
    .where(matches(partnerId, filter))
    .groupBy(['currency_in', 'scale_in', 'currency_out', 'scale_out', visibleStatus])
    .execute()

/**
 * As `matches`. What was started and what is a quote each has an index by time: with both kinds a page
 * is the newest of either.
 */
function matchesPage(partnerId: string, filter: TransferFilter, page: Page) {
  if (!filter.includeQuotes || page.field !== 'createdAt') return matches(partnerId, filter)
  const { after, order, limit } = keyset(page, sorts)
  const kind = (started: RawBuilder<unknown>) => sql`(
    select id from transfer where partner_id = ${partnerId} and started_at ${started}
      and ${matches(partnerId, filter)} and ${after} order by ${order} limit ${limit})`
  return sql<boolean>`id in (${kind(sql`is null`)} union all ${kind(sql`is not null`)})`
}

function matches(partnerId: string, filter: TransferFilter) {
  const conditions = conditionsOf(partnerId, filter)
  return conditions.length > 0
    ? sql<boolean>`(${sql.join(conditions, sql` and `)})`
    : sql<boolean>`true`
}

type Condition = (value: string, partnerId: string) => RawBuilder<unknown>
const is =
  (column: string): Condition =>
  (value) =>
    sql`${sql.ref(column)} = ${value}`

/** By its name what a filter asks for; a member that is stored as it is asks for its column. */
const conditions: Readonly<Record<Exclude<Name, StoredMember | 'entityId'>, Condition>> = {
  eventStatus: is('event_status'),
  currency: (code) => sql`(currency_in = ${code} or currency_out = ${code})`,
  jurisdiction: (place) =>
    sql`${place} in (jurisdiction_in, jurisdiction_out, from_party->>'jurisdiction', to_party->>'jurisdiction')`,
  fromJurisdiction: (place) => sql`${place} in (jurisdiction_in, from_party->>'jurisdiction')`,
  toJurisdiction: (place) => sql`${place} in (jurisdiction_out, to_party->>'jurisdiction')`,
  amountMin: (amount) => sql`value_in >= ${amount}::numeric * 1e18`,
  amountMax: (amount) => sql`value_in <= ${amount}::numeric * 1e18`,
  createdFrom: (time) => sql`created_at >= ${new Date(time)}`,
  createdTo: (time) => sql`created_at < ${endOf(time)}`,
  completedFrom: (time) => sql`completed_at >= ${new Date(time)}`,
  completedTo: (time) => sql`completed_at < ${endOf(time)}`,
  accountId: (id) => sql`(from_account_id = ${id} or to_account_id = ${id})`,
  fundingAccountId: (id) => sql`${id}::uuid in (from_account_id, funding_account_id)`,
  routeId: is('route_id'),
  hash: (hash, partnerId) => sql`id = any(${ofHash(partnerId, hash)})`,
  q: (text, partnerId) =>
    sql`(search_text like ${likePattern(text.toLowerCase())} or id = any(${ofText(partnerId, text)}))`,
}
const ofColumns = Object.entries(memberColumns).map(([name, column]) => [name, is(column)] as const)
const all = Object.entries<Condition>({ ...Object.fromEntries(ofColumns), ...conditions })

function conditionsOf(partnerId: string, filter: TransferFilter) {
  const given: Readonly<Record<string, unknown>> = filter
  return [
    filter.includeQuotes ? undefined : sql`started_at is not null`,
    statusIn(filter),
    entityIn(filter),
    ...all.map(([name, condition]) => {
      const value = given[name]
      return typeof value === 'string' ? condition(value, partnerId) : undefined
    }),
  ].filter((condition) => condition !== undefined)
}

/** What was started is no quote any more, so its status is what the column says, and an index serves. */
function statusIn({ statuses, includeQuotes }: TransferFilter) {
  if (!statuses) return undefined
  if (includeQuotes) return sql`${visibleStatus} = any(${statuses})`
  // Of one status the index knows the order too.
  const [only] = statuses
  return statuses.length === 1 ? sql`status = ${only}` : sql`status = any(${statuses})`
}

function entityIn({ entityId, role = 'any' }: TransferFilter) {
  if (!entityId) return undefined
  if (role === 'any') return sql`(from_entity_id = ${entityId} or to_entity_id = ${entityId})`
  return role === 'from' ? sql`from_entity_id = ${entityId}` : sql`to_entity_id = ${entityId}`
}

/** So many transfers of each text of the search are found beside those that hold the text itself. */
const foundMax = 500

/** What a search finds: by the end of a hash, an amount, an account, or who pays or is paid. */
const ofText = (partnerId: string, q: string) =>
  sql`array(select found.id from (${transfersFound(partnerId, q, foundMax)}) as found)`

/** Transfers of which a transaction on a chain is part: their own, what paid them, what they paid. */
const ofHash = (partnerId: string, text: string) => {
  const hash = text.toLowerCase()
  return sql`array(
    select id from search_key
      where partner_id = ${partnerId} and key = end_key(${hash}) and kind = 'transfer'
    union select transfer_id from deposit
      where partner_id = ${partnerId} and hash = ${hash} and transfer_id is not null)`
}
