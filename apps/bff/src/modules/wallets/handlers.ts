import type { wallets } from '@corridor/contract'
import { type Handlers, inTwoParts, partOf, success } from '../../api/handlers.ts'
import type { Deps } from '../../ports/deps.ts'
import { activityHandlers, custodyHandlers } from './activity-handlers.ts'
import { authenticationHandlers } from './authentication-handlers.ts'
import { readHandlers } from './read-handlers.ts'
import type { WalletService } from './service.ts'
import { valueOrThrow } from './base/failure-texts.ts'
import { createIssuerService } from './issuers/service.ts'

export const walletHandlers = (service: WalletService, deps: Deps): Handlers<typeof wallets> => ({
  ...authenticationHandlers(service, deps),
  ...issuerHandlers(deps),
  ...activityHandlers(service, deps),
  ...custodyHandlers(service, deps),
  ...readHandlers(service, deps),
})

/** Identity providers that the partner allows. */
function issuerHandlers(deps: Deps) {
  const service = createIssuerService(deps)
  return partOf<typeof wallets>()({
    issuers: inTwoParts({
      before: (_input, caller) => service.list(caller),
      handle: (_tx, _input, _caller, issuers) => Promise.resolve(success(issuers)),
    }),
    allowIssuer: inTwoParts({
      before: async ({ body }, caller) => valueOrThrow(await service.allow(caller, body)),
      handle: async (tx, _input, caller, allowed) => {
        const isNew = await service.recordAllowed(tx, caller, allowed)
        const { issuer, audiences, addedAt } = allowed
        const message = isNew ? 'Issuer allowed.' : 'This issuer is already allowed.'
        return success({ issuer, audiences, addedAt, builtIn: false }, message)
      },
    }),
    removeIssuer: inTwoParts({
      before: ({ body }, caller) => service.remove(caller, body.issuer),
      handle: async (tx, _input, caller, removed) => {
        const { issuer } = valueOrThrow(await service.recordRemoved(tx, caller, removed))
        return success({ issuer, status: 'REMOVED' as const }, 'Issuer removed.')
      },
    }),
  })
}
