import { type ActivityType, fail, ok, sealExportBundle } from '@corridor/signing'
import { createAuthMethodEffect } from './create-auth-method.ts'
import { createPasskeyEffect } from './create-passkey.ts'
import { type Effect, defineEffect, textMember } from './effect.ts'
import { signTransactionEffect } from './sign-transaction.ts'
import { PolicyRules } from '@corridor/contract/policy'
import { isWalletPolicy, setPolicy } from '../../policies/policies.ts'
import { findWallet, type Wallet, createAccounts, createWallet } from '../../wallets/wallets.ts'
import { isTargetKeyUsed, readTargetKey, takeTargetKey } from '../../vault/target-key.ts'
import { withSecret } from '../../base/bytes.ts'
import { type LockedEntity, saveCredentials } from '../../credentials/credentials.ts'
import { withBundleSigner } from '../../vault/bundle-key.ts'
import { withEntropy } from '../../vault/keys.ts'
import { mnemonicBytes } from '../../wallets/mnemonic.ts'
import type { Vault } from '../../vault/vault.ts'
import { readAccounts, type AccountParameters } from '../../wallets/accounts.ts'
import { itemsOf } from '../../base/json.ts'
import type { Credential } from '../../database/tables.ts'
import { supersedeOpen } from './supersede-open.ts'
import { isLastActive, revocation } from '../../credentials/auth-methods.ts'

type RevokeMethod = { authId: string }

/**
 * Ends a primary method with its sessions and whatever was prepared before; never the last active
 * one. Its open codes prove nothing any more. A session alone can be named, too.
 */
const revokeAuthMethodEffect = defineEffect<RevokeMethod, Credential>({
  read: (parameters) => {
    const authId = textMember(parameters, 'authId')
    return authId ? { authId } : { invalid: 'authId' }
  },
  check: async ({ entity }, { authId }) => {
    const method = entity.live.find(
      (credential) => credential.credential_id === authId && credential.tier === 'PRIMARY',
    )
    if (!method) return fail({ code: 'RECORD_NOT_FOUND', reason: 'authId' })
    return isLastActive(entity, method) ? fail({ code: 'LAST_PRIMARY_AUTH' }) : ok(method)
  },
  apply: async ({ vault, tx, entity, activityId }, { authId }, method) => {
    const ended = revocation(entity, method)
    entity.voidBefore = entity.now
    await saveCredentials(vault, tx, entity, { status: ended })
    await supersedeOpen(tx, entity.entityId, activityId)
    const sessions = ended.map(({ credential }) => credential)
    const endedSessionIds = sessions
      .filter(({ kind }) => kind === 'SESSION')
      .map(({ credential_id }) => credential_id)
    return ok({ authId, status: 'REVOKED', endedSessionIds })
  },
})

/** The public convention's list, here always of one. */
type DeletePasskey = { authenticatorIds: [string] }

/** Ends a passkey, and with it whatever was prepared before. */
const deletePasskeyEffect = defineEffect<DeletePasskey, Credential>({
  read: ({ authenticatorIds }) => {
    const [authenticatorId, ...others] = itemsOf(authenticatorIds)
    return typeof authenticatorId === 'string' && others.length === 0
      ? { authenticatorIds: [authenticatorId] }
      : { invalid: 'authenticatorIds' }
  },
  check: async ({ entity }, { authenticatorIds: [authenticatorId] }) => {
    const passkey = entity.live.find(
      (credential) => credential.kind === 'PASSKEY' && credential.credential_id === authenticatorId,
    )
    return passkey ? ok(passkey) : fail({ code: 'RECORD_NOT_FOUND', reason: 'authenticatorId' })
  },
  apply: async (
    { vault, tx, entity, activityId },
    { authenticatorIds: [authenticatorId] },
    passkey,
  ) => {
    entity.voidBefore = entity.now
    await saveCredentials(vault, tx, entity, { status: [{ credential: passkey, to: 'DELETED' }] })
    await supersedeOpen(tx, entity.entityId, activityId)
    return ok({ authenticatorId, status: 'DELETED' })
  },
})

type CreateWallet = {
  walletName: string
  accounts: AccountParameters[]
  /** Words of the wallet's phrase; 12 where it is left out. */
  mnemonicLength?: 12 | 24
}

const createWalletEffect = defineEffect<CreateWallet, undefined>({
  read: (parameters) => {
    const walletName = textMember(parameters, 'walletName')
    if (!walletName) return { invalid: 'walletName' }
    const accounts = readAccounts(parameters['accounts'])
    if ('invalid' in accounts) return accounts
    const { mnemonicLength } = parameters
    if (mnemonicLength === undefined) return { walletName, accounts }
    if (mnemonicLength !== 12 && mnemonicLength !== 24) return { invalid: 'mnemonicLength' }
    return { walletName, accounts, mnemonicLength }
  },
  check: async () => ok(undefined),
  apply: async ({ vault, tx, entity }, { walletName: name, accounts, mnemonicLength }) => {
    const entropyLength = mnemonicLength === 24 ? 32 : 16
    return ok(await createWallet(vault, tx, entity, { name, entropyLength, accounts }))
  },
})

type CreateAccounts = { walletId: string; accounts: AccountParameters[] }

