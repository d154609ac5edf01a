import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { bytesToHex, concat, utf8Text, type Bytes } from '../base/encoding.ts'
import { openHpke, sealHpke, type RecipientKey } from './hpke.ts'
import { fail, ok, type Result } from '../base/result.ts'
import {
  openSignedBundle,
  readHpkeMembers,
  signBundle,
  writeHpkeMembers,
  type BundleSigner,
  type SignedBundleFailure,
} from './signed-bundle.ts'

export type ExportFailure = SignedBundleFailure | 'ORGANIZATION_MISMATCH' | 'OPEN_FAILED'

/** `MNEMONIC` is UTF-8 text; the other two are a 32-byte key. */
export type ExportFormat = 'MNEMONIC' | 'HEXADECIMAL' | 'SOLANA'

/**
 * A wallet or key leaving the service, sealed to the person's key and signed by the service
 * (signing-formats.md 8.3). The caller overwrites `plaintext` afterwards. `ephemeral` is for tests
 * only.
 */
export async function sealExportBundle(input: {
  recipientPublicKey: string
  organizationId: string
  plaintext: Uint8Array
  signer: BundleSigner
  ephemeral?: { privateKey: string }
}): Promise<string> {
  const { organizationId, signer } = input
  return signBundle({ ...writeHpkeMembers(await sealHpke(input)), organizationId }, signer)
}

/** The exported bytes: signature and organization first, then the seal. */
export async function openExportBundle(
  text: string,
  expected: { recipient: RecipientKey; organizationId: string; signerPublicKey: string },
): Promise<Result<Bytes, ExportFailure>> {
  const content = openSignedBundle(text, expected.signerPublicKey)
  if (!content.ok) return content
  const message = readHpkeMembers(content.value)
  if (!message) return fail('MALFORMED_BUNDLE')
  if (content.value['organizationId'] !== expected.organizationId) {
    return fail('ORGANIZATION_MISMATCH')
  }
  return openHpke(message, expected.recipient)
}

/**
 * What a person is shown of exported bytes; for Solana base58 of key ‖ public key
 * (signing-formats.md 8.3).
 */
export function exportedText(
  plaintext: Uint8Array,
  format: ExportFormat,
): Result<string, 'OPEN_FAILED'> {
  if (format === 'MNEMONIC') {
    const phraseText = utf8Text(plaintext)
    return phraseText === undefined ? fail('OPEN_FAILED') : ok(phraseText)
  }
  if (plaintext.length !== 32) return fail('OPEN_FAILED')
  if (format === 'HEXADECIMAL') return ok(bytesToHex(plaintext))
  return ok(base58.encode(concat(plaintext, ed25519.getPublicKey(plaintext))))
}
