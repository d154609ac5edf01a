import type { wallets } from '@corridor/contract'
import type { Handlers } from '../../api/handlers.ts'
import type { Deps } from '../../ports/deps.ts'
import { activityHandlers, custodyHandlers } from './activity-handlers.ts'
import { authenticationHandlers } from './authentication-handlers.ts'
import { issuerHandlers } from './issuers/handlers.ts'
import { readHandlers } from './read-handlers.ts'
import type { WalletService } from './service.ts'

export const walletHandlers = (service: WalletService, deps: Deps): Handlers<typeof wallets> => ({
  ...authenticationHandlers(service, deps),
  ...issuerHandlers(deps),
  ...activityHandlers(service, deps),
  ...custodyHandlers(service, deps),
  ...readHandlers(service, deps),
})
