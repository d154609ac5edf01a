import type { accounts } from '@corridor/contract'
import type { Handlers } from '../../api/handlers.ts'
import type { Deps } from '../../deps.ts'
import { entityAccountHandlers } from './entity-account-handlers.ts'
import { externalHandlers } from './external-handlers.ts'
import type { ExternalService } from './external-service.ts'
import { fundingHandlers } from './funding-handlers.ts'
import { jurisdictionHandlers } from './jurisdiction-handlers.ts'
import { createJurisdictionService } from './jurisdiction-service.ts'

export function accountHandlers(external: ExternalService, deps: Deps): Handlers<typeof accounts> {
  return {
    ...externalHandlers(external, deps),
    ...fundingHandlers(deps),
    ...jurisdictionHandlers(createJurisdictionService(deps), deps),
    ...entityAccountHandlers(external, deps),
  } as Handlers<typeof accounts>
}
