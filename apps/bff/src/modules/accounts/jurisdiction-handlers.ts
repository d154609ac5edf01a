import type { jurisdictions } from '@corridor/contract'
import type { Caller } from '../../api/caller.ts'
import type { Handlers } from '../../api/handlers.ts'
import { pageOf, readPage } from '../../api/paging.ts'
import type { Deps } from '../../deps.ts'
import type { JurisdictionService } from './jurisdiction-service.ts'

export function jurisdictionHandlers(
  service: JurisdictionService,
  deps: Deps,
): Pick<Handlers<typeof jurisdictions>, 'listJurisdictions'> {
  return {
    listJurisdictions: async (_tx, { query }, caller) =>
      jurisdictionPage(service.jurisdictions(query), caller, query),
  }

  /** The list is short and fixed, so its cursor is the place in it. */
  function jurisdictionPage(
    all: ReturnType<JurisdictionService['jurisdictions']>,
    caller: Caller,
    query: { limit?: number | undefined; cursor?: string | undefined },
  ) {
    const page = readPage(deps, caller, 'jurisdictions', query)
    const start = page.after ? Number.parseInt(page.after.key, 10) : 0
    const rows = all.slice(start).map((jurisdiction, i) => ({
      jurisdiction,
      sort_key: String(start + i + 1),
      id: jurisdiction.id,
    }))
    const { items, pagination } = pageOf(page, rows, all.length)
    return { success: true as const, data: items.map((item) => item.jurisdiction), pagination }
  }
}
