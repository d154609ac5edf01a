// Crockford's alphabet without I, L, O and U, as in every id of the service (operations.md 1).
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** A prefix and 26 characters of 128 random bits, for what must not be guessed. */
export function randomId(prefix: string, random: (length: number) => Uint8Array): string {
  let bits = random(16).reduce((total, byte) => (total << 8n) | BigInt(byte), 0n)
  let text = ''
  for (let position = 0; position < 26; position++) {
    text = (ALPHABET[Number(bits & 31n)] ?? '') + text
    bits >>= 5n
  }
  return `${prefix}_${text}`
}

/** Decimal digits, each equally likely: bytes from 250 up are drawn again (guarantees.md 3.13). */
export function decimalCode(digits: number, random: (length: number) => Uint8Array): string {
  let code = ''
  while (code.length < digits) {
    for (const byte of random(digits)) {
      if (byte < 250 && code.length < digits) code += String(byte % 10)
    }
  }
  return code
}
