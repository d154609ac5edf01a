import { hexToBytes } from '../base/encoding.ts'
import { openOtpCode, openOtpTarget, sealOtpCode, signOtpTarget } from '../bundles/otp-bundle.ts'
import { fail, type Result } from '../base/result.ts'
import { signSessionJwt, verifySessionJwt, type SessionClaims } from '../sessions/session-jwt.ts'
import {
  loginMessage,
  signVerificationToken,
  verifyClientSignature,
  verifyVerificationToken,
  type ClientSignature,
  type VerificationClaims,
} from '../sessions/verification-token.ts'
import { differing, judged, type Differences, type Vector } from './compare.ts'

// Within the life of every valid token of the files, past the end of the expired one.
const NOW_MS = 1_767_225_600_000

export type SessionJwtVector = Vector & {
  jwt: string
  signingPublicKeyCompressedHex: string
  signingPrivateKeyHex?: string
  claims?: SessionClaims
}

/** Verifies, compares the claims, and verifies one we sign ourselves (signing-formats.md 8.2). */
export function checkSessionJwt(vector: SessionJwtVector): Differences {
  const expected = { signerPublicKey: vector.signingPublicKeyCompressedHex, nowMs: NOW_MS }
  const outcome = verifySessionJwt(vector.jwt, expected)
  const differences = judged(vector, outcome, 'exact')
  if (!outcome.ok || !vector.claims || !vector.signingPrivateKeyHex) return differences
  const ours = signSessionJwt(vector.claims, hexToBytes(vector.signingPrivateKeyHex))
  return [
    ...differences,
    ...differing('claims', JSON.stringify(outcome.value), JSON.stringify(vector.claims)),
    ...differing('ours verified', verifySessionJwt(ours, expected).ok, true),
    ...differing('input', signingInput(ours), signingInput(vector.jwt)),
  ]
}

export type OtpVector = Vector & {
  serviceSigningPublicKeyHex?: string
  serviceSigningPrivateKeyHex?: string
  expectedSigningPublicKeyHex?: string
  targetPrivateKeyHex?: string
  targetPublicKeyHex?: string
  otpEncryptionTargetBundle?: string
  otpCode?: string
  clientPublicKeyCompressedHex?: string
  encryptedOtpBundle?: string
  verificationToken?: string
  verificationClaims?: VerificationClaims
  loginMessage?: string
  clientSignature?: ClientSignature
}

/** Each part of the second OTP form that an entry carries (signing-formats.md 8.1). */
export async function checkOtp(vector: OtpVector, all: readonly OtpVector[]): Promise<Differences> {
  if (!vector.valid) return judged(vector, readBadPart(vector, all), 'exact')
  return [
    ...checkTarget(vector),
    ...(await checkCode(vector)),
    ...checkToken(vector),
    ...checkLogin(vector),
  ]
}

function readBadPart(vector: OtpVector, all: readonly OtpVector[]): Result<unknown, string> {
  const { otpEncryptionTargetBundle, expectedSigningPublicKeyHex, clientSignature } = vector
  if (otpEncryptionTargetBundle && expectedSigningPublicKeyHex) {
    return openOtpTarget(otpEncryptionTargetBundle, expectedSigningPublicKeyHex)
  }
  const signerPublicKey =
    vector.serviceSigningPublicKeyHex ??
    all.find((other) => other.valid)?.serviceSigningPublicKeyHex ??
    ''
  const token = vector.verificationToken ?? ''
  const claims = verifyVerificationToken(token, { signerPublicKey, nowMs: NOW_MS })
  if (!claims.ok || !clientSignature) return claims
  return verifyClientSignature(clientSignature, claims.value)
}

function checkTarget(vector: OtpVector): Differences {
  const { otpEncryptionTargetBundle = '', serviceSigningPublicKeyHex: publicKey = '' } = vector
  const privateKey = hexToBytes(vector.serviceSigningPrivateKeyHex ?? '')
  const target = openOtpTarget(otpEncryptionTargetBundle, publicKey)
  const ours = signOtpTarget(vector.targetPublicKeyHex ?? '', { publicKey, privateKey })
  const again = openOtpTarget(ours, publicKey)
  return [
    ...differing('target', target.ok && target.value, vector.targetPublicKeyHex),
    ...differing('our target', again.ok && again.value, vector.targetPublicKeyHex),
  ]
}

async function checkCode(vector: OtpVector): Promise<Differences> {
  const { otpCode = '', clientPublicKeyCompressedHex: publicKey = '' } = vector
  const privateKey = vector.targetPrivateKeyHex ?? ''
  const ours = await sealOtpCode(vector.targetPublicKeyHex ?? '', { otpCode, publicKey })
  const opened = await openOtpCode(vector.encryptedOtpBundle ?? '', privateKey)
  const again = await openOtpCode(ours, privateKey)
  const expected = JSON.stringify({ otpCode, publicKey })
  return [
    ...differing('code', opened.ok && JSON.stringify(opened.value), expected),
    ...differing('our code', again.ok && JSON.stringify(again.value), expected),
  ]
}

function checkToken(vector: OtpVector): Differences {
  const { verificationToken = '', verificationClaims: claims } = vector
  const expected = { signerPublicKey: vector.serviceSigningPublicKeyHex ?? '', nowMs: NOW_MS }
  const outcome = verifyVerificationToken(verificationToken, expected)
  if (!outcome.ok || !claims) return [`token: ${outcome.ok ? 'no claims' : outcome.failure}`]
  const privateKey = hexToBytes(vector.serviceSigningPrivateKeyHex ?? '')
  const ours = signVerificationToken(claims, privateKey)
  return [
    ...differing('claims', JSON.stringify(outcome.value), JSON.stringify(claims)),
    ...differing('input', signingInput(ours), signingInput(verificationToken)),
    ...differing('our token verified', verifyVerificationToken(ours, expected).ok, true),
  ]
}

function checkLogin(vector: OtpVector): Differences {
  const { clientSignature, verificationClaims: claims } = vector
  if (!clientSignature || !claims) return ['no client signature']
  const message = loginMessage({ publicKey: claims.public_key, tokenId: claims.id })
  const outcome: Result<unknown, string> =
    clientSignature.message === message
      ? verifyClientSignature(clientSignature, claims)
      : fail('SIGNATURE_MISMATCH')
  return [
    ...differing('message', message, vector.loginMessage),
    ...differing('client signature', outcome.ok || outcome.failure, true),
  ]
}

function signingInput(token: string): string {
  return token.slice(0, token.lastIndexOf('.'))
}
