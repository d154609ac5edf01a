import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

/** A new signing secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks). */
export const newSecret = (random: (bytes: number) => Uint8Array): string =>
  prefix + Buffer.from(random(secretBytes)).toString('base64')

/** Distinguishes secrets on a page without revealing them. */
export const hintOf = (secret: string): string => secret.replace(/=+$/, '').slice(-4)

export type Signed = {
  /** The event's id; it contains no dot. */
  id: string
  /** Unix seconds in real time, because receivers compare it with theirs. */
  timestamp: number
  /** The exact text that is sent. */
  body: string
}

/** A secret made ready to sign with, which costs five times as much as signing. */
export const signingKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.slice(prefix.length), 'base64'))

/**
 * The header `webhook-signature`: for each secret `v1,` and base64 HMAC-SHA256 over
 * `id.timestamp.body`, separated by spaces (operations.md 12).
 */
export function signatureOf(keys: readonly KeyObject[], { id, timestamp, body }: Signed): string {
  const signed = `${id}.${timestamp}.${body}`
  return keys
    .map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    .join(' ')
}

/** The same for secrets that are used once. */
export const signatureHeader = (secrets: readonly string[], signed: Signed): string =>
  signatureOf(secrets.map(signingKey), signed)
