import type { fundingAccounts } from '@corridor/contract'
import type { Handlers } from '../../api/handlers.ts'
import type { Deps } from '../../deps.ts'

export function fundingHandlers(_deps: Deps): Partial<Handlers<typeof fundingAccounts>> {
  return {}
}
