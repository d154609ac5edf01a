import type { entityAccounts } from '@corridor/contract'
import type { Handlers } from '../../api/handlers.ts'
import type { Deps } from '../../deps.ts'
import type { ExternalService } from './external-service.ts'

/** The accounts of one customer in their old place; adapters over the external accounts. */
export function entityAccountHandlers(
  _service: ExternalService,
  _deps: Deps,
): Partial<Handlers<typeof entityAccounts>> {
  return {}
}
