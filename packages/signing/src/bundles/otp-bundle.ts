import { parseJsonObject, utf8, utf8Text } from '../base/encoding.ts'
import { openHpke, sealHpke, type RecipientKey } from './hpke.ts'
import { parseCompressedKey, parseUncompressedKey } from '../keys/public-key.ts'
import { fail, ok, type Result } from '../base/result.ts'
import {
  openSignedBundle,
  readHpkeMembers,
  signBundle,
  writeHpkeMembers,
  type BundleSigner,
  type SignedBundleFailure,
} from './signed-bundle.ts'

/** A one-time code and the compressed key it is to open a session for. */
export type OtpSubmission = { otpCode: string; publicKey: string }

export type OtpFailure = 'MALFORMED_BUNDLE' | 'OPEN_FAILED'

/** `otpEncryptionTargetBundle` of the second OTP form (signing-formats.md 8.1.1). */
export function signOtpTarget(targetPublic: string, signer: BundleSigner): string {
  return signBundle({ targetPublic }, signer)
}

/** The uncompressed key that codes are sealed to, once the service's signature over it holds. */
export function openOtpTarget(
  text: string,
  pinnedPublicKey: string,
): Result<string, SignedBundleFailure> {
  const content = openSignedBundle(text, pinnedPublicKey)
  if (!content.ok) return content
  const { targetPublic } = content.value
  if (typeof targetPublic !== 'string') return fail('MALFORMED_BUNDLE')
  const target = parseUncompressedKey(targetPublic)
  return target.ok ? target : fail('MALFORMED_BUNDLE')
}

/** `encryptedOtpBundle`: the code and the key, sealed together (signing-formats.md 8.1.2). */
export async function sealOtpCode(
  targetPublic: string,
  submission: OtpSubmission,
): Promise<string> {
  const { otpCode, publicKey } = submission
  const plaintext = utf8(JSON.stringify({ otp_code: otpCode, public_key: publicKey }))
  const message = await sealHpke({ recipientPublicKey: targetPublic, plaintext })
  return JSON.stringify(writeHpkeMembers(message))
}

export async function openOtpCode(
  text: string,
  recipient: RecipientKey,
): Promise<Result<OtpSubmission, OtpFailure>> {
  const message = readHpkeMembers(parseJsonObject(text))
  if (!message) return fail('MALFORMED_BUNDLE')
  const opened = await openHpke(message, recipient)
  if (!opened.ok) return opened

  const { otp_code, public_key } = parseJsonObject(utf8Text(opened.value) ?? '') ?? {}
  if (typeof otp_code !== 'string' || typeof public_key !== 'string')
    return fail('MALFORMED_BUNDLE')
  if (!parseCompressedKey(public_key).ok) return fail('MALFORMED_BUNDLE')
  return ok({ otpCode: otp_code, publicKey: public_key })
}
