import type { accounts } from '@corridor/contract'
import type { Handlers } from '../../api/handlers.ts'
import type { Deps } from '../../ports/deps.ts'
import { entityAccountHandlers } from './entity-account-handlers.ts'
import { externalHandlers, type ExternalServices } from './external-handlers.ts'
import { fundingHandlers } from './funding-handlers.ts'
import { jurisdictionHandlers } from './jurisdiction-handlers.ts'
import { createJurisdictionService } from './jurisdictions/jurisdiction-service.ts'

export function accountHandlers(services: ExternalServices, deps: Deps): Handlers<typeof accounts> {
  return {
    ...externalHandlers(services, deps),
    ...fundingHandlers(deps),
    ...jurisdictionHandlers(createJurisdictionService(deps), deps),
    ...entityAccountHandlers(services, deps),
  }
}
