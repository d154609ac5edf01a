import type { wallets } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import { inTwoParts, partOf, success } from '../../api/handlers.ts'
import { readPage } from '../../api/request/paging.ts'
import type { Deps } from '../../ports/deps.ts'
import { accountBody, authBody } from './base/bodies.ts'
import { valueOrThrow } from './base/failure-texts.ts'
import { changeSettings, readSettings } from './base/settings.ts'
import type { WalletService } from './service.ts'

/** What wallets are, hold, did and may do. */
export function readHandlers(service: WalletService, deps: Deps) {
  const { reads, list } = service

  return partOf<typeof wallets>()({
    list: inTwoParts({
      before: async ({ query }, caller) =>
        valueOrThrow(await list.read(caller, readPage(deps, caller, 'wallets', query), query)),
      handle: (_tx, _input, _caller, { items, pagination }) =>
        Promise.resolve({ success: true, data: items, pagination }),
    }),
    settings: inTwoParts({
      before: () => deps.signer.exportPublicKey(),
      handle: async (tx, _input, caller, bundlePublicKey) =>
        success({ ...(await readSettings(tx, caller.partnerId)), bundlePublicKey }),
    }),
    updateSettings: inTwoParts({
      before: () => deps.signer.exportPublicKey(),
      handle: async (tx, { body }, caller, bundlePublicKey) =>
        success({ ...(await changeSettings(tx, caller, body)), bundlePublicKey }, 'Saved.'),
    }),
    passkeys: inTwoParts({
      before: async ({ params }, caller) =>
        valueOrThrow(await reads.credentials(caller, params.entityId)),
      handle: (_tx, _input, _caller, { passkeys }) => Promise.resolve(success(passkeys)),
    }),
    details: inTwoParts({
      before: async ({ params }, caller) => ({
        ...valueOrThrow(await reads.credentials(caller, params.entityId)),
        waiting: await deps.signer.waiting(params.entityId),
      }),
      handle: async (tx, { params }, caller, { authMethods, sessions, waiting }) => {
        const waitingExports = await reads.exportsOf(tx, caller, waiting)
        const owned = await reads.wallets(tx, caller, params.entityId)
        const data = {
          entityId: params.entityId,
          authMethods: authMethods.map(authBody),
          sessions,
          waitingExports,
          wallets: owned.map(({ wallet, accounts }) => ({
            walletId: formatId('wal', wallet.id),
            walletName: wallet.name,
            createdAt: wallet.created_at.toISOString(),
            accounts: accounts.map(accountBody),
          })),
        }
        return success(data)
      },
    }),
    balances: inTwoParts({
      before: async ({ params, query }, caller) =>
        valueOrThrow(await reads.balances(caller, params.entityId, query)),
      handle: (_tx, _input, _caller, balances) => Promise.resolve(success(balances)),
    }),
    transactions: async (tx, { params, query }, caller) => {
      const page = readPage(
        deps,
        caller,
        `wallet:${params.entityId}:${params.address.toLowerCase()}`,
        query,
      )
      const { items, pagination, view } = valueOrThrow(
        await reads.transactions(tx, caller, params.entityId, params.address, page),
      )
      return { success: true, data: items.map(view), pagination }
    },
    policy: inTwoParts({
      before: async ({ params, query }, caller) =>
        valueOrThrow(await reads.policy(caller, params.entityId, query.walletId)),
      handle: (_tx, _input, _caller, policy) => Promise.resolve(success(policy)),
    }),
    replayPolicy: inTwoParts({
      before: async ({ params, body }, caller) =>
        valueOrThrow(await reads.replayPolicy(caller, params.entityId, body)),
      handle: (_tx, _input, _caller, replay) => Promise.resolve(success(replay)),
    }),
  })
}
