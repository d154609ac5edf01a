import type { wallets } from '@corridor/contract'
import { inTwoParts, partOf, success } from '../../api/handlers.ts'
import type { Deps } from '../../ports/deps.ts'
import { accountBody } from './base/bodies.ts'
import { creationOptions } from './activities/creation-options.ts'
import { valueOrThrow } from './base/failure-texts.ts'
import type { WalletService } from './service.ts'
import { preparedBody, twoStep } from './two-step-handlers.ts'

/** Wallets, accounts and passkeys: what is prepared, signed and submitted. */
export function activityHandlers(service: WalletService, deps: Deps) {
  const { activities } = service
  const { prepares, submits } = twoStep(service, deps)
  return partOf<typeof wallets>()({
    createWalletPrepare: prepares(({ params, body }, caller) =>
      activities.prepareWallet(caller, params.entityId, body),
    ),
    createWalletSubmit: submits('ACTIVITY_TYPE_CREATE_WALLET', (submitted, accounts) => ({
      walletId: (submitted.executed.result as { walletId: string }).walletId,
      accounts: accounts.map(accountBody),
    })),
    createAccountPrepare: prepares(({ params, body }, caller) =>
      activities.prepareAccount(caller, params.entityId, body),
    ),
    createAccountSubmit: submits(
      'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS',
      (_submitted, [account]) => {
        if (!account) throw new Error('an account was created and is not there')
        return accountBody(account)
      },
    ),
    registerPasskeyPrepare: inTwoParts({
      before: async ({ params, body }, caller) => {
        const prepared = valueOrThrow(
          await activities.preparePasskey(caller, params.entityId, body.authenticatorName),
        )
        return { ...prepared, creationOptions: await creationOptions(deps, prepared) }
      },
      handle: async (tx, _input, caller, prepared) => {
        await activities.recordPrepared(tx, caller, prepared)
        return success(
          { ...preparedBody(prepared), creationOptions: prepared.creationOptions },
          'Sign the payload.',
        )
      },
    }),
    registerPasskeySubmit: submits('ACTIVITY_TYPE_CREATE_AUTHENTICATORS', ({ executed }) => {
      const { authenticatorId, credentialId, name } = executed.result as Record<string, string>
      return {
        authenticatorId: authenticatorId ?? '',
        credentialId: credentialId ?? '',
        name: name ?? '',
      }
    }),
    deletePasskeyPrepare: prepares(({ params, body }, caller) =>
      activities.preparePasskeyRemoval(caller, params.entityId, body.authenticatorId),
    ),
    deletePasskeySubmit: submits('ACTIVITY_TYPE_DELETE_AUTHENTICATORS', ({ executed }) => ({
      authenticatorId: executed.result['authenticatorId'],
      status: 'DELETED',
    })),
  })
}

/** Who holds the keys, and what they may sign. */
export function custodyHandlers(service: WalletService, deps: Deps) {
  const { activities } = service
  const { prepares, submits } = twoStep(service, deps)
  return partOf<typeof wallets>()({
    exportWalletPrepare: prepares(({ params, body }, caller) =>
      activities.prepareExport(caller, params.entityId, body),
    ),
    exportWalletSubmit: submits('ACTIVITY_TYPE_EXPORT_WALLET', ({ executed }) => executed.result),
    exportWalletCancel: inTwoParts({
      before: async ({ params, body }, caller) =>
        valueOrThrow(await activities.cancelExport(caller, params.entityId, body.activityId)),
      handle: async (tx, { params }, caller, cancelled) => {
        await activities.recordCancelled(tx, caller, params.entityId, cancelled)
        return success(cancelled, 'The export was stopped.')
      },
    }),
    setPolicyPrepare: prepares(({ params, body }, caller) =>
      activities.preparePolicy(caller, params.entityId, body),
    ),
    setPolicySubmit: submits('ACTIVITY_TYPE_SET_POLICY', ({ executed }) => ({
      walletId: executed.result['walletId'],
      version: executed.result['version'],
    })),
  })
}
