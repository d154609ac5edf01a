import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@corridor/client'
import { entities, sandbox, transfers, wallets } from '@corridor/contract'
import { type P256KeyPair, generateP256KeyPair, stampWithApiKey } from '@corridor/signing'
import { type Stack, startStack } from '../../tools/stack.ts'

export type Client = ReturnType<typeof createClient>

/** A customer with a key of its own and one funded wallet account. */
export type Wallet = { entityId: string; accountId: string; address: string; key: P256KeyPair }

export type BenchStack = Stack & {
  port: number
  apiToken: string
  client: Client
  jurisdictionId: string
}

const units = 100_000
const pollMs = 5
const completedWithinMs = 30_000

/** The real program without demo data, and without refusals by rate. */
export async function startBenchStack(): Promise<BenchStack> {
  const stack = await startStack({ env: { RATE_LIMIT: 'off', SEED: 'none', LOG_LEVEL: 'warn' } })
  const { partners, chains } = stack.sandbox()
  const apiToken = partners[0]?.apiToken ?? ''
  return {
    ...stack,
    port: Number(new URL(stack.baseUrl).port),
    apiToken,
    client: createClient({ baseUrl: stack.baseUrl, apiToken }),
    jurisdictionId: chains[0]?.jurisdictionId ?? '',
  }
}

export async function createWallets(stack: BenchStack, count: number): Promise<Wallet[]> {
  const made: Wallet[] = []
  for (let at = 0; at < count; at += 1) made.push(await createWallet(stack))
  return made
}

async function createWallet({ client, jurisdictionId }: BenchStack): Promise<Wallet> {
  const { call } = client
  const created = await call(entities.create, { body: customer() })
  const { entityId } = created.data
  const key = generateP256KeyPair()
  await call(wallets.registerAuth, {
    params: { entityId },
    body: { authType: 'API_Key', apiKey: { apiKeyName: 'bench', publicKey: key.publicKey } },
  })
  const prepared = await call(wallets.createWalletPrepare, {
    params: { entityId },
    body: { walletName: 'Bench', accounts: [{ jurisdictionId }] },
  })
  const { activityId, payloadToSign } = prepared.data
  const submitted = await call(wallets.createWalletSubmit, {
    params: { entityId },
    body: {
      activityId,
      payloadSignature: stampWithApiKey(payloadToSign, key),
      signatureType: 'ApiKey',
    },
  })
  const account = submitted.data.result.accounts[0]
  if (!account) throw new Error('The wallet has no account')
  const { address, externalAccountId: accountId } = account
  await call(sandbox.faucet, { body: { address, jurisdictionId, amount: units } })
  return { entityId, accountId, address, key }
}

export type Timed = { executionId: string; wholeMs: number; executeMs: number }

/** One transfer as a partner's program makes it, until it reads COMPLETED. Times in milliseconds. */
export async function transfer({ call }: Client, from: Wallet, to: Wallet): Promise<Timed> {
  const started = performance.now()
  const quote = await call(transfers.simulate, {
    body: {
      transactionId: randomUUID(),
      fromEntityId: from.entityId,
      fromAccountId: from.accountId,
      toEntityId: to.entityId,
      toAccountId: to.accountId,
      exactAmountIn: 0.01,
    },
  })
  const { executionId, payloadToSign } = quote
  const payloadSignature = stampWithApiKey(payloadToSign, from.key)
  const signed = performance.now()
  await call(transfers.execute, {
    body: { executionId, payloadSignature, signatureType: 'ApiKey' },
  })
  await completed(call, executionId)
  const now = performance.now()
  return { executionId, wholeMs: now - started, executeMs: now - signed }
}

async function completed(call: Client['call'], executionId: string): Promise<void> {
  const deadline = performance.now() + completedWithinMs
  while (performance.now() < deadline) {
    const { data } = await call(transfers.read, { params: { executionId } })
    if (data.status === 'COMPLETED') return
    if (data.status !== 'PROCESSING') throw new Error(`${executionId} became ${data.status}`)
    await sleep(pollMs)
  }
  throw new Error(`${executionId} was not completed in time`)
}

function customer() {
  const name = randomUUID().slice(0, 8)
  return {
    type: 'individual' as const,
    firstName: 'Bench',
    lastName: name,
    email: `${name}@example.com`,
    phoneNumber: '+14155552671',
    nationality: 'US',
    dateOfBirth: '1990-01-01',
    permanentAddress: {
      addressLine1: '1 Main Street',
      addressLine2: '',
      locality: '',
      city: 'Springfield',
      state: 'IL',
      country: 'US',
      postalCode: '62701',
    },
  }
}
