import { createHash } from 'node:crypto'
import {
  checkAuthenticatorData,
  checkClientData,
  checkSignCount,
  concat,
  fail,
  ok,
  readAuthenticatorData,
  utf8Text,
  webauthnChallenge,
  type Result,
  type StampFailure,
  type WebauthnStamp,
} from '@corridor/signing'
import { hasRepeatedMember, membersOf, parseJson } from '../base/json.ts'
import type { RelyingParty } from '../vault/ports.ts'
import { verifyCoseSignature } from '../crypto/signature.ts'

/** What the signer keeps of a passkey to check its stamps. */
export type StoredPasskey = {
  publicKeyCose: Uint8Array
  signCount: number
  backupEligible: boolean
}

/**
 * Steps 3 to 7 of signing-formats.md 3.3 in their order, and the further refusals of
 * guarantees.md 3.8. `requireUserVerification` is true for every stamp of the service; vectors of
 * other policies exist.
 */
export function verifyAssertion(
  payload: Uint8Array,
  stamp: WebauthnStamp,
  passkey: StoredPasskey,
  relyingParty: RelyingParty & { requireUserVerification: boolean },
): Result<{ signCount: number; backedUp: boolean }, StampFailure> {
  const expected = {
    type: 'webauthn.get',
    challenge: webauthnChallenge(payload).base64url,
    origins: relyingParty.origins,
  } as const
  const clientData = checkClientData(stamp.clientDataJson, expected)
  if (!clientData.ok) return clientData
  const oddity = clientDataOddity(stamp.clientDataJson)
  if (oddity) return fail(oddity)

  const read = readAuthenticatorData(stamp.authenticatorData)
  if (!read.ok) return read
  const data = checkAuthenticatorData(read.value, relyingParty)
  if (!data.ok) return data
  const { backupEligible, backedUp, signCount } = data.value
  // Backed up without being eligible, or eligibility that changed: no honest authenticator says so.
  if (backedUp && !backupEligible) return fail('MALFORMED_STAMP')

  const clientDataHash = createHash('sha256').update(stamp.clientDataJson).digest()
  const signed = concat(stamp.authenticatorData, clientDataHash)
  if (!verifyCoseSignature(passkey.publicKeyCose, signed, stamp.signature)) {
    return fail('SIGNATURE_MISMATCH')
  }
  if (backupEligible !== passkey.backupEligible) return fail('MALFORMED_STAMP')
  const counted = checkSignCount(passkey.signCount, signCount)
  return counted.ok ? ok({ signCount: counted.value, backedUp }) : counted
}

/**
 * Client data that reads differently to different readers or comes from inside another page:
 * a member named twice, a top origin, a used token binding.
 */
export function clientDataOddity(clientDataJson: Uint8Array): StampFailure | undefined {
  const text = utf8Text(clientDataJson) ?? ''
  const { topOrigin, tokenBinding } = membersOf(parseJson(text))
  if (topOrigin !== undefined) return 'ORIGIN_MISMATCH'
  if (tokenBinding !== undefined) return 'MALFORMED_STAMP'
  return hasRepeatedMember(text) ? 'MALFORMED_STAMP' : undefined
}
