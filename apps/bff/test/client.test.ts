import {
  type Client,
  createAccount,
  createClient,
  createWallet,
  diagnoseWebhook,
  isRefusal,
  registerApiKey,
  registerEmail,
  startEmailSession,
  stampWith,
  transferBetweenWallets,
  verifyWebhook,
  waitForTransfer,
  type WebhookEvent,
} from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { generateP256KeyPair } from '@corridor/signing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedBff } from './support/process/bff.ts'
import { aPerson } from './support/people/samples.ts'
import { type Received, startReceiver } from './support/events/webhook-receiver.ts'

const bff = sharedBff()
let client: Client
let jurisdictionIds: string[]
beforeAll(async () => {
  client = createClient({
    baseUrl: bff.deps.config.BASE_URL,
    apiToken: bff.first.apiToken,
    fetch: (request) => Promise.resolve(bff.instance.app.all.fetch(request)),
  })
  const chains = await client.call(routes.sandbox.chains)
  jurisdictionIds = chains.body.data.map(({ jurisdictionId }) => jurisdictionId)
})

async function newEntity(email: string): Promise<string> {
  const { body } = await client.call(routes.entities.create, { body: aPerson({ email }) as never })
  return body.data.entityId
}

/** An entity whose back office signs with a key of its own, and its wallet. */
async function newWallet(email: string) {
  const entityId = await newEntity(email)
  const key = generateP256KeyPair()
  const stamper = stampWith(key)
  await registerApiKey(client, { entityId, name: 'Back office', publicKey: key.publicKey })
  const [jurisdictionId = '', ...others] = jurisdictionIds
  const wallet = await createWallet(client, {
    entityId,
    walletName: 'Main',
    jurisdictionIds: [jurisdictionId],
    stamper,
  })
  const [account] = wallet.accounts
  if (!account) throw new Error('the wallet has no account')
  const { address, externalAccountId: accountId } = account
  await client.call(routes.sandbox.faucet, { body: { address, jurisdictionId, amount: 500 } })
  return { entityId, stamper, walletId: wallet.walletId, accountId, address, others }
}

async function readCode(otpId: string): Promise<string> {
  for await (const message of client.items(routes.sandbox.outbox))
    if (message.otpId === otpId && message.code !== undefined) return message.code
  throw new Error('no code was sent')
}

test('a program makes wallets and sends tokens with API keys alone', async () => {
  const alice = await newWallet('alice@client.example.com')
  const bob = await newWallet('bob@client.example.com')
  const { executionId, quote } = await transferBetweenWallets(client, {
    transactionId: 'client-1',
    from: alice,
    to: { ...bob, walletAddress: bob.address },
    exactAmountIn: 12.5,
    stamper: alice.stamper,
  })
  expect(quote.quote.outAmount.amount).toBe(12.5)
  const done = await waitForTransfer(client, executionId, { pollMs: 50 })
  expect(done).toMatchObject({ status: 'COMPLETED', transactionId: 'client-1' })
  const { body } = await client.call(routes.wallets.balances, {
    params: { entityId: bob.entityId },
  })
  expect(body.data[0]?.tokens[0]?.amount).toBe(512.5)

  const [jurisdictionId = ''] = alice.others
  const { entityId, walletId, stamper } = alice
  const account = await createAccount(client, { entityId, walletId, jurisdictionId, stamper })
  expect(account.jurisdictionId).toBe(jurisdictionId)
})

test('a person signs with a session by e-mail, and adds a key with it', async () => {
  const email = 'Carol@Client.example.com'
  const entityId = await newEntity(email)
  expect(await registerEmail(client, { entityId, email })).toMatchObject({
    status: 'PENDING_VERIFICATION',
  })
  const session = await startEmailSession(client, {
    entityId,
    readCode: ({ otpId }) => readCode(otpId),
  })
  const wallet = await createWallet(client, {
    entityId,
    walletName: 'Savings',
    jurisdictionIds,
    stamper: session.stamper,
  })
  expect(wallet.accounts.map(({ jurisdictionId }) => jurisdictionId)).toEqual(jurisdictionIds)

  const { publicKey } = generateP256KeyPair()
  const further = { entityId, name: 'Second', publicKey }
  const alone = await registerApiKey(client, further).catch((error: unknown) => error)
  expect(isRefusal(alone, 'PRIMARY_AUTH_REQUIRED')).toBe(true)
  await registerApiKey(client, { ...further, stamper: session.stamper })
  const { body } = await client.call(routes.wallets.details, { params: { entityId } })
  expect(body.data.authMethods.map(({ authType, status }) => [authType, status])).toEqual([
    ['Email_Auth', 'ACTIVE'],
    ['API_Key', 'ACTIVE'],
  ])
})

