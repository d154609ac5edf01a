import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, expectTypeOf, test } from 'vitest'
import {
  verifyWebhook,
  type WebhookCall,
  type WebhookEvent,
  WebhookRefused,
  type WebhookRefusal,
} from '../index.ts'

const now = new Date('2026-11-20T09:30:00.250Z')
const seconds = Math.floor(now.getTime() / 1_000)
const secretOf = (byte: number, length = 32) =>
  `whsec_${Buffer.alloc(length, byte).toString('base64')}`
const secret = secretOf(7)

const event = {
  eventId: 'evt_01kahq0v6s9m3d2n8x5t7c1b4e',
  eventCategory: 'transfer',
  eventType: 'transitioned',
  eventStatus: 'COMPLETED',
  eventObject: {
    executionId: 'exec_01kahq0v6s9m3d2n8x5t7c1b4f',
    transactionId: 'Zürich-7 → “Lagos”',
    status: 'COMPLETED',
    previousStatus: 'PROCESSING',
  },
  createdAt: '2026-11-20T09:29:58.000Z',
  sequence: 41,
  apiVersion: 'v1',
  environment: 'sandbox',
}
const rawBody = JSON.stringify(event)

/** What the reference library signs, as a partner's server gets it. */
function signedBy(signer: string, body = rawBody, timestamp = seconds) {
  return {
    'webhook-id': event.eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': new Webhook(signer).sign(event.eventId, new Date(timestamp * 1_000), body),
  }
}
const headers = signedBy(secret)
const call: WebhookCall = { secret, headers, rawBody, now }

async function refusal(changed: Partial<WebhookCall>): Promise<WebhookRefusal | 'accepted'> {
  return verifyWebhook({ ...call, ...changed }).then(
    () => 'accepted' as const,
    (error: unknown) => {
      if (error instanceof WebhookRefused) return error.reason
      throw error
    },
  )
}

const list = {
  ...headers,
  'webhook-signature': `${signedBy(secretOf(9))['webhook-signature']} v1a,x ${headers['webhook-signature']}`,
}

test.each<[string, Partial<WebhookCall>]>([
  ['a record of lower case names', {}],
  ['names in other letters', { headers: capital(headers) }],
  ['values in lists, as some servers have them', { headers: inLists(headers) }],
  ['Headers of fetch', { headers: new Headers(headers) }],
  ['the body’s bytes', { rawBody: new TextEncoder().encode(rawBody) }],
  ['the bytes of a Buffer in a pool', { rawBody: Buffer.from(rawBody) }],
  ['a list of signatures, the second ours', { headers: list }],
  ['two secrets, the second signs', { secret: [secretOf(1), secret] }],
  ['two secrets, the first signs', { secret: [secret, secretOf(1)] }],
  ['a secret copied without its padding', { secret: secret.replace(/=+$/, '') }],
  ['a clock that is 300 seconds ahead', { now: new Date(now.getTime() + 300_000) }],
  ['a clock that is 300 seconds behind', { now: new Date(now.getTime() - 300_000) }],
])('accepted: %s', async (_, changed) => {
  expect(await verifyWebhook({ ...call, ...changed })).toEqual(event)
})

const without = (name: keyof typeof headers) => ({ ...headers, [name]: undefined })
const at = (timestamp: string) => ({ headers: { ...headers, 'webhook-timestamp': timestamp } })
const signature = (text: string) => ({ headers: { ...headers, 'webhook-signature': text } })
const base64 = headers['webhook-signature'].slice('v1,'.length)

test.each<[WebhookRefusal, string, Partial<WebhookCall>]>([
  ['MISSING_HEADER', 'no header at all', { headers: {} }],
  ['MISSING_HEADER', 'no id', { headers: without('webhook-id') }],
  ['MISSING_HEADER', 'no timestamp', { headers: without('webhook-timestamp') }],
  ['MISSING_HEADER', 'no signature', { headers: without('webhook-signature') }],
  ['MISSING_HEADER', 'an empty signature', signature('')],
  ['MISSING_HEADER', 'no header in Headers', { headers: new Headers() }],
  ['TIMESTAMP_INVALID', 'words', at('soon')],
  ['TIMESTAMP_INVALID', 'milliseconds', at(`${seconds}000`)],
  ['TIMESTAMP_INVALID', 'a fraction', at(`${seconds}.5`)],
  ['TIMESTAMP_INVALID', 'what a lenient reader cuts off', at(`${seconds}x`)],
  ['TIMESTAMP_INVALID', 'a sign', at(`+${seconds}`)],
  ['TIMESTAMP_INVALID', 'twice', { headers: { ...headers, 'Webhook-Timestamp': String(seconds) } }],
  ['TIMESTAMP_TOO_OLD', 'a second too old', { now: new Date(now.getTime() + 301_000) }],
  ['TIMESTAMP_TOO_NEW', 'a second too new', { now: new Date(now.getTime() - 301_000) }],
  ['TIMESTAMP_TOO_OLD', 'a tolerance that is no number', { toleranceSeconds: Number.NaN }],
  ['TIMESTAMP_TOO_OLD', 'a clock that is no time', { now: new Date(Number.NaN) }],
  ['SECRET_INVALID', 'no secret', { secret: '' }],
  ['SECRET_INVALID', 'no secret in a list', { secret: [] }],
  ['SECRET_INVALID', 'the base64 alone', { secret: secret.slice('whsec_'.length) }],
  ['SECRET_INVALID', 'a line end behind it', { secret: `${secret}\n` }],
  ['SECRET_INVALID', 'letters outside base64', { secret: 'whsec_§§§§' }],
  ['SECRET_INVALID', 'half of it', { secret: secret.slice(0, 30) }],
  ['SECRET_INVALID', 'one good, one not', { secret: [secret, 'whsec_'] }],
  ['SIGNATURE_INVALID', 'another secret', { secret: secretOf(8) }],
  ['SIGNATURE_INVALID', 'another version', signature(`v1a,${base64}`)],
  ['SIGNATURE_INVALID', 'no version', signature(base64)],
  ['SIGNATURE_INVALID', 'no padding', signature(`v1,${base64.replace(/=+$/, '')}`)],
  ['SIGNATURE_INVALID', 'a byte too few', signature(`v1,${base64.slice(4)}`)],
  ['SIGNATURE_INVALID', 'an empty one', signature('v1,')],
  ['SIGNATURE_INVALID', 'commas for spaces', signature(`v1,${base64},v1,${base64}`)],
  ['SIGNATURE_INVALID', 'a parsed and printed body', { rawBody: JSON.stringify(event, null, 2) }],
  ['SIGNATURE_INVALID', 'another id', { headers: { ...headers, 'webhook-id': 'evt_2' } }],
  ['SIGNATURE_INVALID', 'another second', at(String(seconds + 1))],
])('%s: %s', async (reason, _, changed) => {
  expect(await refusal(changed)).toBe(reason)
})

