import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diagnoseWebhook, verifyWebhook, type WebhookCall } from '../index.ts'

const now = new Date('2026-11-20T09:30:00.000Z')
const timestamp = String(now.getTime() / 1_000 - 3)
const id = 'evt_01kahq0v6s9m3d2n8x5t7c1b4e'
const key = Buffer.alloc(32, 0xfb)
const secret = `whsec_${key.toString('base64')}`
const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`

/** As the service writes it: inner members as the database keeps them. */
const event = {
  eventId: id,
  eventCategory: 'transfer',
  eventType: 'transitioned',
  eventStatus: 'COMPLETED',
  eventObject: {
    status: 'COMPLETED',
    amountIn: { amount: 10.5, currency: 'EUR' },
    executionId: 'exec_1',
    transactionId: 'Zürich/7 <a@b>',
    previousStatus: 'PROCESSING',
  },
  createdAt: '2026-11-20T09:29:57.000Z',
  sequence: 41,
  changes: { fee: [1, { to: 2, from: 1 }] },
  apiVersion: 'v1',
  environment: 'sandbox',
}
const rawBody = JSON.stringify(event)

const hmac = (signer: string | Buffer, content: string) =>
  createHmac('sha256', signer).update(content).digest()
const right = hmac(key, `${id}.${timestamp}.${rawBody}`).toString('base64')
const headers = {
  'webhook-id': id,
  'webhook-timestamp': timestamp,
  'webhook-signature': `v1,${right}`,
}
const call: WebhookCall = { secret, headers, rawBody, now }
const signature = (text: string) => ({ headers: { ...headers, 'webhook-signature': text } })
const signedWith = (signer: string | Buffer, content = `${id}.${timestamp}.${rawBody}`) =>
  signature(`v1,${hmac(signer, content).toString('base64')}`)

/** The checks that fail, with what they say. */
async function failing(changed: Partial<WebhookCall>): Promise<Record<string, string>> {
  const { ok, checks } = await diagnoseWebhook({ ...call, ...changed })
  expect(checks.map(({ name }) => name)).toEqual([
    'headers',
    'timestamp',
    'secret',
    'signature',
    'body',
  ])
  const failed = checks.filter((check) => !check.ok)
  expect(ok).toBe(failed.length === 0)
  return Object.fromEntries(failed.map(({ name, detail }) => [name, detail]))
}

test('what verifies has five good checks, and says how old it is and what it holds', async () => {
  const { ok, checks } = await diagnoseWebhook(call)
  expect([ok, checks.map(({ detail }) => detail)]).toEqual([
    true,
    [
      'All three are there.',
      '3 seconds old.',
      'Well formed.',
      'Made with the secret.',
      `transfer.transitioned COMPLETED, ${Buffer.byteLength(rawBody)} bytes.`,
    ],
  ])
})

test('of several secrets it says which one signed', async () => {
  const { checks } = await diagnoseWebhook({ ...call, secret: [other, secret] })
  expect(checks[3]).toEqual({ name: 'signature', ok: true, detail: 'Made with secret 2.' })
})

test('a clock behind the sender’s is reported', async () => {
  const { checks } = await diagnoseWebhook({ ...call, now: new Date(now.getTime() - 10_000) })
  expect(checks[1]?.detail).toBe('7 seconds ahead of this clock.')
})

const pythonDump = rawBody
  .replaceAll('":', '": ')
  .replaceAll(',"', ', "')
  .replaceAll('ü', String.raw`\u00fc`)
const bySortedKeys = JSON.stringify(sortedByName(event))

test.each<[string, string | Uint8Array, string]>([
  ['pretty-printed', JSON.stringify(event, null, 2), 'with other spaces or escapes'],
  [
    'pretty-printed with tabs and CRLF',
    JSON.stringify(event, null, '\t').replaceAll('\n', '\r\n'),
    'with other spaces or escapes',
  ],
  ['a line end at its end', `${rawBody}\n`, 'Spaces or line ends were put around it'],
  ['CRLF at its end', `${rawBody}\r\n`, 'Spaces or line ends were put around it'],
  ['a byte order mark', `\uFEFF${rawBody}`, 'Spaces or line ends were put around it'],
  ['as Python writes it', pythonDump, 'with other spaces or escapes'],
  ['as PHP writes it', rawBody.replaceAll('/', String.raw`\/`), 'with other spaces or escapes'],
  [
    'as Go writes it',
    rawBody.replaceAll('<', String.raw`\u003c`).replaceAll('>', String.raw`\u003e`),
    'with other spaces or escapes',
  ],
  ['a float with a zero', rawBody.replace('10.5', '10.50'), 'with other spaces or escapes'],
  ['members by name', bySortedKeys, 'with its members in another order'],
  [
    'members by name, pretty-printed',
    JSON.stringify(sortedByName(event), null, 2),
    'with its members in another order',
  ],
  ['bytes taken for letters', Buffer.from(rawBody).toString('latin1'), 'read as Latin-1'],
])('a body that was changed on its way is reported: %s', async (_, changed, says) => {
  const failed = await failing({ rawBody: changed })
  expect(Object.keys(failed)).toEqual(['body'])
  expect(failed['body']).toContain(says)
  expect(failed['body']).toContain('what is signed are the bytes as they came')
})

test.each<[string, string]>([
  [`${rawBody}\n`, 'Its last line end was cut off'],
  [JSON.stringify(event, null, 2), 'printed on one line'],
])('a sender that writes otherwise than we do: %#', async (sent, says) => {
  const changed = signedWith(key, `${id}.${timestamp}.${sent}`)
  expect((await failing(changed))['body']).toContain(says)
})

test('line ends inside a signed text that became CRLF', async () => {
  const sent = JSON.stringify(event, null, 2)
  const changed = signedWith(key, `${id}.${timestamp}.${sent}`)
  const failed = await failing({ ...changed, rawBody: sent.replaceAll('\n', '\r\n') })
  expect(failed['body']).toContain('CRLF')
})

test.each<[string, Partial<WebhookCall>, Record<string, string>]>([
  ['another secret', { secret: other }, { signature: 'the secret is another one' }],
  [
    'the prefix is missing',
    { secret: secret.slice(6) },
    { secret: 'does not begin with whsec_. But for its form it is the right one' },
  ],
  [
    'a line end behind the secret',
    { secret: `${secret}\n` },
    { secret: 'not base64. But for its form it is the right one' },
  ],
  [
    'in base64url',
    { secret: secret.replaceAll('+', '-').replaceAll('/', '_') },
    { secret: 'But for its form' },
  ],
  [
    'a part of the secret',
    { secret: secret.slice(0, 30) },
    { secret: 'has 18 bytes', signature: 'the secret is another one' },
  ],
  ['no secret', { secret: [] }, { secret: 'None was given', signature: '' }],
  ['an empty secret', { secret: '' }, { secret: 'does not begin', signature: '' }],
  [
    'the secret’s text as key',
    signedWith(secret),
    { secret: 'made with the text of the secret as key;' },
  ],
  ['its text without the prefix', signedWith(secret.slice(6)), { secret: 'without whsec_' }],
  [
    'no id',
    { headers: { ...headers, 'webhook-id': '' } },
    { headers: 'Missing: webhook-id.', signature: '' },
  ],
  ['no signature', signature(''), { headers: 'webhook-signature', signature: 'There is none.' }],
  [
    'no timestamp',
    { headers: { ...headers, 'webhook-timestamp': undefined } },
    { headers: 'webhook-timestamp', timestamp: 'There is none.', signature: '' },
  ],
  [
    'nothing at all',
    { headers: {} },
    {
      headers: 'webhook-id, webhook-timestamp, webhook-signature',
      timestamp: 'none',
      signature: 'none',
    },
  ],
  [
    'too old',
    { now: new Date(now.getTime() + 400_000) },
    { timestamp: 'It is 403 seconds old; 300 seconds are allowed.' },
  ],
  [
    'too new',
    { now: new Date(now.getTime() - 400_000) },
    { timestamp: 'It is 397 seconds ahead of this clock' },
  ],
  [
    'in milliseconds',
    { headers: { ...headers, 'webhook-timestamp': `${timestamp}000` } },
    { timestamp: 'in milliseconds', signature: '' },
  ],
  [
    'another version',
    signature(`v1a,${right}`),
    { signature: 'It is of version v1a; only v1 is read.' },
  ],
  ['no version', signature(right), { signature: 'lacks its version' }],
  [
    'the form of other senders',
    signature(`sha256=${Buffer.from(right, 'base64').toString('hex')}`),
    { signature: 'lacks its version' },
  ],
  [
    'in hex',
    signature(`v1,${Buffer.from(right, 'base64').toString('hex')}`),
    { signature: 'It is in hex; v1 takes base64.' },
  ],
  [
    'without padding',
    signature(`v1,${right.replace('=', '')}`),
    { signature: 'It is not padded base64' },
  ],
  ['cut off', signature(`v1,${right.slice(0, 20)}`), { signature: 'holds no v1 signature' }],
  ['over the body alone', signedWith(key, rawBody), { signature: 'over the body alone' }],
  [
    'over timestamp and body',
    signedWith(key, `${timestamp}.${rawBody}`),
    { signature: 'without the id' },
  ],
  [
    'another amount',
    { rawBody: rawBody.replace('10.5', '10.6') },
    { signature: 'content were changed' },
  ],
  [
    'another amount in bytes that are no text',
    { rawBody: Buffer.from([0xff, 0xfe]) },
    { signature: 'content were changed', body: 'not UTF-8' },
  ],
  [
    'several at once',
    { secret: secret.slice(6), rawBody: `${rawBody}\n`, now: new Date(now.getTime() + 400_000) },
    { timestamp: 'old', secret: 'But for its form', body: 'Spaces' },
  ],
])('says which part is wrong: %s', async (_, changed, expected) => {
  const failed = await failing(changed)
  expect(Object.keys(failed)).toEqual(Object.keys(expected))
  for (const [name, says] of Object.entries(expected)) expect(failed[name]).toContain(says)
})

test('a signed body that is no event', async () => {
  const changed = { ...signedWith(key, `${id}.${timestamp}.[]`), rawBody: '[]' }
  expect(await failing(changed)).toEqual({ body: 'The body is not a JSON object.' })
})

test('all checks are good exactly where the call verifies', async () => {
  const secrets = [secret, other, secret.slice(6), `${secret} `, 'whsec_', '']
  const bodies = [rawBody, `${rawBody} `, bySortedKeys, '[]', '']
  const signatures = [right, hmac(other, rawBody).toString('base64'), '']
  const calls = fc.record({
    secret: fc.oneof(fc.constantFrom(...secrets), fc.subarray(secrets)),
    rawBody: fc.constantFrom(...bodies),
    now: fc.constantFrom(now, new Date(0), new Date(now.getTime() + 303_000)),
    headers: fc.record(
      {
        'webhook-id': fc.constantFrom(id, ''),
        'webhook-timestamp': fc.constantFrom(timestamp, 'x', `${timestamp}0`),
        'webhook-signature': fc
          .array(fc.tuple(fc.constantFrom('v1,', 'v2,', ''), fc.constantFrom(...signatures)))
          .map((list) => list.map((entry) => entry.join('')).join(' ')),
      },
      { requiredKeys: [] },
    ),
  })
  let good = 0
  await fc.assert(
    fc.asyncProperty(calls, async (given) => {
      const isVerified = await verifyWebhook(given).then(
        () => true,
        () => false,
      )
      if (isVerified) good += 1
      expect((await diagnoseWebhook(given)).ok).toBe(isVerified)
    }),
    { numRuns: 500, examples: [[{ ...call, headers }] as never] },
  )
  expect(good).toBeGreaterThan(0)
})

function sortedByName(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedByName)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, sortedByName(inner)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
