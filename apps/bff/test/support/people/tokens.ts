export type Json = Record<string, unknown>
/** A signature over the text of header and claims. */
export type TokenSigner = (input: string) => Uint8Array

/** One part of a compact token: bytes and text as they are, anything else as JSON. */
export function tokenPart(value: unknown): string {
  const bytes =
    value instanceof Uint8Array
      ? value
      : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
  return Buffer.from(bytes).toString('base64url')
}

/** A compact token, whatever its parts say; as a library would refuse to make it. */
export function signedToken(header: unknown, claims: unknown, sign: TokenSigner): string {
  const input = `${tokenPart(header)}.${tokenPart(claims)}`
  return `${input}.${tokenPart(sign(input))}`
}
