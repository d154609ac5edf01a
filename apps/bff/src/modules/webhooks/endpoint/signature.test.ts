import { randomBytes } from 'node:crypto'
import { verifyWebhook, WebhookRefused } from '@corridor/client'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { hintOf, newSecret, signatureHeader } from './signature.ts'

/** The reference library reads the machine's clock. */
const present = () => Math.floor(Date.now() / 1_000)
const now = present()

const randomSecret = () => newSecret(randomBytes)

const bodyOf = (transactionId: string, status = 'COMPLETED') =>
  JSON.stringify({
    eventId: 'evt_1',
    eventCategory: 'transfer',
    eventType: 'transitioned',
    eventStatus: status,
    eventObject: { executionId: 'exec_1', transactionId, status, previousStatus: 'PROCESSING' },
    createdAt: '2026-11-20T09:29:58.000Z',
    sequence: 41,
    apiVersion: 'v1',
    environment: 'sandbox',
  })

const headersOf = (id: string, timestamp: number, signature: string) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
})

test('a secret is 32 random bytes, and its hint gives four letters away', () => {
  const secret = newSecret((bytes) => Buffer.alloc(bytes, 0xab))
  expect(secret).toBe(`whsec_${Buffer.alloc(32, 0xab).toString('base64')}`)
  expect(hintOf(secret)).toBe(secret.slice(-5, -1))
  expect(randomSecret()).not.toBe(randomSecret())
})

test('10,000 signed texts: the reference library makes the same header, and accepts ours', async () => {
  const secrets = Array.from({ length: 20 }, () => {
    const text = randomSecret()
    return { text, reference: new Webhook(text) }
  })
  const samples = fc.record({
    secret: fc.constantFrom(...secrets),
    id: fc.stringMatching(/^evt_[0-9a-z]{26}$/),
    transactionId: fc.string({ unit: 'binary', maxLength: 20 }),
    skew: fc.integer({ min: -240, max: 240 }),
  })
  await fc.assert(
    fc.asyncProperty(samples, async ({ secret, id, transactionId, skew }) => {
      const body = bodyOf(transactionId)
      // Anew each time: on a busy machine so many samples take longer than what is tolerated.
      const timestamp = present() + skew
      const header = signatureHeader([secret.text], { id, timestamp, body })
      const headers = headersOf(id, timestamp, header)
      expect(secret.reference.verify(body, headers)).toEqual(JSON.parse(body))
      expect(secret.reference.sign(id, new Date(timestamp * 1_000), body)).toBe(header)
      await verifyWebhook({ secret: secret.text, headers, rawBody: body })
    }),
    { numRuns: process.env['FULL'] ? 10_000 : 1_000 },
  )
}, 60_000)

test('in a rotation either secret alone verifies, by both libraries, and a third does not', async () => {
  const [older, newer, third] = [randomSecret(), randomSecret(), randomSecret()]
  const body = bodyOf('T-1')
  const signed = signatureHeader([newer, older], { id: 'evt_1', timestamp: now, body })
  expect(signed).toMatch(/^v1,\S{44} v1,\S{44}$/)
  const headers = headersOf('evt_1', now, signed)
  const verdict = async (secret: string) => [
    await verifyWebhook({ secret, headers, rawBody: body }).then(
      () => true,
      () => false,
    ),
    accepts(secret, body, headers),
  ]
  expect(await verdict(older)).toEqual([true, true])
  expect(await verdict(newer)).toEqual([true, true])
  expect(await verdict(third)).toEqual([false, false])
})

test('every single-bit change of a header we made is refused by both libraries', async () => {
  const secret = randomSecret()
  const body = bodyOf('T-1')
  const signed = { id: 'evt_1', timestamp: now, body }
  const right = headersOf('evt_1', now, signatureHeader([secret], signed))
  expect(accepts(secret, body, right)).toBe(true)
  for (const [name, text] of Object.entries(right)) {
    for (let bit = 0; bit < text.length * 8; bit += 1) {
      const bytes = Buffer.from(text, 'latin1')
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const headers = { ...right, [name]: bytes.toString('latin1') }
      expect(accepts(secret, body, headers), `${name}, bit ${bit}`).toBe(false)
      const ours = verifyWebhook({ secret, headers, rawBody: body })
      await expect(ours, `${name}, bit ${bit}`).rejects.toBeInstanceOf(WebhookRefused)
    }
  }
})

function accepts(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}
