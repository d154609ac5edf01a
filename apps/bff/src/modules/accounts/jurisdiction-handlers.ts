import type { jurisdictions } from '@corridor/contract'
import type { Handlers } from '../../api/handlers.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { createCorridorService } from './jurisdictions/corridor-service.ts'
import { fixedPage } from './jurisdictions/fixed-page.ts'
import type { JurisdictionService } from './jurisdictions/jurisdiction-service.ts'

const valueOrThrow = answersFor({ ENTITY_NOT_FOUND: 'No entity has this id.' })

export function jurisdictionHandlers(
  service: JurisdictionService,
  deps: Deps,
): Handlers<typeof jurisdictions> {
  const corridors = createCorridorService(deps)
  return {
    listJurisdictions: (_tx, { query }, caller) => {
      const all = service.jurisdictions(query)
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
