import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { call, wallets } from '../../../api/call.ts'
import type { AskedActivity } from '../../../signing/activities.ts'
import { type CeremonyFailure, ceremonyText, createPasskey } from '../../../signing/passkeys.ts'
import type { EmailSession } from '../../../signing/session.ts'
import { codeChannel, type Method } from '../../../features/wallets/auth-labels.ts'
import type { PendingCode } from './pending-code.ts'
import type { Passkey } from '../../../api/queries/wallets.ts'
import { StepStopped } from './step-problems.ts'

/** What can sign here: a session of the primary method, or the entity's passkeys. */
export type Signer = { session: EmailSession | undefined; passkeys: readonly Passkey[] }

/** Sends a code; an entity without any method gets its e-mail address as the first one. */
export async function sendCode(
  entity: { entityId: string; email: string },
  methods: readonly Method[],
): Promise<PendingCode & { destinationMasked: string }> {
  const params = { entityId: entity.entityId }
  const otpType = codeChannel(methods)
  if (!otpType)
    throw new StepStopped('This entity has no e-mail or phone method to send a code to.')
  if (methods.every(({ status }) => status === 'REVOKED')) {
    await call(wallets.registerAuth, {
      params,
      body: { authType: 'Email_Auth', email: entity.email },
    })
  }
  const { data } = await call(wallets.initiateOtp, { params, body: { otpType } })
  return data
}

const registrationText: Record<CeremonyFailure, string> = {
  ...ceremonyText,
  ALREADY_REGISTERED:
    'This device already has a signing passkey for this entity. Use another device or a security key.',
}

/**
 * Two proofs: the session's stamp gives the right to add a passkey, the new passkey's answer shows that it is there.
 * Call it straight from a click.
 */
export async function addPasskey(session: EmailSession, authenticatorName: string): Promise<void> {
  const { entityId } = session
  const params = { entityId }
  const prepared = await call(wallets.registerPasskeyPrepare, {
    params,
    body: { authenticatorName },
  })
  const { activityId, creationOptions } = prepared.data
  const { challenge } = creationOptions
  const stamped = await stamp({ session, passkeys: [] }, prepared.data, {
    entityId,
    type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS',
    parameters: { authenticatorName, challenge },
  })
  // The operation answers with the browser's own options (operations.md, part 9).
  const made = await createPasskey(
    creationOptions as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  if (!made.ok) throw new StepStopped(registrationText[made.failure])
  const { attestationFromRegistration } = await loadActivities()
  const attestation = attestationFromRegistration(made.value)
  await call(wallets.registerPasskeySubmit, {
    params,
    body: { activityId, ...stamped, attestation },
  })
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
  const stamped = await stamp(signer, prepared, {
    entityId,
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    parameters: { walletName, accounts: accounts.length },
  })
  const body = { activityId: prepared.activityId, ...stamped }
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
  const stamped = await stamp(signer, prepared, {
    entityId,
    type: 'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS',
    parameters: { walletId, accounts: 1 },
  })
  const body = { activityId: prepared.activityId, ...stamped }
  return (await call(wallets.createAccountSubmit, { params, body })).data.result
}

/** Fetches the code of signing ahead of the click that needs it. */
export const loadActivities = () => import('../../../signing/activities.ts')

type Prepared = { activityId: string; payloadToSign: string; signatureTypes: string[] }

/** Reads the prepared text, then signs it: by the session where there is one, else by a passkey. */
async function stamp(signer: Signer, prepared: Prepared, asked: AskedActivity) {
  const { saysWhatWasAsked } = await loadActivities()
  if (!saysWhatWasAsked(prepared, asked)) {
    throw new StepStopped('The prepared text does not match the request. Nothing was signed.')
  }
  const { session, passkeys } = signer
  if (session) {
    const payloadSignature = await session.stamp(prepared.payloadToSign)
    return { payloadSignature, signatureType: 'ApiKey' }
  }
  if (passkeys.length === 0 || !prepared.signatureTypes.includes('WebAuthn')) {
    throw new StepStopped('The session has ended. Send a new code to continue.')
  }
  const { stampWithPasskey } = await import('../../../signing/stamp.ts')
  const answer = await stampWithPasskey({
    payload: prepared.payloadToSign,
    passkeys,
    timeoutMs: passkeyTimeoutMs,
  })
  if (!answer.ok) throw new StepStopped(ceremonyText[answer.failure])
  return { payloadSignature: answer.value, signatureType: 'WebAuthn' }
}

const passkeyTimeoutMs = 120_000
