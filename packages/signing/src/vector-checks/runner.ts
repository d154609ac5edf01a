import { checkCredentialBundle, checkExportBundle } from './bundles.ts'
import { checkDeposit, checkDerivation, checkTransfer } from './chains.ts'
import type { Differences, Vector } from './compare.ts'
import { checkNonceOnly, checkOidcNonce, type NonceOnlyVector } from './oidc.ts'
import { checkRegistration } from './registration.ts'
import { checkApiKeyStamp, checkWalletStamp, checkWebauthnStamp } from './stamps.ts'
import { checkOtp, checkSessionJwt } from './tokens.ts'

/** The part of a vector file that is run (signing-formats.md 14). */
export type VectorFile = {
  format: string
  vectors: readonly Vector[]
  nonceOnly?: readonly NonceOnlyVector[]
}

export type VectorRun = { passed: number; failed: string[] }

type Check = (vector: never, all: readonly never[]) => Differences | Promise<Differences>

// Each check knows the members of its own format; the files are trusted test data.
const CHECKS: Readonly<Record<string, Check>> = {
  'stamp-apikey': checkApiKeyStamp,
  'stamp-wallet': checkWalletStamp,
  'stamp-webauthn': checkWebauthnStamp,
  'webauthn-registration': checkRegistration,
  'credential-bundle': checkCredentialBundle,
  'export-bundle': checkExportBundle,
  'oidc-nonce': checkOidcNonce,
  'otp-v2': checkOtp,
  'session-jwt': checkSessionJwt,
  'wallet-derivation': checkDerivation,
  'evm-transfer': checkTransfer,
  'prepaid-deposit': checkDeposit,
}

/** One entry of a file through the package's own wrappers; empty when it comes out as it says. */
export async function checkVector(file: VectorFile, vector: Vector): Promise<Differences> {
  const check = CHECKS[file.format]
  if (!check) return [`no check for ${file.format}`]
  return check(vector as never, file.vectors as readonly never[])
}

/** Every entry of the files, by the same wrappers in Node and in a page. */
export async function runVectors(files: readonly VectorFile[]): Promise<VectorRun> {
  const run: VectorRun = { passed: 0, failed: [] }
  const note = (name: string, differences: Differences) => {
    if (differences.length === 0) run.passed += 1
    else run.failed.push(`${name}: ${differences.join('; ')}`)
  }
  for (const file of files) {
    for (const vector of file.vectors) {
      note(`${file.format} ${vector.id}`, await checkVector(file, vector))
    }
    for (const [index, entry] of (file.nonceOnly ?? []).entries()) {
      note(`${file.format} nonceOnly ${index + 1}`, checkNonceOnly(entry))
    }
  }
  return run
}