test('the stream delivers every change once over a loss, and a list gives every record', async () => {
  const before = client.items(routes.webhooks.events, { query: { limit: 1 } })
  const newest = (await before.next()).value?.sequence ?? 0
  const emails = ['dora@client.example.com', 'emil@client.example.com']
  const entityIds = await Promise.all(emails.map(newEntity))
  const received: string[] = []
  const sequences: number[] = []
  let last = newest
  // Reading stops and continues after each event, as a program that is restarted does.
  while (!entityIds.every((id) => received.includes(id))) {
    for await (const { kind, id, sequence } of client.events({ after: last })) {
      last = sequence
      sequences.push(sequence)
      if (kind === 'entity') received.push(id)
      break
    }
  }
  // One of the test before may have got its number meanwhile; none is missing and none comes twice.
  const own = received.filter((id) => entityIds.includes(id))
  expect(own.toSorted()).toEqual(entityIds.toSorted())
  expect(sequences).toEqual(sequences.map((_, at) => newest + 1 + at))

  const listed: string[] = []
  for await (const { entityId } of client.items(routes.entities.list, { query: { limit: 2 } }))
    listed.push(entityId)
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed).toEqual(expect.arrayContaining(entityIds))
})

describe('a webhook', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver.close())

  /** The call about this, once it has come. */
  async function arrived(
    about: (event: WebhookEvent, call: Received) => boolean,
  ): Promise<Received> {
    const found = () =>
      receiver.received.find((call) => about(JSON.parse(call.body) as WebhookEvent, call))
    await expect.poll(found, { timeout: 10_000 }).toBeDefined()
    const call = found()
    if (!call) throw new Error('the call is gone')
    return call
  }
  const verified = (secret: string | string[], { headers, body }: Received) =>
    verifyWebhook({ secret, headers, rawBody: body })

  test('is registered by a program, which verifies what really arrives', async () => {
    const registered = await client.call(routes.webhooks.register, {
      body: { webhookUrl: receiver.url },
    })
    const { signingSecret: first = '' } = registered.body.data
    const ping = await verified(first, await arrived(({ eventType }) => eventType === 'test'))
    expect(ping).toMatchObject({ eventCategory: 'webhook', eventStatus: 'ping' })

    const rotated = await client.call(routes.webhooks.rotateSecret, { body: {} })
    const { signingSecret: second } = rotated.body.data
    const entityId = await newEntity('frida@client.example.com')
    const isOfEntity = ({ eventObject }: WebhookEvent) => eventObject['entityId'] === entityId
    const call = await arrived(isOfEntity)
    const event = await verified(second, call)
    expect(await verified(first, call)).toEqual(event)
    // The same event as in the history, so one parser reads both.
    const history = client.items(routes.webhooks.events, { query: { entityId } })
    expect((await history.next()).value).toEqual(event)

    const of = await client.call(routes.webhooks.deliveries, { query: { eventId: event.eventId } })
    const deliveryId = of.body.data[0]?.deliveryId ?? ''
    await client.call(routes.webhooks.redeliver, { params: { deliveryId } })
    const again = await arrived((known, { nth }) => isOfEntity(known) && nth === 2)
    expect(again.headers['webhook-replay']).toBe('manual')
    expect(await verified([first, second], again)).toEqual(event)
  })

  test('whose body was written in another order is reported, down to the stored members', async () => {
    const { signingSecret: secret } = (
      await client.call(routes.webhooks.rotateSecret, { body: { overlapHours: 0 } })
    ).body.data
    const sample = { zulu: 1, alpha: { second: [{ b: 1, a: 2 }], first: 'é' }, beta: 10.5 }
    await client.call(routes.webhooks.test, { body: { sample } })
    const { headers, body } = await arrived(({ eventObject }) => 'sample' in eventObject)
    const rawBody = JSON.stringify(sortedByName(JSON.parse(body)), null, 2)
    const { ok, checks } = await diagnoseWebhook({ secret, headers, rawBody })
    const failed = checks.filter((check) => !check.ok)
    expect([ok, failed.map(({ name }) => name)]).toEqual([false, ['body']])
    expect(failed[0]?.detail).toContain('members in another order')
  })
})

function sortedByName(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedByName)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, sortedByName(inner)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
