import { p256 } from '@noble/curves/nist.js'
import { attempt, base58check, concat, type Bytes } from '../base/encoding.ts'
import { openHpke, sealHpke, type RecipientKey } from './hpke.ts'
import { fail, ok, type Result } from '../base/result.ts'

/** Clients show one message for both (signing-formats.md 6.6). */
export type BundleFailure = 'MALFORMED_BUNDLE' | 'OPEN_FAILED'

const ENC_LENGTH = 33
const SCALAR_LENGTH = 32

/**
 * `base58check(enc33 ‖ ciphertext32 ‖ tag16)` around a session's private scalar
 * (signing-formats.md 6.1). The caller overwrites `plaintext` afterwards. `ephemeral` is for
 * reproducible tests only.
 * @throws {TypeError} on a plaintext that is not 32 bytes or a recipient that is no uncompressed key.
 */
export async function sealCredentialBundle(input: {
  recipientPublicKey: string
  plaintext: Uint8Array
  ephemeral?: { privateKey: string }
}): Promise<string> {
  if (input.plaintext.length !== SCALAR_LENGTH) throw new TypeError('Expected a 32-byte scalar.')
  const { enc, ciphertext } = await sealHpke(input)
  return base58check.encode(concat(p256.Point.fromBytes(enc).toBytes(true), ciphertext))
}

/**
 * The 32-byte session scalar of a bundle (signing-formats.md 6). The private key is a scalar in hex
 * or the pair that `createEphemeralKey` gave.
 */
export async function openCredentialBundle(
  bundle: string,
  recipient: RecipientKey,
): Promise<Result<Bytes, BundleFailure>> {
  const bytes = base58check.decode(bundle)
  if (!bytes || bytes.length <= ENC_LENGTH) return fail('MALFORMED_BUNDLE')

  const enc = attempt(() => p256.Point.fromBytes(bytes.subarray(0, ENC_LENGTH)).toBytes(false))
  if (!enc) return fail('OPEN_FAILED')
  const ciphertext = concat(bytes.subarray(ENC_LENGTH))
  const opened = await openHpke({ enc: concat(enc), ciphertext }, recipient)
  if (!opened.ok) return opened
  return opened.value.length === SCALAR_LENGTH ? ok(opened.value) : fail('OPEN_FAILED')
}
