import type { accounts, jurisdictions } from '@corridor/contract'
import type { Handlers } from '../../api/handlers.ts'
import type { Deps } from '../../ports/deps.ts'
import { entityAccountHandlers } from './entity-account-handlers.ts'
import { externalHandlers, type ExternalServices } from './external-handlers.ts'
import { fundingHandlers } from './funding-handlers.ts'
import {
  createJurisdictionService,
  type JurisdictionService,
} from './jurisdictions/jurisdiction-service.ts'
import { valueOrThrow } from '../../api/request/refusal.ts'
import { createCorridorService } from './jurisdictions/corridor-service.ts'
import { fixedPage } from './jurisdictions/fixed-page.ts'

function jurisdictionHandlers(
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

export function accountHandlers(services: ExternalServices, deps: Deps): Handlers<typeof accounts> {
  return {
    ...externalHandlers(services, deps),
    ...fundingHandlers(deps),
    ...jurisdictionHandlers(createJurisdictionService(deps), deps),
    ...entityAccountHandlers(services, deps),
  }
}
