import type { InputOf, ResponseOf, wallets, WalletAccount } from '@corridor/contract'
import { formatId, type Result } from '@corridor/domain'
import type { AuthMethodView } from '@corridor/signer'
import type { z } from 'zod'
import type { Caller } from '../../api/request/caller.ts'
import { type Answered, AnswerWithHeaders, type Handlers, inTwoParts } from '../../api/handlers.ts'
import { readPage } from '../../api/request/paging.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import type { ActivityType, PreparedActivity, Stamped, SubmittedActivity } from './activities.ts'
import { creationOptions } from './creation-options.ts'
import type { WalletService } from './service.ts'
import type { WalletFailure, WalletFailureCode } from './signer-failures.ts'
import type { WalletAccountRow } from './store.ts'

const valueOrThrow = answersFor<WalletFailureCode>({
  ENTITY_NOT_FOUND: 'No entity has this id.',
  ACCOUNT_NOT_FOUND: 'This entity has no such address.',
  WALLET_NOT_FOUND: 'This entity has no wallet with this id.',
  ACTIVITY_NOT_FOUND: 'This entity has no such activity.',
  RECORD_NOT_FOUND: 'A record named in the request does not exist.',
  FIELD_REQUIRED: 'A field is missing.',
  FIELD_INVALID: 'Some fields are not valid.',
  PASSKEY_IS_SECONDARY: 'A passkey is added after a primary method, by register-passkey.',
  PUBLIC_KEY_INVALID: 'The public key is no usable P-256 key.',
  PRIMARY_AUTH_REQUIRED: 'This needs the stamp of a primary method of the entity.',
  ACTIVITY_ALREADY_SUBMITTED: 'This activity was submitted with another signature.',
  ACTIVITY_EXPIRED: 'This activity has ended. Prepare it again.',
  SIGNATURE_INVALID: 'The signature does not match the prepared payload.',
  SIGNATURE_TYPE_INVALID: 'signatureType must be WebAuthn or ApiKey and fit the stamp.',
  SESSION_EXPIRED: 'The session has ended. Start a new one and sign again.',
  LAST_PRIMARY_AUTH: 'The last primary method cannot be revoked.',
  OTP_INVALID: 'The code is wrong or used.',
  OTP_EXPIRED: 'The code has expired. Ask for a new one.',
  OIDC_TOKEN_INVALID: 'The identity token is not accepted.',
  OIDC_NONCE_MISMATCH: 'The identity token belongs to another key.',
  POLICY_BLOCKED: 'The signer refuses what the payload says.',
  RATE_LIMITED: 'Too many codes or wrong tries. Wait before the next.',
  PROVIDER_UNAVAILABLE: 'The chain cannot be reached now. Try again.',
})
type Of<K extends keyof typeof wallets> = (typeof wallets)[K]
type PrepareEndpoint = Of<'registerAuthPrepare' | 'createWalletPrepare' | 'createAccountPrepare'>
type SubmitEndpoint = Of<'createWalletSubmit' | 'createAccountSubmit' | 'registerPasskeySubmit'>
/** The value of a call that was not refused. */
type ValueOf<F extends (...args: never[]) => Promise<unknown>> =
  Awaited<ReturnType<F>> extends infer R
    ? R extends { ok: true; value: infer V }
      ? V
      : never
    : never

