import type { wallets } from '@corridor/contract'
import { type Handlers, inTwoParts, success } from '../../api/handlers.ts'
import type { Deps } from '../../ports/deps.ts'
import type { PreparedActivity } from './activities/activities.ts'
import { accountBody } from './base/bodies.ts'
import { creationOptions } from './activities/creation-options.ts'
import { valueOrThrow } from './base/failure-texts.ts'
import type { WalletService } from './service.ts'
import { preparedBody, twoStep } from './two-step-handlers.ts'
import type { Of } from './base/value-of.ts'

type Operations = Pick<
  typeof wallets,
  | 'createWalletPrepare'
  | 'createWalletSubmit'
  | 'createAccountPrepare'
  | 'createAccountSubmit'
  | 'registerPasskeyPrepare'
  | 'registerPasskeySubmit'
  | 'deletePasskeyPrepare'
  | 'deletePasskeySubmit'
>
type Custody = Pick<
  typeof wallets,
  | 'exportWalletPrepare'
  | 'exportWalletSubmit'
  | 'exportWalletCancel'
  | 'setPolicyPrepare'
  | 'setPolicySubmit'
>

/** Wallets, accounts and passkeys: what is prepared, signed and submitted. */
export function activityHandlers(service: WalletService, deps: Deps): Handlers<Operations> {
  const { activities } = service
  const { prepares, submits } = twoStep(service, deps)
  return {
    createWalletPrepare: prepares<Of<'createWalletPrepare'>>(({ params, body }, caller) =>
      activities.prepareWallet(caller, params.entityId, body),
    ),
    createWalletSubmit: submits<Of<'createWalletSubmit'>>(
      'ACTIVITY_TYPE_CREATE_WALLET',
      (submitted, accounts) => ({
        walletId: (submitted.executed.result as { walletId: string }).walletId,
        accounts: accounts.map(accountBody),
      }),
    ),
    createAccountPrepare: prepares<Of<'createAccountPrepare'>>(({ params, body }, caller) =>
      activities.prepareAccount(caller, params.entityId, body),
    ),
    createAccountSubmit: submits<Of<'createAccountSubmit'>>(
      'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS',
      (_submitted, [account]) => {
        if (!account) throw new Error('an account was created and is not there')
        return accountBody(account)
      },
    ),
    registerPasskeyPrepare: inTwoParts<
      Of<'registerPasskeyPrepare'>,
      PreparedActivity & { creationOptions: { challenge: string } }
    >({
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
    registerPasskeySubmit: submits<Of<'registerPasskeySubmit'>>(
      'ACTIVITY_TYPE_CREATE_AUTHENTICATORS',
      ({ executed }) => {
        const { authenticatorId, credentialId, name } = executed.result as Record<string, string>
        return {
          authenticatorId: authenticatorId ?? '',
          credentialId: credentialId ?? '',
          name: name ?? '',
        }
      },
    ),
    deletePasskeyPrepare: prepares<Of<'deletePasskeyPrepare'>>(({ params, body }, caller) =>
      activities.preparePasskeyRemoval(caller, params.entityId, body.authenticatorId),
    ),
    deletePasskeySubmit: submits<Of<'deletePasskeySubmit'>>(
      'ACTIVITY_TYPE_DELETE_AUTHENTICATORS',
      ({ executed }) => ({
        authenticatorId: executed.result['authenticatorId'],
        status: 'DELETED',
      }),
    ),
  }
}

/** Who holds the keys, and what they may sign. */
export function custodyHandlers(service: WalletService, deps: Deps): Handlers<Custody> {
  const { activities } = service
  const { prepares, submits } = twoStep(service, deps)
  return {
    exportWalletPrepare: prepares<Of<'exportWalletPrepare'>>(({ params, body }, caller) =>
      activities.prepareExport(caller, params.entityId, body),
    ),
    exportWalletSubmit: submits<Of<'exportWalletSubmit'>>(
      'ACTIVITY_TYPE_EXPORT_WALLET',
      ({ executed }) => executed.result,
    ),
    exportWalletCancel: inTwoParts<
      Of<'exportWalletCancel'>,
      { activityId: string; status: string }
    >({
      before: async ({ params, body }, caller) =>
        valueOrThrow(await activities.cancelExport(caller, params.entityId, body.activityId)),
      handle: async (tx, { params }, caller, cancelled) => {
        await activities.recordCancelled(tx, caller, params.entityId, cancelled)
        return success(cancelled, 'The export was stopped.')
      },
    }),
    setPolicyPrepare: prepares<Of<'setPolicyPrepare'>>(({ params, body }, caller) =>
      activities.preparePolicy(caller, params.entityId, body),
    ),
    setPolicySubmit: submits<Of<'setPolicySubmit'>>('ACTIVITY_TYPE_SET_POLICY', ({ executed }) => ({
      walletId: executed.result['walletId'],
      version: executed.result['version'],
    })),
  }
}
