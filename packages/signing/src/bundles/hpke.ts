import { p256 } from '@noble/curves/nist.js'
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { bytesToHex, concat, hexToBytes, utf8, type Bytes } from '../base/encoding.ts'
import { parseUncompressedKey } from '../keys/public-key.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { PlatformKey, PlatformKeyPair } from '../base/webcrypto.ts'

/** A P-256 pair whose private half never leaves WebCrypto (signing-formats.md 5.1). */
export type EphemeralKey = { publicKeyUncompressed: string; privateKey: PlatformKey }

/** Who opens: a 32-byte scalar in hex, or a WebCrypto pair. The AAD needs the public half of either. */
export type RecipientKey = string | EphemeralKey

/** `enc` is the sender's key in its 65-byte uncompressed form; the ciphertext ends in its tag. */
export type HpkeMessage = { enc: Bytes; ciphertext: Bytes }

// signing-formats.md 6.2: any other info or suite fails to open in the public clients.
const INFO = utf8('turnkey_hpke')

function createSuite() {
  return new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  })
}

/**
 * Seals one message (signing-formats.md 6.2, 6.5). The AAD contains `enc`, so the context comes
 * first. `ephemeral` fixes the sender's key for reproducible tests and must not be set otherwise.
 * @throws {TypeError} on a recipient that is no uncompressed key on the curve.
 */
export async function sealHpke(input: {
  recipientPublicKey: string
  plaintext: Uint8Array
  ephemeral?: { privateKey: string }
}): Promise<HpkeMessage> {
  const suite = createSuite()
  const key = parseUncompressedKey(input.recipientPublicKey)
  if (!key.ok) throw new TypeError('Expected an uncompressed key on the curve.')
  const recipient = hexToBytes(key.value)
  const sender = await suite.createSenderContext({
    recipientPublicKey: await suite.kem.importKey('raw', recipient.buffer, true),
    info: INFO,
    ...(input.ephemeral && { ekm: await scalarPair(suite, input.ephemeral.privateKey) }),
  })
  const enc = new Uint8Array(sender.enc)
  const ciphertext = await sender.seal(concat(input.plaintext), concat(enc, recipient))
  return { enc, ciphertext: new Uint8Array(ciphertext) }
}

/**
 * Opens one message; a wrong key, bit, length, AAD, info or suite is OPEN_FAILED
 * (signing-formats.md 6.6).
 */
export async function openHpke(
  message: HpkeMessage,
  recipient: RecipientKey,
): Promise<Result<Bytes, 'OPEN_FAILED'>> {
  const suite = createSuite()
  try {
    const { recipientKey, publicKey } = await recipientPair(suite, recipient)
    const context = await suite.createRecipientContext({
      recipientKey,
      enc: concat(message.enc),
      info: INFO,
    })
    const aad = concat(message.enc, publicKey)
    return ok(new Uint8Array(await context.open(concat(message.ciphertext), aad)))
  } catch {
    return fail('OPEN_FAILED')
  }
}

async function recipientPair(suite: CipherSuite, recipient: RecipientKey) {
  if (typeof recipient === 'string') {
    const recipientKey = await scalarPair(suite, recipient)
    return { recipientKey, publicKey: p256.getPublicKey(hexToBytes(recipient, 32), false) }
  }
  const publicKey = hexToBytes(recipient.publicKeyUncompressed, 65)
  const imported = await suite.kem.importKey('raw', publicKey.buffer, true)
  return { recipientKey: { publicKey: imported, privateKey: recipient.privateKey }, publicKey }
}

async function scalarPair(suite: CipherSuite, privateKey: string): Promise<PlatformKeyPair> {
  const scalar = hexToBytes(privateKey, 32)
  const publicKey = hexToBytes(bytesToHex(p256.getPublicKey(scalar, false)))
  const pair = {
    publicKey: await suite.kem.importKey('raw', publicKey.buffer, true),
    privateKey: await suite.kem.importKey('raw', scalar.buffer, false),
  }
  scalar.fill(0)
  return pair
}
