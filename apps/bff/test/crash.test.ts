import { generateP256KeyPair, stampWithApiKey } from '@corridor/signing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyBody } from './support/process/bff.ts'
import { remoteBff } from './support/process/remote-bff.ts'
import { makeServer, type Running } from './support/process/server.ts'
import { sampled, testInFull } from './support/process/tiers.ts'
import {
  aTransfer,
  fund,
  makeEntity,
  makeWallet,
  simulatePath,
  type TestWallet,
  transferPath,
} from './support/money/wallets.ts'

let server: Awaited<ReturnType<typeof makeServer>>
let running: Running
let alice: TestWallet
let bob: TestWallet

const { ask, remote } = remoteBff(() => running)

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

/** A transfer's current step, to explain why no process was killed. */
const detailsOf = async ({ executionId }: AnyBody): Promise<unknown> =>
  (await ask('GET', `${transferPath}/${executionId}`)).body.data.details

type Kill = {
  /** One transfer is cut off at each; the last holds locks, so it is reached last. */
  points: readonly string[]
  /** Wallets without native coin, so that the top-up is a real step. */
  isPoor?: boolean
  /** Where blocks are final at once, one look completes the last two steps together. */
  settings?: Record<string, string>
}

const around = (step: string) =>
  ['before_effect', 'after_effect', 'after_commit', 'before_commit'].map(
    (moment) => `${step}:${moment}`,
  )
const kills: Kill[] = [
  { points: ['submit:after_effect', 'submit:after_commit', 'submit:before_commit'] },
  {
    points: ['top_up:before_effect', 'top_up:after_effect', ...around('gas_funded')],
    isPoor: true,
  },
  { points: around('broadcast') },
  { points: around('confirmed') },
  { points: around('finalized'), settings: { DEV_CHAIN_FINALITY: '1' } },
]

describe('kill -9 between any two steps of a transfer', () => {
  test('at these points: after the last start each transfer is complete, once', async () => {
    const tried = sampled(kills, 2)
    const payers: TestWallet[][] = []
    for (const { points, isPoor } of tried) {
      const wallets: TestWallet[] = []
      // One for each point, and one more, since the kill may cut off a quote.
      while (wallets.length <= points.length) wallets.push(await (isPoor ? poor() : rich()))
      payers.push(wallets)
    }
    const before = await balanceOf(bob)
    const sent: AnyBody[] = []
    for (const [at, kill] of tried.entries()) {
      // One that was not killed at its points holds what it holds until it is.
      await running.kill('SIGKILL')
      const settings = { CRASH_AT: kill.points.join(','), ...kill.settings }
      // What the last one left may bring it to its points before it is ready.
      const next = await server.start(settings).catch(expectKilled)
      if (next) sent.push(...(await sendUntilKilled(next, payers[at] ?? [], kill)))
    }
    running = await server.start()
    for (const body of sent) await expectOnce(body)
    expect(await balanceOf(bob)).toBe(before + 3 * sent.length)
  }, 400_000)

  function expectKilled(error: unknown): undefined {
    expect(String(error)).toContain('the server ended (SIGKILL)')
  }

  /** One after the other, so that each comes to the first point that is still free. */
  async function sendUntilKilled(
    next: Running,
    payers: readonly TestWallet[],
    { points }: Kill,
  ): Promise<AnyBody[]> {
    running = next
    const sent: AnyBody[] = []
    let isGone = false
    void running.exited.then(() => {
      isGone = true
    })
    const goneWithin = (ms: number) =>
      Promise.race([running.exited, new Promise((go) => setTimeout(go, ms))])
    for (const payer of payers) {
      try {
        sent.push(await send(payer, `crash ${points[0]} ${sent.length}`))
      } catch (error) {
        // On a slow machine the kill cuts off the next quote, which then asked for nothing.
        await goneWithin(1_000)
        if (!isGone) throw error
      }
      if (isGone) break
      await goneWithin(600)
    }
    await goneWithin(30_000)
    expect(isGone ? [] : await Promise.all(sent.map(detailsOf))).toEqual([])
    expect(await running.exited).toBe('SIGKILL')
    return sent
  }

  /** Quotes and sends; whether it is answered is what the kill decides. */
  async function send(payer: TestWallet, transactionId: string): Promise<AnyBody> {
    const asked = aTransfer(payer, bob, { exactAmountIn: 3, transactionId })
    const quote = await ask('POST', simulatePath, asked)
    expect(quote.status).toBe(200)
    const { executionId, payloadToSign } = quote.body
    const payloadSignature = stampWithApiKey(payloadToSign, payer.key)
    const body = { executionId, payloadSignature, signatureType: 'ApiKey' }
    void ask('POST', transferPath, body).catch(() => undefined)
    return body
  }

  async function expectOnce(sent: AnyBody): Promise<void> {
    const { executionId } = sent
    const again = await ask('POST', transferPath, sent)
    expect([again.status, again.body.executionId]).toEqual([200, executionId])
    const { details } = await completed(executionId)
    const open = (status: string) => !['completed', 'skipped'].includes(status)
    expect(details.filter((step: { status: string }) => open(step.status))).toEqual([])
    const path = `/api/v1/wallets/${bob.entityId}/transactions/${bob.accounts[0]?.address}?limit=200`
    const { body } = await ask('GET', path)
    const mine = body.data.filter((record: AnyBody) => record.executionId === executionId)
    expect(mine).toHaveLength(1)
    const query = `executionId=${executionId}`
    const events = await ask('GET', `/api/v1/xfer/utility/webhook/events?${query}`)
    const chain = events.body.data.toReversed().map(({ eventObject }: AnyBody) => eventObject)
    for (const [i, event] of chain.entries())
      expect(event.previousStatus).toBe(i === 0 ? '' : chain[i - 1].status)
  }

  async function rich(): Promise<TestWallet> {
    const wallet = await makeWallet(remote)
    await fund(remote, wallet, 1_000)
    return wallet
  }

  /** Tokens without native coin: their owner depends on the gas station. */
  async function poor(): Promise<TestWallet> {
    const wallet = await makeWallet(remote)
    const transactionId = `fund ${wallet.entityId}`
    const asked = aTransfer(alice, wallet, { exactAmountIn: 5, transactionId })
    const { executionId, payloadToSign } = (await ask('POST', simulatePath, asked)).body
    const payloadSignature = stampWithApiKey(payloadToSign, alice.key)
    await ask('POST', transferPath, { executionId, payloadSignature, signatureType: 'ApiKey' })
    await completed(executionId)
    return wallet
  }
})

