import { createHmac, type KeyObject } from 'node:crypto'
import { crc32 } from 'node:zlib'

// cor_<environment>_<8 id>_<43 secret>_<6 checksum>: widths are fixed, so junk is dropped by the
// pattern and the checksum, before any query.
const pattern = /^(cor_(sandbox|live)_([0-9A-Za-z]{8})_([0-9A-Za-z]{43}))_([0-9A-Za-z]{6})$/
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const lookupLength = 8
const secretLength = 43
const checksumLength = 6
const secretBytes = 32

export type Environment = 'sandbox' | 'live'
export type KeyParts = { environment: Environment; lookup: string; secret: string }

/** Draws a new key. The text is shown once; `lookup` and a hash of `secret` are what is kept. */
export function drawKey(environment: Environment, random: (bytes: number) => Uint8Array) {
  const lookup = base62(bigIntOf(random(16)), lookupLength)
  const secret = base62(bigIntOf(random(secretBytes)), secretLength)
  const body = `cor_${environment}_${lookup}_${secret}`
  return { environment, lookup, secret, text: `${body}_${checksum(body)}` }
}

/** The parts of a key's text, or undefined where it cannot be a key. */
export function parseKey(text: string): KeyParts | undefined {
  const found = pattern.exec(text)
  const [, body = '', environment, lookup = '', secret = '', sum] = found ?? []
  if (!found || checksum(body) !== sum) return undefined
  return { environment: environment === 'live' ? 'live' : 'sandbox', lookup, secret }
}

/** What is stored of a secret: SHA-256 keyed by a pepper that is not in the database. */
export const hashSecret = (pepper: Uint8Array | KeyObject, secret: string): Buffer =>
  createHmac('sha256', pepper).update(secret).digest()

const checksum = (body: string) => base62(BigInt(crc32(body)), checksumLength)

const bigIntOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

/** The lowest `length` base-62 digits of a number. */
function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) {
    text = alphabet.charAt(Number(rest % 62n)) + text
  }
  return text
}
