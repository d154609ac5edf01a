import type { JWK } from 'jose'

const keysMax = 100
/** The shortest RSA modulus: 2048 bits. */
const modulusBytesMin = 256

/** Where an issuer publishes what its clients need (OpenID Connect Discovery 4). */
export const discoveryUrl = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/**
 * The address of the key set out of a discovery document, or why there is none. The document must
 * name the very issuer that was asked for: another could sign in its place.
 */
export function readKeysUrl(body: Uint8Array, issuer: string): { url: string } | { wrong: string } {
  const document = readObject(body)
  if (!document) return { wrong: 'the discovery document is no JSON object' }
  if (document['issuer'] !== issuer) return { wrong: 'the discovery document names another issuer' }
  const url = document['jwks_uri']
  if (typeof url !== 'string' || !/^https:\/\//i.test(url))
    return { wrong: 'the discovery document names no https address of its keys' }
  return { url }
}

/**
 * The public keys of a set that a token may be signed with, without members that nobody needs.
 * Keys for encryption, symmetric and weak ones are left out. Undefined: it is no key set.
 */
export function readKeys(body: Uint8Array): JWK[] | undefined {
  const keys = readObject(body)?.['keys']
  if (!Array.isArray(keys) || keys.length > keysMax) return undefined
  return keys.flatMap((key: unknown) => (isObject(key) ? (usableKey(key) ?? []) : []))
}

function usableKey(key: Json): JWK | undefined {
  const { kty, use = 'sig', key_ops: operations = ['verify'] } = key
  if (use !== 'sig' || !Array.isArray(operations) || !operations.includes('verify'))
    return undefined
  if (kty === 'RSA') return rsaKey(key)
  return kty === 'EC' ? curveKey(key) : undefined
}

function rsaKey(key: Json): JWK | undefined {
  const [n, e] = [textOf(key, 'n'), textOf(key, 'e')]
  if (n === undefined || e === undefined || (key['alg'] ?? 'RS256') !== 'RS256') return undefined
  const modulus = stripped(Buffer.from(n, 'base64url'))
  // An exponent of 1 would make every number its own signature.
  const exponent = stripped(Buffer.from(e, 'base64url'))
  const isWeak = exponent.length === 0 || (exponent.length === 1 && (exponent[0] ?? 0) < 3)
  if (modulus.length < modulusBytesMin || isWeak) return undefined
  return { kty: 'RSA', n, e, alg: 'RS256', use: 'sig', ...named(key) }
}

function curveKey(key: Json): JWK | undefined {
  const [x, y] = [textOf(key, 'x'), textOf(key, 'y')]
  if (x === undefined || y === undefined || key['crv'] !== 'P-256') return undefined
  if ((key['alg'] ?? 'ES256') !== 'ES256') return undefined
  return { kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig', ...named(key) }
}

type Json = Readonly<Record<string, unknown>>

const named = (key: Json) => {
  const kid = textOf(key, 'kid')
  return kid === undefined ? {} : { kid }
}

const textOf = (object: Json, member: string): string | undefined => {
  const value = object[member]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Without the zero bytes in front, which add no strength. */
const stripped = (bytes: Uint8Array): Uint8Array => {
  const first = bytes.findIndex((byte) => byte !== 0)
  return first === -1 ? bytes.subarray(0, 0) : bytes.subarray(first)
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readObject(body: Uint8Array): Json | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