testInFull(
  'kill -9 between the signer and our record: wallet, method, policy and export are there after a start',
  async () => {
    await running.kill('SIGTERM')
    running = await server.start({ CRASH_AT: 'activity:after_effect*5' })
    const { entityId, walletId } = alice
    const base = `/api/v1/wallets/${entityId}`
    const prepare = async (operation: string, body: object) =>
      (await ask('POST', `${base}/${operation}/prepare`, body)).body.data
    const stamped = ({ activityId, payloadToSign }: AnyBody) => ({
      activityId,
      payloadSignature: stampWithApiKey(payloadToSign, alice.key),
      signatureType: 'ApiKey',
    })
    const email = { authType: 'Email_Auth', email: 'saved@example.com' }
    const policy = { rules: [], otherwise: 'allow' }
    const targetPublicKey = generateP256KeyPair().publicKeyUncompressed
    const stranger = await makeEntity(remote)
    const apiKey = { apiKeyName: 'first', publicKey: generateP256KeyPair().publicKey }
    const wallet = await prepare('create-wallet', { walletName: 'Saved' })
    const method = await prepare('register-auth', email)
    const set = await prepare('set-policy', { walletId, policy })
    const taken = await prepare('export-wallet', { walletId, targetPublicKey })
    const sent: [path: string, body: object][] = [
      [`${base}/create-wallet/submit`, stamped(wallet)],
      [`${base}/register-auth`, { ...email, ...stamped(method) }],
      [`${base}/set-policy/submit`, stamped(set)],
      [`${base}/export-wallet/submit`, stamped(taken)],
      [`/api/v1/wallets/${stranger}/register-auth`, { authType: 'API_Key', apiKey }],
    ]
    await Promise.allSettled(sent.map(([path, body]) => ask('POST', path, body)))
    expect(await running.exited).toBe('SIGKILL')
    running = await server.start()
    // The same again gives what was made, and each is published once.
    for (const [path, body] of sent) expect((await ask('POST', path, body)).status).toBe(200)
    const details = (await ask('GET', `${base}/details`)).body.data
    const named = details.wallets.filter(({ walletName }: AnyBody) => walletName === 'Saved')
    expect(named).toHaveLength(1)
    expect(details.authMethods.map(({ authType }: AnyBody) => authType)).toEqual([
      'API_Key',
      'Email_Auth',
    ])
    expect((await ask('GET', `${base}/policy?walletId=${walletId}`)).body.data.version).toBe(1)
    const events = await ask(
      'GET',
      '/api/v1/xfer/utility/webhook/events?eventCategory=wallet&limit=200',
    )
    const noticesOf = (entity: string, status: string) =>
      events.body.data.filter(
        ({ eventObject, eventStatus }: AnyBody) =>
          eventObject.entityId === entity && eventStatus === status,
      ).length
    expect(noticesOf(entityId, 'policy_changed')).toBe(1)
    expect(noticesOf(entityId, 'wallet_exported')).toBe(1)
    const added = events.body.data.filter(
      ({ eventObject }: AnyBody) => eventObject.activityId === method.activityId,
    )
    expect(added.map(({ eventStatus }: AnyBody) => eventStatus)).toEqual(['auth_added'])
    expect(noticesOf(stranger, 'auth_added')).toBe(1)
  },
  180_000,
)
