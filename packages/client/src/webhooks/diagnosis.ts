import { systemTime } from './clock.ts'
import { toleranceDefault, type WebhookCall } from './verification.ts'
import { readEvent } from './event.ts'
import {
  bytesOf,
  checkHeaders,
  checkTimestamp,
  type GivenHeaders,
  readHeaders,
  readSecret,
  readSignatures,
} from './parts.ts'
import { type Found, searchSigning } from './search.ts'

export type WebhookCheck = {
  name: 'headers' | 'timestamp' | 'secret' | 'signature' | 'body'
  ok: boolean
  /** What was found, or what is wrong, as text. */
  detail: string
}
/** `ok` where `verifyWebhook` gives the event. The checks are always five, in this order. */
export type WebhookDiagnosis = { ok: boolean; checks: readonly WebhookCheck[] }

/**
 * Reports which part of a call to a webhook is wrong, where `verifyWebhook` only refuses: its age
 * and whether the body was written anew, whether the secret is another one or used in another form.
 */
export async function diagnoseWebhook({
  secret,
  headers,
  rawBody,
  now = systemTime(),
  toleranceSeconds = toleranceDefault,
}: WebhookCall): Promise<WebhookDiagnosis> {
  const secrets = typeof secret === 'string' ? [secret] : secret
  const given = readHeaders(headers)
  const body = bytesOf(rawBody)
  const found = await searchSigning(secrets, given, body)
  const checks = [
    headersCheck(given),
    timestampCheck(given, now, toleranceSeconds),
    secretCheck(secrets, found),
    signatureCheck(given, secrets.length, found),
    bodyCheck(body, found),
  ]
  return { ok: checks.every(({ ok }) => ok), checks }
}

function headersCheck(given: GivenHeaders): WebhookCheck {
  const checked = checkHeaders(given)
  const detail = checked.ok ? 'All three are there.' : checked.failure.message
  return { name: 'headers', ok: checked.ok, detail }
}

function timestampCheck(given: GivenHeaders, now: Date, tolerance: number): WebhookCheck {
  const text = given['webhook-timestamp']
  if (text === '') return { name: 'timestamp', ok: false, detail: 'There is none.' }
  const checked = checkTimestamp(text, now, tolerance)
  if (!checked.ok) return { name: 'timestamp', ok: false, detail: checked.failure.message }
  const age = checked.value
  const detail = age < 0 ? `${-age} seconds ahead of this clock.` : `${age} seconds old.`
  return { name: 'timestamp', ok: true, detail }
}

function secretCheck(secrets: readonly string[], found: Found | undefined): WebhookCheck {
  if (secrets.length === 0) return { name: 'secret', ok: false, detail: 'None was given.' }
  const failures = secrets
    .map(readSecret)
    .flatMap((read) => (read.ok ? [] : [read.failure.message]))
  const detail = [...failures, found?.key ?? ''].filter((text) => text !== '').join(' ')
  if (detail !== '') return { name: 'secret', ok: false, detail }
  return { name: 'secret', ok: true, detail: 'Well formed.' }
}

function signatureCheck(
  given: GivenHeaders,
  secrets: number,
  found: Found | undefined,
): WebhookCheck {
  const header = given['webhook-signature']
  if (header === '') return { name: 'signature', ok: false, detail: 'There is none.' }
  if (!found) return { name: 'signature', ok: false, detail: unmatched(header) }
  const flaws = [found.content, found.signature].filter((text) => text !== '')
  if (flaws.length > 0) return { name: 'signature', ok: false, detail: flaws.join(' ') }
  const which = secrets > 1 ? `secret ${found.secret + 1}` : 'the secret'
  const over = found.body === '' ? '' : ', over the body as it was sent'
  return { name: 'signature', ok: true, detail: `Made with ${which}${over}.` }
}

function unmatched(header: string): string {
  const versions = header.split(' ').flatMap((entry) => /^(v\w+),/.exec(entry)?.[1] ?? [])
  if (versions.length > 0 && !versions.includes('v1')) {
    return `It is of version ${versions.join(', ')}; only v1 is read.`
  }
  if (readSignatures(header).length === 0) {
    return 'It holds no v1 signature: v1, and the base64 of 32 bytes.'
  }
  return 'It fits neither this body nor any usual rewriting of it: the secret is another one than the sender’s, or id, timestamp or content were changed.'
}

function bodyCheck(body: Uint8Array, found: Found | undefined): WebhookCheck {
  if (found && found.body !== '') {
    const detail = `${found.body}: what is signed are the bytes as they came.`
    return { name: 'body', ok: false, detail }
  }
  const read = readEvent(body)
  if (!read.ok) return { name: 'body', ok: false, detail: read.failure.message }
  const { eventCategory, eventType, eventStatus } = read.value
  const detail = `${eventCategory}.${eventType} ${eventStatus}, ${body.length} bytes.`
  return { name: 'body', ok: true, detail }
}
