import { systemTime } from './clock.ts'
import { readEvent, type WebhookEvent } from './event.ts'
import {
  bytesOf,
  checkHeaders,
  checkTimestamp,
  isSignedBy,
  readHeaders,
  readSecret,
  readSignatures,
  type Refusal,
  signedBytes,
  type WebhookHeaders,
  type WebhookRefusal,
} from './parts.ts'

export type WebhookCall = {
  /** `whsec_…`, or several, as during a rotation. */
  secret: string | readonly string[]
  headers: WebhookHeaders
  /** The body as it came, before anything parsed it. */
  rawBody: string | Uint8Array
  /** The receiver's time; the machine's own by default. */
  now?: Date | undefined
  /** How far the two clocks may be apart, either way; 300 by default. */
  toleranceSeconds?: number | undefined
}

export const toleranceDefault = 300

/** The call was not sent by the service, is too old, or cannot be read. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
  readonly reason: WebhookRefusal

  constructor({ reason, message }: Refusal) {
    super(message)
    this.reason = reason
  }
}

/**
 * The event of a call to a partner's webhook, once its signature and its time are seen to be right
 * (Standard Webhooks; operations.md 12). WebCrypto alone: it runs on servers and in browsers.
 * The same event may come more than once; identified by its `eventId`.
 * @throws {WebhookRefused}
 */
export async function verifyWebhook({
  secret,
  headers,
  rawBody,
  now = systemTime(),
  toleranceSeconds = toleranceDefault,
}: WebhookCall): Promise<WebhookEvent> {
  const given = readHeaders(headers)
  valueOrThrow(checkHeaders(given))
  valueOrThrow(checkTimestamp(given['webhook-timestamp'], now, toleranceSeconds))
  const keys = secretsOf(secret).map((text) => valueOrThrow(readSecret(text)))
  const body = bytesOf(rawBody)
  const signed = signedBytes(given, body)
  const signatures = readSignatures(given['webhook-signature'])
  const found = await Promise.all(keys.map((key) => isSignedBy(key, signatures, signed)))
  if (!found.includes(true)) {
    throw new WebhookRefused({
      reason: 'SIGNATURE_INVALID',
      message: 'No signature was made with this secret over these bytes.',
    })
  }
  return valueOrThrow(readEvent(body))
}

/** @throws {WebhookRefused} where there is none at all */
function secretsOf(secret: string | readonly string[]): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (secrets.length > 0) return secrets
  throw new WebhookRefused({ reason: 'SECRET_INVALID', message: 'No secret was given.' })
}

function valueOrThrow<T>(result: { ok: true; value: T } | { ok: false; failure: Refusal }): T {
  if (result.ok) return result.value
  throw new WebhookRefused(result.failure)
}
