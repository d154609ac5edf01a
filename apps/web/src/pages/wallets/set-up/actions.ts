import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { call, wallets } from '../../../api/call.ts'
import { type CeremonyFailure, ceremonyText, createPasskey } from '../../../signing/passkeys.ts'
import type { SigningSession } from '../../../signing/session.ts'
import { codeChannel, type Method } from '../../../features/wallets/auth-labels.ts'
import type { PendingCode } from '../../../features/wallets/sessions/pending-code.ts'
import { SigningStopped } from '../../../features/wallets/sessions/problems.ts'
import {
  askForCode,
  loadActivities,
  signActivity,
  type Signer,
} from '../../../features/wallets/sessions/sign-activity.ts'
import { t } from '../../../messages/text.ts'

/** Sends a code; an entity without any method gets its e-mail address as the first one. */
export async function sendCode(
  entity: { entityId: string; email: string },
  methods: readonly Method[],
): Promise<PendingCode> {
  const { entityId, email } = entity
  const otpType = codeChannel(methods)
  if (!otpType)
    throw new SigningStopped(t('This entity has no e-mail or phone method to send a code to.'))
  if (methods.every(({ status }) => status === 'REVOKED')) {
    await call(wallets.registerAuth, {
      params: { entityId },
      body: { authType: 'Email_Auth', email },
    })
  }
  return askForCode(entityId, otpType)
}

const registrationText: Record<CeremonyFailure, string> = {
  ...ceremonyText,
  ALREADY_REGISTERED: t(
    'This device already has a signing passkey for this entity. Use another device or a security key.',
  ),
}

/**
 * Two proofs: the session's stamp gives the right to add a passkey, the new passkey's answer shows that it is there.
 * Call it straight from a click.
 */
export async function addPasskey(
  session: SigningSession,
  authenticatorName: string,
): Promise<void> {
  const { entityId } = session
  const params = { entityId }
  const prepared = await call(wallets.registerPasskeyPrepare, {
    params,
    body: { authenticatorName },
  })
  const { creationOptions } = prepared.data
  const { challenge } = creationOptions
  const stamped = await signActivity({ session, passkeys: [] }, prepared.data, {
    entityId,
    type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS',
    parameters: { authenticatorName, challenge },
  })
  // The operation answers with the browser's own options (operations.md 9).
  const made = await createPasskey(
    creationOptions as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  if (!made.ok) throw new SigningStopped(registrationText[made.failure])
  const { attestationFromRegistration } = await loadActivities()
  const attestation = attestationFromRegistration(made.value)
  await call(wallets.registerPasskeySubmit, { params, body: { ...stamped, attestation } })
}

export async function createWallet(
  signer: Signer,
  request: { entityId: string; walletName: string; jurisdictionIds: readonly string[] },
) {
  const { entityId, walletName, jurisdictionIds } = request
  const params = { entityId }
  const accounts = jurisdictionIds.map((jurisdictionId) => ({ jurisdictionId }))
  const { data: prepared } = await call(wallets.createWalletPrepare, {
    params,
    body: { walletName, accounts },
  })
  const body = await signActivity(signer, prepared, {
    entityId,
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    parameters: { walletName, accounts: accounts.length },
  })
  return (await call(wallets.createWalletSubmit, { params, body })).data.result
}

export async function addAccount(
  signer: Signer,
  request: { entityId: string; walletId: string; jurisdictionId: string },
) {
  const { entityId, walletId, jurisdictionId } = request
  const params = { entityId }
  const { data: prepared } = await call(wallets.createAccountPrepare, {
    params,
    body: { walletId, jurisdictionId },
  })
  const body = await signActivity(signer, prepared, {
    entityId,
    type: 'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS',
    parameters: { walletId, accounts: 1 },
  })
  return (await call(wallets.createAccountSubmit, { params, body })).data.result
}
