import { p256 } from '@noble/curves/nist.js'
import { concat, type Bytes } from '../base/encoding.ts'

/**
 * The 64-byte `r ‖ s` of a DER signature `30 len 02 lenR R 02 lenS S` (signing-formats.md 1, 2.2
 * step 4). Strict: short-form lengths, minimal positive integers, nothing after. `MALFORMED` is
 * undefined; a well-formed integer of more than 32 bytes cannot be a scalar and gives
 * `OUT_OF_RANGE`.
 */
export function readDerSignature(der: Uint8Array): Bytes | 'OUT_OF_RANGE' | undefined {
  if (der.length < 8 || der.length > 72) return undefined
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return undefined
  const r = readInteger(der, 2)
  if (!r) return undefined
  const s = readInteger(der, r.end)
  if (!s || s.end !== der.length) return undefined
  if (r.digits.length > 32 || s.digits.length > 32) return 'OUT_OF_RANGE'

  const raw = new Uint8Array(64)
  raw.set(r.digits, 32 - r.digits.length)
  raw.set(s.digits, 64 - s.digits.length)
  return raw
}

/** DER of a 64-byte `r ‖ s`, for signers that answer in the raw form such as WebCrypto. */
export function writeDerSignature(raw: Uint8Array): Bytes {
  if (raw.length !== 64) throw new TypeError('Expected a 64-byte signature.')
  return new Uint8Array(p256.Signature.fromBytes(raw, 'compact').toBytes('der'))
}

function readInteger(der: Uint8Array, start: number): { digits: Bytes; end: number } | undefined {
  const length = der[start + 1]
  const first = der[start + 2]
  if (der[start] !== 0x02 || length === undefined || first === undefined) return undefined
  if (length === 0 || length > 0x7f) return undefined
  const end = start + 2 + length
  if (end > der.length) return undefined

  if (first & 0x80) return undefined
  const padded = first === 0 && length > 1
  if (padded && ((der[start + 3] ?? 0) & 0x80) === 0) return undefined
  return { digits: concat(der.subarray(start + (padded ? 3 : 2), end)), end }
}
