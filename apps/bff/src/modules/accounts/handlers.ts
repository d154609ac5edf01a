import type { accounts, jurisdictions } from '@corridor/contract'
import type { Handlers } from '../../api/handlers.ts'
import type { Deps } from '../../ports/deps.ts'
import { entityAccountHandlers } from './entity-account-handlers.ts'
import { externalHandlers, type ExternalServices } from './external-handlers.ts'
import { payeeCheckHandlers } from './payee/handlers.ts'
import { proofHandlers } from './proof/handlers.ts'
import { fundingHandlers } from './funding-handlers.ts'
import { valueOrThrow } from '../../api/request/refusal.ts'
import { createCorridorService } from './jurisdictions/corridor-service.ts'
import type { Caller } from '../../api/request/caller.ts'
import { type FilterOf, pageOf, readPage } from '../../api/request/paging.ts'
import type { JurisdictionRecord } from '../../ports/jurisdictions.ts'

function jurisdictionHandlers(deps: Deps): Handlers<typeof jurisdictions> {
  const corridors = createCorridorService(deps)
  return {
    listJurisdictions: (_tx, { query }, caller) => {
      const all = matching(deps.jurisdictions.all, query)
      const { items, pagination } = fixedPage(deps, caller, 'jurisdictions', query, all)
      return Promise.resolve({ success: true, data: items, pagination })
    },
    listCorridors: async (tx, { query }, caller) => {
      const all = corridors.list(query)
      const { items, pagination } = fixedPage(deps, caller, 'corridors', query, all)
      const data = valueOrThrow(await corridors.describe(tx, caller, items, query.entityId))
      return { success: true, data, pagination }
    },
  }
}

export function accountHandlers(services: ExternalServices, deps: Deps): Handlers<typeof accounts> {
  return {
    ...externalHandlers(services, deps),
    ...proofHandlers(services, deps),
    ...payeeCheckHandlers(deps),
    ...fundingHandlers(deps),
    ...jurisdictionHandlers(deps),
    ...entityAccountHandlers(services, deps),
  }
}

type Query = { limit?: number | undefined; cursor?: string | undefined; sort?: string | undefined }

/**
 * A page of a list that is short and the same for everyone: its cursor is the place in it. Nothing
 * in it has an age, so by `createdAt`, which is also the order without a wish, it comes as it is.
 */
function fixedPage<T extends { id: string; name: string }>(
  deps: Pick<Deps, 'kek'>,
  caller: Caller,
  list: string,
  query: Query,
  all: readonly T[],
) {
  const page = readPage(deps, caller, list, query, { sort: 'createdAt' })
  const ascending = page.field === 'name' ? all.toSorted(byName) : [...all]
  const ordered = page.descending ? ascending.toReversed() : ascending
  const start = page.after ? Number.parseInt(page.after.key, 10) : 0
  const rows = ordered
    .slice(start, start + page.limit + 1)
    .map((item, i) => ({ item, sort_key: String(start + i + 1), id: item.id }))
  const { items, pagination } = pageOf(page, rows, all.length)
  return { items: items.map(({ item }) => item), pagination }
}

/** By code points, so that every process has the same order; ids decide between equal names. */
const byName = (first: { name: string; id: string }, other: { name: string; id: string }) =>
  compare(first.name.toLowerCase(), other.name.toLowerCase()) || compare(first.id, other.id)
const compare = (first: string, other: string) => (first < other ? -1 : first > other ? 1 : 0)

type JurisdictionFilter = FilterOf<typeof jurisdictions.listJurisdictions>

/** Countries and chains that match, in their own order. */
const matching = (
  all: readonly JurisdictionRecord[],
  { type, currency, q = '' }: JurisdictionFilter,
) =>
  all.filter(
    (jurisdiction) =>
      (!type || jurisdiction.type === type) &&
      (!currency || jurisdiction.currency === currency.toUpperCase()) &&
      `${jurisdiction.name} ${jurisdiction.currency}`.toLowerCase().includes(q.toLowerCase()),
  )
