import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import type { Kek } from '../../db/kek.ts'

/** What the audit log is sealed and witnessed with; all of it follows from the key-encryption key. */
export type AuditKeys = {
  /** The version that new seals are made with. */
  version: number
  /** The key of a version; none where there was no such version. */
  sealKey: (version: number) => Uint8Array | undefined
  /** HMAC-SHA256 of a line of the witness. */
  witnessMac: (text: string) => string
  isWitnessMac: (text: string, mac: string) => boolean
  /** Ed25519, base64. */
  sign: (text: string) => string
  isSignature: (text: string, signature: string) => boolean
  /** The key that checks signatures, as PEM: anybody may have it. */
  publicKey: string
  /** The same as its 32 bytes, lower-case hex. */
  publicKeyHex: string
}

const version = 1
/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex')

/** `keys rotate` gives wallets new keys and leaves these alone, so old seals stay good. */
export function auditKeys(kek: Pick<Kek, 'derive'>): AuditKeys {
  const sealing = kek.derive(`audit/seal/v${version}`)
  const witness = kek.derive(`audit/witness/v${version}`)
  const privateKey = createPrivateKey({
    key: Buffer.concat([privateKeyHead, kek.derive(`audit/checkpoint/v${version}`)]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(privateKey)
  const mac = (text: string) => createHmac('sha256', witness).update(text).digest()
  return {
    version,
    sealKey: (asked) => (asked === version ? sealing : undefined),
    witnessMac: (text) => mac(text).toString('hex'),
    isWitnessMac: (text, given) => {
      const bytes = Buffer.from(given, 'hex')
      return bytes.length === 32 && timingSafeEqual(bytes, mac(text))
    },
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
    isSignature: (text, signature) =>
      verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
    publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    // What stands before the key in SPKI is of a fixed length (RFC 8410).
    publicKeyHex: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
  }
}
