import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { verifyWebhook, WebhookRefused } from '../index.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const reference = new Webhook(secret)
// The reference library reads the machine's clock, so both do.
const timestamp = new Date(Math.floor(Date.now() / 1_000) * 1_000)

const flips = process.env['FULL'] ? 10_000 : 1_500

const parts = ['id', 'timestamp', 'signature', 'body'] as const
type Part = (typeof parts)[number]
type Call = Record<Part, Buffer>

function signed(eventId: string, transactionId: string): Call {
  const body = JSON.stringify({
    eventId,
    eventCategory: 'transfer',
    eventType: 'transitioned',
    eventStatus: 'COMPLETED',
    eventObject: {
      executionId: 'exec_1',
      transactionId,
      status: 'COMPLETED',
      previousStatus: 'PROCESSING',
    },
    createdAt: '2026-11-20T09:29:58.000Z',
    sequence: 41,
  })
  return {
    id: Buffer.from(eventId),
    timestamp: Buffer.from(String(timestamp.getTime() / 1_000)),
    signature: Buffer.from(reference.sign(eventId, timestamp, body)),
    body: Buffer.from(body),
  }
}

const flipped = (call: Call, part: Part, bit: number): Call => {
  const bytes = Buffer.from(call[part])
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return { ...call, [part]: bytes }
}
/** A header's bytes as HTTP gives them to a program. */
const headersOf = ({ id, timestamp: time, signature }: Call) => ({
  'webhook-id': id.toString('latin1'),
  'webhook-timestamp': time.toString('latin1'),
  'webhook-signature': signature.toString('latin1'),
})

async function verdicts(call: Call): Promise<{ ours: boolean; reference: boolean }> {
  const headers = headersOf(call)
  const ours = await verifyWebhook({ secret, headers, rawBody: call.body }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof WebhookRefused) return false
      throw error
    },
  )
  try {
    reference.verify(call.body, headers)
    return { ours, reference: true }
  } catch {
    return { ours, reference: false }
  }
}
const both = { ours: true, reference: true }
const neither = { ours: false, reference: false }

describe('every single-bit change is refused, by us and by the reference library', () => {
  const event = signed('evt_01kahq0v6s9m3d2n8x5t7c1b4e', 'Zürich-7')

  test.each(parts)('each bit of one event’s %s', async (part) => {
    expect(await verdicts(event)).toEqual(both)
    const accepted: number[] = []
    for (let bit = 0; bit < event[part].length * 8; bit += 1) {
      const found = await verdicts(flipped(event, part, bit))
      if (found.ours || found.reference) accepted.push(bit)
    }
    expect(accepted).toEqual([])
  })

  test(`any bit of a hundred events, ${flips} times`, async () => {
    const texts = fc.tuple(fc.stringMatching(/^evt_[0-9a-z]{26}$/), fc.string({ unit: 'grapheme' }))
    const events = fc.sample(texts, 100).map(([id, transactionId]) => signed(id, transactionId))
    const changes = fc.tuple(fc.constantFrom(...events), fc.constantFrom(...parts), fc.nat())
    await fc.assert(
      fc.asyncProperty(changes, async ([call, part, at]) => {
        const changed = flipped(call, part, at % (call[part].length * 8))
        expect(await verdicts(changed)).toEqual(neither)
      }),
      { numRuns: flips },
    )
    for (const call of events) expect(await verdicts(call)).toEqual(both)
  }, 60_000)
})