test.each<[string, unknown]>([
  ['a list', [event]],
  ['a word', 'event'],
  ['no event', { eventId: 'evt_1' }],
  ['an object in a list', { ...event, eventObject: [event.eventObject] }],
  [
    'an object without status',
    { ...event, eventObject: { ...event.eventObject, status: undefined } },
  ],
  ['a number in words', { ...event, sequence: '41' }],
  ['changes in a list', { ...event, changes: [] }],
  ['a version in numbers', { ...event, apiVersion: 1 }],
])('BODY_INVALID, although it is signed: %s', async (_, value) => {
  const body = JSON.stringify(value)
  expect(await refusal({ rawBody: body, headers: signedBy(secret, body) })).toBe('BODY_INVALID')
})

test.each([
  ['empty', ''],
  ['cut off', rawBody.slice(0, -1)],
  ['with a byte order mark', `\uFEFF${rawBody}`],
])('BODY_INVALID, although it is signed: %s', async (_, body) => {
  expect(await refusal({ rawBody: body, headers: signedBy(secret, body) })).toBe('BODY_INVALID')
})

// The one event that the specification shows, and what may come one day.
const observed = {
  eventId: '6f1c',
  eventCategory: 'webhook',
  eventType: 'updated',
  eventStatus: 'funds_received',
  eventObject: {
    executionId: 'exec_1',
    transactionId: 'T-1',
    status: 'PROCESSING',
    previousStatus: 'PENDING',
  },
  createdAt: '2025-01-05T12:00:00Z',
}
test.each([
  ['the observed one: webhook.updated funds_received, with a transfer', observed],
  [
    'words and members of tomorrow',
    {
      ...observed,
      eventCategory: 'swap',
      eventType: 'quaked',
      colour: { hue: 3 },
      changes: { fee: [1, 2] },
      eventObject: { ...observed.eventObject, legs: [{ n: 1 }] },
    },
  ],
])('an event is taken as it is: %s', async (_, value) => {
  const body = JSON.stringify(value)
  const given = { ...call, rawBody: body, headers: signedBy(secret, body) }
  expect(await verifyWebhook(given)).toEqual(value)
})

test('the types: values are open, standard members are there, further ones may be', () => {
  expectTypeOf<WebhookEvent['eventCategory']>().toEqualTypeOf<string>()
  expectTypeOf<WebhookEvent['eventObject']['previousStatus']>().toEqualTypeOf<string>()
  expectTypeOf<WebhookEvent['eventObject']['teleportId']>().toBeUnknown()
  expectTypeOf<WebhookEvent['sequence']>().toEqualTypeOf<number | undefined>()
})

test('what the reference library signs is accepted, whatever id, secret, time and text', async () => {
  const texts = fc.string({ unit: 'grapheme' })
  const samples = fc.record({
    id: fc.string({ minLength: 1 }).map((text) => `evt_${text.trim()}`),
    key: fc.uint8Array({ minLength: 24, maxLength: 64 }),
    time: fc.integer({ min: 1_000_000, max: 4_000_000_000 }),
    status: texts,
    transactionId: texts,
  })
  await fc.assert(
    fc.asyncProperty(samples, async ({ id, key, time, status, transactionId }) => {
      const signer = `whsec_${Buffer.from(key).toString('base64')}`
      const value = { ...observed, eventObject: { ...observed.eventObject, status, transactionId } }
      const body = JSON.stringify(value)
      const date = new Date(time * 1_000)
      const given = {
        'webhook-id': id,
        'webhook-timestamp': String(time),
        'webhook-signature': new Webhook(signer).sign(id, date, body),
      }
      const read = await verifyWebhook({ secret: signer, headers: given, rawBody: body, now: date })
      expect(read).toEqual(value)
    }),
    { numRuns: 2_000 },
  )
})

function capital(record: Record<string, string>): Record<string, string> {
  const name = (text: string) => text.replaceAll(/(^|-)\w/g, (letter) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [name(key), value]))
}

function inLists(record: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, [value]]))
}
