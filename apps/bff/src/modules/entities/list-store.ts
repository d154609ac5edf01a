import type { entities } from '@corridor/contract'
import { likePattern } from '../../db/like.ts'
import { parseId } from '@corridor/domain'
import { type Expression, type SqlBool, sql } from 'kysely'
import { keyset, type SortKey } from '../../db/keyset.ts'
import { type FilterOf, endOf, type Page } from '../../api/request/paging.ts'
import type { Tx } from '../../db/open.ts'
import { countOf } from '../../db/owned-table.ts'
import type { EntityRow } from '../../db/schema/rows.ts'

export type EntityFilter = FilterOf<typeof entities.list>
export type ListedRow = EntityRow & {
  accounts: number
  wallets: number
  likenesses: number
  sort_key: string
}

const sorts: Record<string, SortKey> = {
  createdAt: { expression: sql`created_at`, type: 'timestamptz' },
  name: { expression: sql`sort_name`, type: 'text' },
}

/** More matches of a text than this are found sooner by going through the list in its order. */
const matchesMax = 2_000
/** Counting further would cost more than the page; a list that is longer names no total. */
const totalMax = 5_000

/**
 * A page of customers, and for the first page how many there are, unless they are very many. The
 * page is chosen and counted in an index alone (0011_customers.sql); only its own rows are read.
 */
export async function listEntities(tx: Tx, partnerId: string, filter: EntityFilter, page: Page) {
  // Values decide between the indexes, so a plan that was made without them will not do. It travels
  // with the statement behind it.
  const planned = sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
  const chosen = choose(tx, partnerId, filter, page)
  const [rows] = await Promise.all([chosen, planned])
  if (page.after) return { rows, total: undefined }
  // The first page of a short list is the whole list.
  const total = rows.length <= page.limit ? rows.length : (rows[0]?.total ?? undefined)
  return { rows, total: total !== undefined && total > totalMax ? undefined : total }
}

/** How many customers match, however many they are. */
export async function countEntities(tx: Tx, partnerId: string, filter: EntityFilter) {
  const found = isSearch(filter) ? await matching(tx, filter) : undefined
  return countOf(filtered(tx, partnerId, filter, found))
}

async function choose(tx: Tx, partnerId: string, filter: EntityFilter, page: Page) {
  // Nothing is awaited where nothing is looked up: then the page travels with what went before.
  const found = isSearch(filter) ? await matching(tx, filter) : undefined
  const query = filtered(tx, partnerId, filter, found)
  const isCounted = !page.after && found !== null
  return readPageOf(tx, query, page, isCounted ? query : undefined)
}

const isSearch = ({ q, missing }: EntityFilter) => q !== undefined || missing !== undefined

/** Null where they are very many. */
type Found = readonly string[] | null | undefined

/** The customers that the text and the missing key are about. */
async function matching(tx: Tx, { q, missing }: EntityFilter): Promise<Found> {
  const { rows } = await sql<{ ids: string[] | null }>`
    select matching_entities(lower(${q === undefined ? null : likePattern(q)}::text),
      ${missing ?? null}, ${matchesMax}) as ids`.execute(tx)
  return rows[0]?.ids
}

type Filtered = ReturnType<typeof filtered>

function filtered(tx: Tx, partnerId: string, filter: EntityFilter, found: Found) {
  const { type, kycStatus, country, createdFrom, createdTo, hasWallet, isLike } = filter
  let query = tx.selectFrom('entity').where('entity.partner_id', '=', partnerId)
  if (type) query = query.where('type', '=', type)
  if (kycStatus) query = query.where('kyc_status', '=', kycStatus)
  if (country) query = query.where(sql<boolean>`position(${country} in countries) > 0`)
  if (hasWallet) query = query.where('has_wallet', '=', hasWallet === 'true')
  if (isLike) query = query.where(isLike === 'true' ? undecided : sql<boolean>`not ${undecided}`)
  if (createdFrom) query = query.where('created_at', '>=', new Date(createdFrom))
  if (createdTo) query = query.where('created_at', '<', endOf(createdTo))
  if (found === null) query = query.where(isMatch(filter))
  else if (found) query = query.where(isOneOf(found, filter.q))
  return query
}

/** An id is searched for as a whole, and found beside what the text is found in. */
function isOneOf(found: readonly string[], q = ''): Expression<SqlBool> {
  const id = parseId('ent', q.toLowerCase())
  return sql<boolean>`id = any(${id ? [...found, id] : found}::uuid[])`
}

/** Read for the rows that all else fits, one at a time, and never turned into a join. */
const isMatch = ({ q, missing }: EntityFilter): Expression<SqlBool> => sql<boolean>`(
  select ${q === undefined ? sql`true` : sql`whole.search_text like lower(${likePattern(q)})`}
    and ${missing === undefined ? sql`true` : sql`${missing} = any(whole.kyc_missing)`}
  from entity as whole where whole.partner_id = entity.partner_id and whole.id = entity.id)`

function readPageOf(tx: Tx, query: Filtered, page: Page, counted: Filtered | undefined) {
  const { sortKey, after, order, limit } = keyset(page, sorts)
  const chosen = query
    .select(['entity.partner_id', 'entity.id', sortKey])
    .select(sql<number>`row_number() over (order by ${order})`.as('place'))
    .where(after)
    .orderBy(order)
    .limit(limit)
  return tx
    .with('page', () => chosen)
    .selectFrom('page')
    .innerJoin('entity', (join) =>
      join.onRef('entity.partner_id', '=', 'page.partner_id').onRef('entity.id', '=', 'page.id'),
    )
    .selectAll('entity')
    .select(['page.sort_key', accountsOf.as('accounts'), walletsOf.as('wallets')])
    .select(likenessCount.as('likenesses'))
    .select(counted ? totalOf(counted, page).as('total') : sql<null>`null::int`.as('total'))
    .orderBy('page.place')
    .execute()
}

/** Counted only where there is more than the page, once for all rows, and not for ever. */
function totalOf(query: Filtered, { limit }: Page) {
  const some = query.select(sql`1`.as('one')).limit(totalMax + 1)
  return sql<number | null>`case when (select count(*) from page) > ${limit}
    then (select count(*)::int from (${some}) as counted) end`
}

/** Undecided likenesses that are more than an address or a number. */
const likenessesOf = (wanted: ReturnType<typeof sql>) => sql`(select ${wanted} from likeness as l
  where l.partner_id = entity.partner_id and l.status = 'OPEN' and l.strength <> 'WEAK'
    and (l.entity_id = entity.id or l.other_id = entity.id))`
const undecided = sql<boolean>`exists ${likenessesOf(sql``)}`
const likenessCount = sql<number>`${likenessesOf(sql`count(*)::int`)}`

const accountsOf = sql<number>`(select count(*)::int from external_account as a
  where a.partner_id = entity.partner_id and a.entity_id = entity.id and a.status <> 'DELETED')`
const walletsOf = sql<number>`case when entity.has_wallet then (select count(*)::int from wallet as w
  where w.partner_id = entity.partner_id and w.entity_id = entity.id) else 0 end`
