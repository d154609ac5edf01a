import {
  bytesToHex,
  openOtpCode,
  signOtpTarget,
  type OtpFailure,
  type OtpSubmission,
  type Result,
} from '@corridor/signing'
import { withSecret } from '../base/bytes.ts'
import { derivedScalar, publicKeyOf, withBundleSigner } from '../vault/bundle-key.ts'
import type { Vault } from '../vault/vault.ts'

/** A code by its id; another entity's code has another key. */
type CodeName = { entityId: string; otpId: string }

/** The signed key that a code is sealed to (signing-formats.md 8.1.1). Nothing of it is stored. */
export function otpTargetBundle(vault: Vault, code: CodeName): Promise<string> {
  return withTarget(vault, code, (target) =>
    withBundleSigner(vault, (signer) => signOtpTarget(publicKeyOf(target), signer)),
  )
}

/** The code and the key in what a client has sealed to it (signing-formats.md 8.1.2). */
export function openOtpBundle(
  vault: Vault,
  code: CodeName,
  bundle: string,
): Promise<Result<OtpSubmission, OtpFailure>> {
  return withTarget(vault, code, (target) => openOtpCode(bundle, bytesToHex(target)))
}

async function withTarget<T>(
  vault: Vault,
  { entityId, otpId }: CodeName,
  work: (scalar: Uint8Array) => Promise<T>,
): Promise<T> {
  const scalar = await derivedScalar(vault, 'svc/otp-target/v1', `${entityId}|${otpId}|`)
  return withSecret(scalar, work)
}
