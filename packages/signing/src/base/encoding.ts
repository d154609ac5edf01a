import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex as nobleToHex, hexToBytes as nobleFromHex } from '@noble/hashes/utils.js'
import { base64, base64urlnopad, createBase58check } from '@scure/base'

/** Bytes with their own buffer, the form WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>

const HEX = /^(?:[0-9a-f]{2})*$/
const encoder = new TextEncoder()
// A byte-order mark is data here: dropping it would change what was signed (signing-formats.md 1,
// 2.2).
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const checked58 = createBase58check(sha256)

/** Lower-case hex without prefix (signing-formats.md 1). */
export function bytesToHex(bytes: Uint8Array): string {
  return nobleToHex(bytes)
}

/** True for lower-case, even-length hex without prefix, of exactly `length` bytes when set. */
export function isHex(text: string, length?: number): boolean {
  return HEX.test(text) && (length === undefined || text.length === length * 2)
}

/**
 * Bytes of lower-case hex (signing-formats.md 1), for text already known to be hex.
 * @throws {TypeError} on upper case, a prefix, an odd length, or another length than asked for.
 */
export function hexToBytes(hex: string, length?: number): Bytes {
  if (!isHex(hex, length)) throw new TypeError('Expected lower-case hex without prefix.')
  return nobleFromHex(hex)
}

/** Unpadded base64url (signing-formats.md 1). */
export function toBase64Url(bytes: Uint8Array): string {
  return base64urlnopad.encode(bytes)
}

/**
 * Bytes of base64url; tolerates padding and the `+ /` alphabet (signing-formats.md 2.2), else
 * undefined.
 */
export function fromBase64Url(text: string): Bytes | undefined {
  const unpadded = text
    .replace(/={1,2}$/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  return attempt(() => new Uint8Array(base64urlnopad.decode(unpadded)))
}

/** Standard padded base64 (signing-formats.md 10.5). */
export function toBase64(bytes: Uint8Array): string {
  return base64.encode(bytes)
}

/** Bytes of standard padded base64, strictly; undefined for anything else. */
export function fromBase64(text: string): Bytes | undefined {
  return attempt(() => new Uint8Array(base64.decode(text)))
}

/**
 * Base58 over the payload and the first four bytes of its double SHA-256 (signing-formats.md 1).
 */
export const base58check = {
  encode: (payload: Uint8Array): string => checked58.encode(payload),
  decode: (text: string) => attempt(() => new Uint8Array(checked58.decode(text))),
}

/** What TextEncoder gives: no byte-order mark is added or removed (signing-formats.md 1). */
export function utf8(text: string): Bytes {
  return encoder.encode(text)
}

/** Text of UTF-8 bytes, or undefined when they are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  return attempt(() => decoder.decode(bytes))
}

/** The JSON object of a text, or undefined: arrays, null and bare values do not count. */
export function parseJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value: unknown = attempt((): unknown => JSON.parse(text))
  return isRecord(value) ? value : undefined
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Bytes one after another, in a fresh buffer. */
export function concat(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((total, part) => total + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

/** Compares without stopping at the first difference; the lengths are not secret. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false
  let difference = 0
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0)
  return difference === 0
}

/** The value of a parser that throws on bad input, or undefined. */
export function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch {
    return undefined
  }
}