export function walletHandlers(service: WalletService, deps: Deps): Handlers<typeof wallets> {
  const { authentication, activities, results, reads } = service
  type Registered = ValueOf<typeof authentication.register>
  type Session = ValueOf<typeof authentication.openSession>
  type Code = ValueOf<typeof authentication.sendCode>
  type Credentials = ValueOf<typeof reads.credentials>
  type Balances = ValueOf<typeof reads.balances>

  return {
    registerAuthPrepare: prepares<Of<'registerAuthPrepare'>>(({ params, body }, caller) =>
      activities.prepareAuth(caller, params.entityId, body),
    ),
    registerAuth: inTwoParts<Of<'registerAuth'>, Registered>({
      before: async ({ params, body }, caller) =>
        valueOrThrow(await authentication.register(caller, params.entityId, body)),
      handle: async (tx, { params }, caller, method) => {
        await authentication.recordRegistered(tx, caller, params.entityId, method)
        const message = method.isNew
          ? 'Authentication method registered.'
          : 'This method is already registered.'
        return { success: true, message, data: authBody(method) }
      },
      after: async ({ body }) => {
        if (body.activityId !== undefined) await deps.signer.acknowledge(body.activityId)
      },
    }),
    initiateOtp: inTwoParts<Of<'initiateOtp'>, Code>({
      before: async ({ params, body }, caller) =>
        valueOrThrow(await authentication.sendCode(caller, params.entityId, body)),
      handle: (_tx, _input, _caller, code) =>
        Promise.resolve({ success: true, message: 'Code sent.', data: code }),
    }),
    startSession: inTwoParts<Of<'startSession'>, Session>({
      before: async ({ params, body }, caller) =>
        valueOrThrow(await authentication.openSession(caller, params.entityId, body)),
      handle: async (tx, { params }, caller, session) => {
        await authentication.recordSession(tx, caller, params.entityId, session)
        const { sessionId, credentialBundle, sessionPublicKey, createdAt, expiresAt } = session
        const data = {
          sessionId,
          credentialBundle,
          sessionPublicKey,
          signatureType: 'ApiKey' as const,
          createdAt,
          expiresAt,
        }
        return { success: true, message: 'Session started.', data }
      },
    }),
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
        return {
          success: true,
          message: 'Sign the payload.',
          data: { ...preparedBody(prepared), creationOptions: prepared.creationOptions },
        }
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
    passkeys: inTwoParts<Of<'passkeys'>, Credentials>({
      before: async ({ params }, caller) =>
        valueOrThrow(await reads.credentials(caller, params.entityId)),
      handle: (_tx, _input, _caller, { passkeys }) =>
        Promise.resolve({ success: true, data: passkeys }),
    }),
    details: inTwoParts<Of<'details'>, Credentials>({
      before: async ({ params }, caller) =>
        valueOrThrow(await reads.credentials(caller, params.entityId)),
      handle: async (tx, { params }, caller, { authMethods, sessions }) => {
        const owned = await reads.wallets(tx, caller, params.entityId)
        const data = {
          entityId: params.entityId,
          authMethods: authMethods.map(authBody),
          sessions: sessions.map(({ sessionId, expiresAt }) => ({ sessionId, expiresAt })),
          wallets: owned.map(({ wallet, accounts }) => ({
            walletId: formatId('wal', wallet.id),
            walletName: wallet.name,
            createdAt: wallet.created_at.toISOString(),
            accounts: accounts.map(accountBody),
          })),
        }
        return { success: true, data }
      },
    }),
    balances: inTwoParts<Of<'balances'>, Balances>({
      before: async ({ params, query }, caller) =>
        valueOrThrow(await reads.balances(caller, params.entityId, query)),
      handle: (_tx, _input, _caller, balances) =>
        Promise.resolve({ success: true, data: balances }),
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
  }

  /** Every prepare has one shape: the signer fixes the text, we remember what was asked for. */
  function prepares<E extends PrepareEndpoint>(
    prepare: (
      input: InputOf<E>,
      caller: Caller,
    ) => Promise<Result<PreparedActivity, WalletFailure>>,
  ) {
    return inTwoParts<E, PreparedActivity>({
      before: async (input, caller) => valueOrThrow(await prepare(input, caller)),
      handle: async (tx, _input, caller, prepared) => {
        await activities.recordPrepared(tx, caller, prepared)
        const body = { success: true, message: 'Sign the payload.', data: preparedBody(prepared) }
        return body as Answered<E>
      },
    })
  }

  /** Every submit has one shape: the signer does it, then our side is recorded in one transaction. */
  function submits<E extends SubmitEndpoint>(
    type: ActivityType,
    view: (submitted: SubmittedActivity, accounts: WalletAccountRow[]) => object,
  ) {
    return inTwoParts<E, SubmittedActivity>({
      before: async (input, caller) => {
        const { params, body } = input as { params: { entityId: string }; body: Stamped }
        return valueOrThrow(await activities.submit(caller, params.entityId, type, body))
      },
      handle: async (tx, _input, caller, submitted) => {
        const { activity, executed } = submitted
        const accounts = await results.record(tx, caller, activity, executed)
        const data = {
          activityId: executed.activityId,
          status: 'COMPLETED',
          result: view(submitted, accounts),
        }
        const body = { success: true, message: 'Done.', data } as ResponseOf<E>
        return new AnswerWithHeaders(
          body,
          executed.replayed ? { 'Idempotency-Replayed': 'true' } : {},
        )
      },
      after: (_input, _caller, { executed }) => deps.signer.acknowledge(executed.activityId),
    })
  }
}

const authBody = ({ authId, authType, status, createdAt }: AuthMethodView) => ({
  authId,
  authType,
  status,
  createdAt,
})

function preparedBody(prepared: PreparedActivity) {
  const { activityId, type, payload, fingerprint, summary, signatureTypes, expiresAt } = prepared
  return {
    activityId,
    type,
    payloadToSign: payload,
    fingerprint,
    summary,
    signatureTypes,
    expiresAt,
  }
}

const accountBody = (row: WalletAccountRow): z.output<typeof WalletAccount> => ({
  accountId: formatId('wac', row.id),
  externalAccountId: formatId('acc', row.external_account_id),
  jurisdictionId: row.jurisdiction_id,
  address: row.address,
  curve: row.curve,
  pathFormat: row.path_format,
  path: row.path,
  addressFormat: row.address_format,
})
