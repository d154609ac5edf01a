import type { wallets } from '@corridor/contract'
import type { AllowedIssuer } from '@corridor/signer'
import { type Handlers, inTwoParts, success } from '../../../api/handlers.ts'
import type { Deps } from '../../../ports/deps.ts'
import { valueOrThrow } from '../base/failure-texts.ts'
import type { Of } from '../base/value-of.ts'
import { createIssuerService, type Issuer, type Removed } from './service.ts'

type Operations = Pick<typeof wallets, 'issuers' | 'allowIssuer' | 'removeIssuer'>

/** Identity providers that the partner allows. */
export function issuerHandlers(deps: Deps): Handlers<Operations> {
  const service = createIssuerService(deps)
  return {
    issuers: inTwoParts<Of<'issuers'>, Issuer[]>({
      before: (_input, caller) => service.list(caller),
      handle: (_tx, _input, _caller, issuers) => Promise.resolve(success(issuers)),
    }),
    allowIssuer: inTwoParts<Of<'allowIssuer'>, AllowedIssuer>({
      before: async ({ body }, caller) => valueOrThrow(await service.allow(caller, body)),
      handle: async (tx, _input, caller, allowed) => {
        const isNew = await service.recordAllowed(tx, caller, allowed)
        const { issuer, audiences, addedAt } = allowed
        const message = isNew ? 'Issuer allowed.' : 'This issuer is already allowed.'
        return success({ issuer, audiences, addedAt, builtIn: false }, message)
      },
    }),
    removeIssuer: inTwoParts<Of<'removeIssuer'>, Removed>({
      before: ({ body }, caller) => service.remove(caller, body.issuer),
      handle: async (tx, _input, caller, removed) => {
        const { issuer } = valueOrThrow(await service.recordRemoved(tx, caller, removed))
        return success({ issuer, status: 'REMOVED' as const }, 'Issuer removed.')
      },
    }),
  }
}
