import { call, wallets } from '../../../api/call.ts'
import type { Passkey } from '../../../api/queries/wallets.ts'
import type { AskedActivity } from '../../../signing/activities.ts'
import { ceremonyText } from '../../../signing/passkeys.ts'
import type { SigningSession } from '../../../signing/session.ts'
import type { PendingCode } from './pending-code.ts'
import { SigningStopped } from './problems.ts'
import { t } from '../../../messages/text.ts'

/** What can sign here: a session of the primary method, or the entity's passkeys. */
export type Signer = { session: SigningSession | undefined; passkeys: readonly Passkey[] }

/** Members of a submit. */
export type Stamped = {
  activityId: string
  payloadSignature: string
  signatureType: 'ApiKey' | 'WebAuthn'
}

/** Sends a one-time code, sealed to which the next step is proven. */
export async function askForCode(
  entityId: string,
  otpType: 'OTP_TYPE_EMAIL' | 'OTP_TYPE_SMS',
): Promise<PendingCode> {
  return (await call(wallets.initiateOtp, { params: { entityId }, body: { otpType } })).data
}

/** Fetches the code of signing ahead of the click that needs it. */
export const loadActivities = () => import('../../../signing/activities.ts')

/** Reads the prepared text, then signs it: by the session where there is one, else by a passkey. */
export async function signActivity(
  { session, passkeys }: Signer,
  prepared: { activityId: string; payloadToSign: string; signatureTypes: readonly string[] },
  asked: AskedActivity,
): Promise<Stamped> {
  const { saysWhatWasAsked } = await loadActivities()
  if (!saysWhatWasAsked(prepared, asked)) {
    throw new SigningStopped(t('The prepared text does not match the request. Nothing was signed.'))
  }
  const { activityId, payloadToSign } = prepared
  if (session) {
    const payloadSignature = await session.stamp(payloadToSign)
    return { activityId, payloadSignature, signatureType: 'ApiKey' }
  }
  if (passkeys.length === 0 || !prepared.signatureTypes.includes('WebAuthn')) {
    throw new SigningStopped(t('The session has ended. Open a new one to continue.'))
  }
  const { stampWithPasskey } = await import('../../../signing/stamp.ts')
  const answer = await stampWithPasskey({
    payload: payloadToSign,
    passkeys,
    timeoutMs: passkeyTimeoutMs,
  })
  if (!answer.ok) throw new SigningStopped(ceremonyText[answer.failure])
  return { activityId, payloadSignature: answer.value, signatureType: 'WebAuthn' }
}

const passkeyTimeoutMs = 120_000