const createAccountsEffect = defineEffect<CreateAccounts, Wallet>({
  read: (parameters) => {
    const walletId = textMember(parameters, 'walletId')
    if (!walletId) return { invalid: 'walletId' }
    const accounts = readAccounts(parameters['accounts'])
    return 'invalid' in accounts ? accounts : { walletId, accounts }
  },
  check: async ({ tx, entity }, { walletId }) => {
    const wallet = await findWallet(tx, entity.entityId, walletId)
    return wallet ? ok(wallet) : fail({ code: 'WALLET_NOT_FOUND' })
  },
  apply: async ({ vault, tx, entity }, { walletId, accounts }, wallet) =>
    ok({ walletId, accounts: await createAccounts(vault, tx, entity, wallet, accounts) }),
})

/** The delay is part of what is signed: nobody shortens it afterwards. */
type ExportWallet = { walletId: string; targetPublicKey: string; delaySeconds: number }

const DELAY_MAX_SECONDS = 7 * 86_400

/** The way out that makes the wallet the person's own (signing-formats.md 8.3). */
const exportWalletEffect = defineEffect<ExportWallet, Wallet>({
  read: (parameters) => {
    const walletId = textMember(parameters, 'walletId')
    if (!walletId) return { invalid: 'walletId' }
    const { targetPublicKey } = parameters
    if (typeof targetPublicKey !== 'string') return { invalid: 'targetPublicKey' }
    const { delaySeconds = 0 } = parameters
    const isDelay = typeof delaySeconds === 'number' && Number.isInteger(delaySeconds)
    if (!isDelay || delaySeconds < 0 || delaySeconds > DELAY_MAX_SECONDS)
      return { invalid: 'delaySeconds' }
    return { walletId, targetPublicKey, delaySeconds }
  },
  delaySeconds: ({ delaySeconds }) => delaySeconds,
  check: async ({ tx, entity }, { walletId, targetPublicKey }) => {
    const wallet = await findWallet(tx, entity.entityId, walletId)
    if (!wallet) return fail({ code: 'WALLET_NOT_FOUND' })
    const key = readTargetKey(targetPublicKey)
    if (!key.ok) return key
    return (await isTargetKeyUsed(tx, key.value))
      ? fail({ code: 'PUBLIC_KEY_INVALID', reason: 'KEY_REUSED' })
      : ok(wallet)
  },
  apply: async ({ vault, tx, entity }, { targetPublicKey }, wallet) => {
    const taken = await takeTargetKey(tx, targetPublicKey, entity)
    if (!taken.ok) return taken
    return ok({ exportBundle: await sealWallet(vault, entity, wallet, targetPublicKey) })
  },
})

/**
 * A wallet's mnemonic, sealed to the person's key and signed by the service
 * (signing-formats.md 8.3).
 */
function sealWallet(vault: Vault, entity: LockedEntity, wallet: Wallet, targetPublicKey: string) {
  return withEntropy(vault, entity.key, wallet, (entropy) =>
    withSecret(mnemonicBytes(entropy), (plaintext) =>
      withBundleSigner(vault, (signer) =>
        sealExportBundle({
          recipientPublicKey: targetPublicKey,
          organizationId: entity.entityId,
          plaintext,
          signer,
        }),
      ),
    ),
  )
}

/** `version` is the one that is set: who signs for it has seen the one before. */
type SetPolicy = { walletId: string; version: number; policy: PolicyRules }

/** What a wallet may sign from now on. */
const setPolicyEffect = defineEffect<SetPolicy, undefined>({
  read: (parameters) => {
    const walletId = textMember(parameters, 'walletId')
    if (!walletId) return { invalid: 'walletId' }
    const { version } = parameters
    if (typeof version !== 'number' || !Number.isInteger(version)) return { invalid: 'version' }
    const policy = PolicyRules.safeParse(parameters['policy'])
    if (!policy.success || !isWalletPolicy(policy.data)) return { invalid: 'policy' }
    return { walletId, version, policy: policy.data }
  },
  check: async ({ tx, entity }, { walletId, version }) => {
    if (!(await findWallet(tx, entity.entityId, walletId)))
      return fail({ code: 'WALLET_NOT_FOUND' })
    const present = entity.policies.find(({ wallet_id }) => wallet_id === walletId)
    return version === (present?.version ?? 0) + 1
      ? ok(undefined)
      : fail({ code: 'VERSION_CONFLICT' })
  },
  apply: async ({ vault, tx, entity, activityId }, { walletId, version, policy }) => {
    const rules = JSON.stringify(policy)
    await setPolicy(vault, tx, entity, { walletId, version, rules, activityId })
    return ok({ walletId, version })
  },
})

/** Every type of activity that is on. */
export const effects: Partial<Record<ActivityType, Effect>> = {
  ACTIVITY_TYPE_CREATE_AUTH_METHOD: createAuthMethodEffect,
  ACTIVITY_TYPE_REVOKE_AUTH_METHOD: revokeAuthMethodEffect,
  ACTIVITY_TYPE_CREATE_AUTHENTICATORS: createPasskeyEffect,
  ACTIVITY_TYPE_DELETE_AUTHENTICATORS: deletePasskeyEffect,
  ACTIVITY_TYPE_CREATE_WALLET: createWalletEffect,
  ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS: createAccountsEffect,
  ACTIVITY_TYPE_SIGN_TRANSACTION: signTransactionEffect,
  ACTIVITY_TYPE_EXPORT_WALLET: exportWalletEffect,
  ACTIVITY_TYPE_SET_POLICY: setPolicyEffect,
}
