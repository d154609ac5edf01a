// The parts of a signed call, each read separately: verification stops at the first that is wrong,
// a diagnosis reports all of them.
import { type Bytes, concat, fail, fromBase64, ok, type Result, utf8 } from '@corridor/signing'

/** `Headers` of any maker, or a plain record as Node's; names compare without case. */
export type WebhookHeaders =
  | { get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export type WebhookRefusal =
  | 'MISSING_HEADER'
  | 'TIMESTAMP_INVALID'
  | 'TIMESTAMP_TOO_OLD'
  | 'TIMESTAMP_TOO_NEW'
  | 'SECRET_INVALID'
  | 'SIGNATURE_INVALID'
  | 'BODY_INVALID'
export type Refusal = { reason: WebhookRefusal; message: string }

export const headerNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
export type GivenHeaders = Record<(typeof headerNames)[number], string>

const secretPrefix = 'whsec_'
/** Standard Webhooks: between 24 and 64 bytes. */
const secretBytes = { min: 24, max: 64 }
const signatureBytes = 32

export const refuse = (reason: WebhookRefusal, message: string) =>
  fail<Refusal>({ reason, message })

/** `''` for what is not there. */
export function readHeaders(headers: WebhookHeaders): GivenHeaders {
  const read = (name: string): string => {
    if (isHeaders(headers)) return headers.get(name) ?? ''
    return Object.entries(headers)
      .filter(([key]) => key.toLowerCase() === name)
      .flatMap(([, value]) => value ?? [])
      .join(' ')
  }
  return {
    'webhook-id': read('webhook-id'),
    'webhook-timestamp': read('webhook-timestamp'),
    'webhook-signature': read('webhook-signature'),
  }
}

const isHeaders = (
  headers: WebhookHeaders,
): headers is Extract<WebhookHeaders, { get: (name: string) => string | null }> =>
  typeof headers.get === 'function'

export function checkHeaders(given: GivenHeaders): Result<GivenHeaders, Refusal> {
  const missing = headerNames.filter((name) => given[name] === '')
  if (missing.length > 0) return refuse('MISSING_HEADER', `Missing: ${missing.join(', ')}.`)
  return ok(given)
}

/** How many seconds ago it was signed; below zero where the sender's clock is ahead. */
export function checkTimestamp(
  text: string,
  now: Date,
  toleranceSeconds: number,
): Result<number, Refusal> {
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    return refuse('TIMESTAMP_INVALID', 'The timestamp is not a number of seconds since 1970.')
  }
  if (text.length > 11) {
    return refuse('TIMESTAMP_INVALID', 'The timestamp is in milliseconds; it should be in seconds.')
  }
  const age = Math.floor(now.getTime() / 1_000) - Number(text)
  if (Math.abs(age) <= toleranceSeconds) return ok(age)
  const allowed = `${toleranceSeconds} seconds are allowed.`
  return age < 0
    ? refuse('TIMESTAMP_TOO_NEW', `It is ${-age} seconds ahead of this clock; ${allowed}`)
    : refuse('TIMESTAMP_TOO_OLD', `It is ${age} seconds old; ${allowed}`)
}

/** The key of `whsec_…`: what follows, from base64. Its padding may be left off, as a double click does. */
export function readSecret(secret: string): Result<Bytes, Refusal> {
  if (!secret.startsWith(secretPrefix)) {
    return refuse('SECRET_INVALID', `The secret does not begin with ${secretPrefix}.`)
  }
  const key = decodeSecret(secret.slice(secretPrefix.length))
  if (!key) return refuse('SECRET_INVALID', `What follows ${secretPrefix} is not base64.`)
  if (key.length < secretBytes.min || key.length > secretBytes.max) {
    return refuse('SECRET_INVALID', `The secret has ${key.length} bytes: a part of it is missing.`)
  }
  return ok(key)
}

export function decodeSecret(text: string): Bytes | undefined {
  const bare = text.replace(/={1,2}$/, '')
  return fromBase64(bare.padEnd(Math.ceil(bare.length / 4) * 4, '='))
}

/** The signatures of version 1; what is of another version, or not well formed, never matches. */
export const readSignatures = (header: string): Bytes[] =>
  header.split(' ').flatMap((entry) => {
    const bytes = entry.startsWith('v1,') ? fromBase64(entry.slice('v1,'.length)) : undefined
    return bytes?.length === signatureBytes ? [bytes] : []
  })

/** What is signed: the bytes as they came, never what a parser made of them. */
export const signedBytes = (given: GivenHeaders, body: Uint8Array): Bytes =>
  concat(utf8(`${given['webhook-id']}.${given['webhook-timestamp']}.`), body)

const hmac = { name: 'HMAC', hash: 'SHA-256' }

/** Whether one of the signatures was made with this key; compared in constant time. */
export async function isSignedBy(
  key: Bytes,
  signatures: readonly Bytes[],
  signed: Bytes,
): Promise<boolean> {
  const { subtle } = globalThis.crypto
  const imported = await subtle.importKey('raw', key, hmac, false, ['verify'])
  const found = await Promise.all(
    signatures.map((signature) => subtle.verify(hmac, imported, signature, signed)),
  )
  return found.includes(true)
}

export const bytesOf = (body: string | Uint8Array): Uint8Array =>
  typeof body === 'string' ? utf8(body) : body
