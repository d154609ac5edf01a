import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import {
  fromBase64Url,
  hexToBytes,
  parseJsonObject,
  toBase64Url,
  utf8,
  utf8Text,
} from '../base/encoding.ts'

/**
 * How often the signing input is hashed: once by the standard, twice in session tokens
 * (signing-formats.md 8.1, 8.2).
 */
export type Hashing = 'single' | 'double'

const PART = /^[A-Za-z0-9_-]+$/

/** An ES256 token with the header of signing-formats.md 8.1 and a 64-byte signature. */
export function writeJwt(
  claims: Readonly<Record<string, unknown>>,
  privateKey: Uint8Array,
  hashing: Hashing,
): string {
  const header = toBase64Url(utf8(JSON.stringify({ alg: 'ES256', typ: 'JWT' })))
  const input = `${header}.${toBase64Url(utf8(JSON.stringify(claims)))}`
  const options = { prehash: false, lowS: false } as const
  const signature = p256.sign(digestOf(input, hashing), privateKey, options)
  return `${input}.${toBase64Url(signature)}`
}

/** The claims of a token whose header and signature hold, or undefined. The key is hex of either form. */
export function readJwt(
  token: string,
  publicKey: string,
  hashing: Hashing,
): Readonly<Record<string, unknown>> | undefined {
  const [header = '', payload = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || ![header, payload, signature].every((part) => PART.test(part))) {
    return undefined
  }
  const raw = fromBase64Url(signature)
  const { alg, typ, ...others } = readPart(header) ?? {}
  if (alg !== 'ES256' || typ !== 'JWT' || Object.keys(others).length > 0) return undefined
  if (raw?.length !== 64) return undefined

  const digest = digestOf(`${header}.${payload}`, hashing)
  const options = { prehash: false, lowS: false } as const
  return p256.verify(raw, digest, hexToBytes(publicKey), options) ? readPart(payload) : undefined
}

function digestOf(input: string, hashing: Hashing) {
  const once = sha256(utf8(input))
  return hashing === 'single' ? once : sha256(once)
}

function readPart(part: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = fromBase64Url(part)
  const text = bytes && utf8Text(bytes)
  return text === undefined ? undefined : parseJsonObject(text)
}
