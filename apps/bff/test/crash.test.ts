import { stampWithApiKey } from '@corridor/signing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyBody, Got, Partner } from './support/bff.ts'
import { makeServer, type Running } from './support/server.ts'
import {
  act,
  aTransfer,
  fund,
  makeWallet,
  simulatePath,
  type TestWallet,
  transferPath,
} from './support/wallets.ts'

let server: Awaited<ReturnType<typeof makeServer>>
let running: Running
let alice: TestWallet
let bob: TestWallet

/** The helpers of the wallet tests, over HTTP to the process. */
const remote = {
  get first(): Partner {
    return { svcPartnerId: '', apiToken: running.apiToken }
  },
  get: (path: string) => ask('GET', path),
  post: (path: string, body: unknown) => ask('POST', path, body),
} as unknown as Parameters<typeof makeWallet>[0]

async function ask(method: string, path: string, body?: unknown): Promise<Got> {
  const response = await fetch(running.baseUrl + path, {
    method,
    headers: { 'x-api-token': running.apiToken, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

beforeAll(async () => {
  server = await makeServer()
  running = await server.start()
  alice = await makeWallet(remote)
  bob = await makeWallet(remote)
  await fund(remote, alice, 1_000)
}, 180_000)
afterAll(() => server.remove(), 60_000)

async function balanceOf(wallet: TestWallet): Promise<number> {
  const { body } = await ask('GET', `/api/v1/wallets/${wallet.entityId}/balances`)
  return body.data[0].tokens.find((token: { decimals: number }) => token.decimals === 6).amount
}

async function completed(executionId: string): Promise<AnyBody> {
  for (;;) {
    const { body } = await ask('GET', `${transferPath}/${executionId}`)
    if (body.data.status === 'COMPLETED') return body.data
    if (['FAILED', 'EXPIRED'].includes(body.data.status)) throw new Error(JSON.stringify(body.data))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const moments = ['before_effect', 'after_effect', 'before_commit', 'after_commit']
const points = [
  'submit:after_effect',
  'submit:before_commit',
  'submit:after_commit',
  'top_up:before_effect',
  'top_up:after_effect',
  ...['gas_funded', 'broadcast', 'confirmed', 'finalized'].flatMap((step) =>
    moments.map((moment) => `${step}:${moment}`),
  ),
]

describe('kill -9 between any two steps of a transfer', () => {
  test.each(points)(
    '%s: after a start the transfer completes, once',
    async (point) => {
      // A wallet that never held native coin needs the top-up, so that this step is a real one.
      const payer = /^(gas_funded|top_up):/.test(point) ? await poorWallet() : alice
      await running.kill('SIGTERM')
      // Where blocks are final at once, one look completes the last two steps together.
      const finality = point.startsWith('finalized') ? { DEV_CHAIN_FINALITY: '1' } : {}
      running = await server.start({ CRASH_AT: point, ...finality })
      const before = await balanceOf(bob)
      const quote = await ask(
        'POST',
        simulatePath,
        aTransfer(payer, bob, { exactAmountIn: 3, transactionId: `crash ${point}` }),
      )
      expect(quote.status).toBe(200)
      const { executionId, payloadToSign } = quote.body
      const sent = {
        executionId,
        payloadSignature: stampWithApiKey(payloadToSign, payer.key),
        signatureType: 'ApiKey',
      }
      await ask('POST', transferPath, sent).catch(() => undefined)
      expect(await running.exited).toBe('SIGKILL')

      running = await server.start()
      const again = await ask('POST', transferPath, sent)
      expect([again.status, again.body.executionId]).toEqual([200, executionId])
      const done = await completed(executionId)
      expect(
        done.details
          .map((step: { status: string }) => step.status)
          .filter((status: string) => !['completed', 'skipped'].includes(status)),
      ).toEqual([])
      expect(await balanceOf(bob)).toBe(before + 3)
      const { body } = await ask(
        'GET',
        `/api/v1/wallets/${bob.entityId}/transactions/${bob.accounts[0]?.address}`,
      )
      expect(
        body.data.filter((one: { executionId?: string }) => one.executionId === executionId),
      ).toHaveLength(1)
      const events = await ask(
        'GET',
        `/api/v1/xfer/utility/webhook/events?executionId=${executionId}`,
      )
      const chain = events.body.data
        .toReversed()
        .map(
          ({ eventObject }: { eventObject: { previousStatus: string; status: string } }) =>
            eventObject,
        )
      for (const [i, event] of chain.entries())
        expect(event.previousStatus).toBe(i === 0 ? '' : chain[i - 1].status)
    },
    180_000,
  )

  /** Tokens without native coin: their owner depends on the gas station. */
  async function poorWallet(): Promise<TestWallet> {
    const wallet = await makeWallet(remote)
    const quote = await ask(
      'POST',
      simulatePath,
      aTransfer(alice, wallet, { exactAmountIn: 5, transactionId: `fund ${wallet.entityId}` }),
    )
    const { executionId, payloadToSign } = quote.body
    await ask('POST', transferPath, {
      executionId,
      payloadSignature: stampWithApiKey(payloadToSign, alice.key),
      signatureType: 'ApiKey',
    })
    await completed(executionId)
    return wallet
  }
})

test('kill -9 between the signer and our record: the wallet is there after a start', async () => {
  await running.kill('SIGTERM')
  running = await server.start({ CRASH_AT: 'activity:after_effect' })
  const before = (await ask('GET', `/api/v1/wallets/${alice.entityId}/details`)).body.data.wallets
    .length
  await act(remote, alice, 'create-wallet', { walletName: 'Saved' }).catch(() => undefined)
  expect(await running.exited).toBe('SIGKILL')
  running = await server.start()
  for (;;) {
    const { body } = await ask('GET', `/api/v1/wallets/${alice.entityId}/details`)
    if (body.data.wallets.length === before + 1) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}, 180_000)
