import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Client,
  type Stamper,
  createClient,
  createWallet as createWalletOf,
  registerApiKey,
  stampWith,
} from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { generateP256KeyPair } from '@corridor/signing'
import { type Stack, type StackOptions, startStack } from '../../../tools/stack.ts'
import { concurrently } from './concurrently.ts'

const { entities, sandbox, transfers } = routes

/** A customer with a key of its own and one funded wallet account. */
export type Wallet = { entityId: string; accountId: string; address: string; stamper: Stamper }

export type BenchStack = Stack & {
  port: number
  apiToken: string
  client: Client
  jurisdictionId: string
}

const units = 100_000
const pollMs = 5
const completedWithinMs = 30_000
/** A deposit that was accepted may not be taken in yet. */
const underWay = new Set<string>(['PENDING', 'PROCESSING'])

/** Which program: this checkout's where none is named. */
export type Program = Pick<StackOptions, 'checkout'>

/** The real program without demo data, and without refusals by rate unless the settings say so. */
export async function startBenchStack(
  program: Program = {},
  settings: Record<string, string> = {},
): Promise<BenchStack> {
  const env = { RATE_LIMIT: 'off', SEED: 'none', LOG_LEVEL: 'warn', ...settings }
  return stackOf(await startStack({ ...program, env }))
}

/** A stack with the first partner's key. */
export function stackOf(stack: Stack): BenchStack {
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

export const createWallets = (stack: BenchStack, count: number): Promise<Wallet[]> =>
  concurrently(Array.from({ length: count }), () => createWallet(stack))

async function createWallet({ client, jurisdictionId }: BenchStack): Promise<Wallet> {
  const created = await client.call(entities.create, { body: customer() })
  const { entityId } = created.body.data
  const key = generateP256KeyPair()
  const stamper = stampWith(key)
  const { publicKey } = key
  await registerApiKey(client, { entityId, name: 'bench', publicKey })
  const { accounts } = await createWalletOf(client, {
    entityId,
    walletName: 'Bench',
    jurisdictionIds: [jurisdictionId],
    stamper,
  })
  if (!accounts[0]) throw new Error('The wallet has no account')
  const { address, externalAccountId: accountId } = accounts[0]
  await client.call(sandbox.faucet, { body: { address, jurisdictionId, amount: units } })
  return { entityId, accountId, address, stamper }
}

export type Timed = { executionId: string; wholeMs: number; executeMs: number }

/** One transfer as a partner's program makes it, until it reads COMPLETED. Times in milliseconds. */
export async function transfer(client: Client, from: Wallet, to: Wallet): Promise<Timed> {
  const started = performance.now()
  const { executionId, signed } = await submitTransfer(client, from, to)
  await completed(client, executionId)
  const now = performance.now()
  return { executionId, wholeMs: now - started, executeMs: now - signed }
}

/** Quotes, stamps and executes: the service sends it. `signed` is the time before the execution. */
export async function submitTransfer(client: Client, from: Wallet, to: Wallet) {
  const { body: quote } = await client.call(transfers.simulate, {
    body: {
      transactionId: randomUUID(),
      fromEntityId: from.entityId,
      fromAccountId: from.accountId,
      toEntityId: to.entityId,
      toAccountId: to.accountId,
      exactAmountIn: 0.01,
    },
  })
  if (!('payloadToSign' in quote)) throw new Error('These accounts are not two wallets')
  const { executionId, payloadToSign } = quote
  const payloadSignature = await from.stamper.stamp(payloadToSign)
  const signed = performance.now()
  await client.call(transfers.execute, {
    body: { executionId, payloadSignature, signatureType: 'ApiKey' },
  })
  return { executionId, signed }
}

/** Reads it until it is COMPLETED. */
export async function completed(client: Client, executionId: string, everyMs = pollMs) {
  const deadline = performance.now() + completedWithinMs
  while (performance.now() < deadline) {
    const { body } = await client.call(transfers.read, { params: { executionId } })
    const { status } = body.data
    if (status === 'COMPLETED') return
    if (!underWay.has(status)) throw new Error(`${executionId} became ${status}`)
    await sleep(everyMs)
  }
  throw new Error(`${executionId} was not completed in time`)
}

/** A person who is new to the service. */
export function customer() {
  const name = randomUUID().replaceAll('-', '')
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
