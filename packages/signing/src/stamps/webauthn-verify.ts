import {
  checkAuthenticatorData,
  checkSignCount,
  readAuthenticatorData,
} from '../webauthn/authenticator-data.ts'
import { checkClientData } from '../webauthn/client-data.ts'
import { verifyAssertion } from '../webauthn/cose.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { StampFailure } from './stamp-envelope.ts'
import { webauthnChallenge, type WebauthnStamp } from './webauthn-stamp.ts'

/** What a verified stamp proves: the counter to store, and whether the person was verified. */
export type VerifiedAssertion = { signCount: number; userVerified: boolean; backedUp: boolean }

/**
 * Steps 3 to 7 of signing-formats.md 3.3, in that order. The caller has found the credential by its
 * id for this entity (step 2) and stores `signCount` in the transaction of the activity.
 */
export async function verifyWebauthnStamp(
  payload: string | Uint8Array,
  stamp: WebauthnStamp,
  expected: {
    publicKeyCose: Uint8Array
    signCount: number
    rpId: string
    origins: readonly string[]
    requireUserVerification: boolean
  },
): Promise<Result<VerifiedAssertion, StampFailure>> {
  const challenge = webauthnChallenge(payload).base64url
  const { origins } = expected
  const type = 'webauthn.get'
  const clientData = checkClientData(stamp.clientDataJson, { type, challenge, origins })
  if (!clientData.ok) return clientData

  const read = readAuthenticatorData(stamp.authenticatorData)
  if (!read.ok) return read
  const data = checkAuthenticatorData(read.value, expected)
  if (!data.ok) return data

  const { publicKeyCose } = expected
  if (!(await verifyAssertion({ ...stamp, publicKeyCose }))) return fail('SIGNATURE_MISMATCH')
  const counted = checkSignCount(expected.signCount, data.value.signCount)
  if (!counted.ok) return counted
  const { userVerified, backedUp } = data.value
  return ok({ signCount: counted.value, userVerified, backedUp })
}
