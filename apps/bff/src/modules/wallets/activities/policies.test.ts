import { stampWithApiKey } from '@corridor/signing'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedBff } from '../../../../test/support/process/bff.ts'
import {
  act,
  aTransfer,
  fund,
  makeEntity,
  makeWallet,
  simulatePath,
  type TestWallet,
  tokens,
  transfer,
  transferPath,
  until,
} from '../../../../test/support/money/wallets.ts'
import { addPasskey, walletPath } from '../../../../test/support/money/wallet-auth.ts'

const bff = sharedBff()
let bob: TestWallet
let unit: string

beforeAll(async () => {
  bob = await makeWallet(bff)
  unit = (await tokens(bff))[0]?.currency ?? ''
})

const ruleAbove = (over: string, then: unknown = 'deny') => ({
  id: 'limit',
  name: 'Per transfer',
  on: ['sign'],
  when: { fact: 'amount', unit, over },
  then,
})
const limit = (over: string) => ({ rules: [ruleAbove(over)], otherwise: 'allow' })
const twoAbove = (over: string) => {
  const then = { approvals: [{ from: ['passkey'], count: 1 }], expiresInMs: 3_600_000 }
  return { rules: [ruleAbove(over, then)], otherwise: 'allow' }
}

async function fundedWallet() {
  const wallet = await makeWallet(bff)
  await fund(bff, wallet, 200)
  return wallet
}

describe('wallets.setPolicyPrepare, wallets.setPolicySubmit, wallets.policy', () => {
  test('200: refuses a transfer at simulate, in words; the owner is notified of the change', async () => {
    const alice = await fundedWallet()
    const { walletId } = alice
    const path = walletPath(alice.entityId, `policy?walletId=${walletId}`)
    expect((await bff.get(path)).body.data).toMatchObject({
      version: 0,
      policy: { rules: [], otherwise: 'allow' },
    })
    const set = await act(bff, alice, 'set-policy', { walletId, policy: limit('50') })
    expect(set.body.data.result).toEqual({ walletId, version: 1 })
    const read = (await bff.get(path)).body.data
    expect([read.version, read.policy]).toEqual([1, limit('50')])
    expect(read.sentences[0]).toMatchObject({ rule: 'limit' })
    expect(read.sentences[0].sentence).toContain(`50 ${unit}`)

    const refused = await bff.post(simulatePath, aTransfer(alice, bob, { exactAmountIn: 51 }))
    expect([refused.status, refused.body.error.code]).toEqual([422, 'POLICY_BLOCKED'])
    expect(refused.body.error.details[0]).toMatchObject({
      path: 'fromAccountId',
      code: 'POLICY_DENIED',
    })
    expect(refused.body.error.details[0].message).toContain('Per transfer')
    await until(bff, await transfer(bff, alice, bob, { exactAmountIn: 50 }), 'COMPLETED')
    const subjects = async () =>
      (await bff.get('/api/v1/sandbox/outbox?channel=EMAIL&limit=200')).body.data
        .filter(({ entityId }: { entityId?: string }) => entityId === alice.entityId)
        .map(({ subject }: { subject: string }) => subject)
    await expect.poll(subjects).toEqual(['The policy of your wallet was changed'])
  })

  test('422: a quote made before a stricter policy is not executed', async () => {
    const alice = await fundedWallet()
    const quote = await bff.post(simulatePath, aTransfer(alice, bob, { exactAmountIn: 60 }))
    await act(bff, alice, 'set-policy', { walletId: alice.walletId, policy: limit('50') })
    const { executionId, payloadToSign } = quote.body
    const sent = {
      executionId,
      payloadSignature: stampWithApiKey(payloadToSign, alice.key),
      signatureType: 'ApiKey',
    }
    const refused = await bff.post(transferPath, sent)
    expect([refused.status, refused.body.error.code]).toEqual([422, 'POLICY_BLOCKED'])
    const again = await bff.post(transferPath, sent)
    expect([again.status, again.body.error.code]).toEqual([400, 'QUOTE_EXPIRED'])
  })

  test('422, then 200: above an amount two people sign the same payload', async () => {
    const alice = await fundedWallet()
    const { device } = await addPasskey(bff, alice)
    await act(bff, alice, 'set-policy', { walletId: alice.walletId, policy: twoAbove('50') })
    const quote = await bff.post(simulatePath, aTransfer(alice, bob, { exactAmountIn: 60 }))
    const { executionId, payloadToSign } = quote.body
    const first = {
      executionId,
      payloadSignature: stampWithApiKey(payloadToSign, alice.key),
      signatureType: 'ApiKey',
    }
    for (let time = 0; time < 2; time++) {
      const waiting = await bff.post(transferPath, first)
      expect([waiting.status, waiting.body.error.code]).toEqual([422, 'POLICY_BLOCKED'])
      expect(waiting.body.error.details[0].code).toBe('FURTHER_STAMP_REQUIRED')
    }
    const second = await bff.post(transferPath, {
      executionId,
      payloadSignature: device.stamp(payloadToSign),
      signatureType: 'WebAuthn',
    })
    expect(second.status).toBe(200)
    await until(bff, executionId, 'COMPLETED')
  })

  test('409: a policy that was changed meanwhile; 403: by a passkey', async () => {
    const alice = await makeWallet(bff)
    const { device } = await addPasskey(bff, alice)
    const base = walletPath(alice.entityId, 'set-policy')
    // Whoever signs reads each rule, long lists in full, and what is taken away.
    const receivers = Array.from({ length: 7 }, (_, i) => `0x${String(i).repeat(40)}`)
    const only = { ...ruleAbove('1'), when: { not: { fact: 'destination', in: receivers } } }
    const draft = { rules: [only], otherwise: 'allow' }
    const { summary } = (
      await bff.post(`${base}/prepare`, { walletId: alice.walletId, policy: draft })
    ).body.data
    for (const receiver of receivers) expect(summary.lines.join(' ')).toContain(receiver)
    const prepare = async (over: string) =>
      (await bff.post(`${base}/prepare`, { walletId: alice.walletId, policy: limit(over) })).body
        .data
    const [first, two] = [await prepare('10'), await prepare('20')]
    const byPasskey = await bff.post(`${base}/submit`, {
      activityId: first.activityId,
      payloadSignature: device.stamp(first.payloadToSign),
      signatureType: 'WebAuthn',
    })
    expect([byPasskey.status, byPasskey.body.error.code]).toEqual([403, 'PRIMARY_AUTH_REQUIRED'])
    const submit = ({ activityId, payloadToSign }: typeof first) =>
      bff.post(`${base}/submit`, {
        activityId,
        payloadSignature: stampWithApiKey(payloadToSign, alice.key),
        signatureType: 'ApiKey',
      })
    expect((await submit(first)).status).toBe(200)
    const late = await submit(two)
    expect([late.status, late.body.error.code]).toEqual([409, 'VERSION_CONFLICT'])
  })

  test.each([
    ['a rule without a condition', { rules: [{ ...ruleAbove('1'), when: undefined }] }],
    ['two rules of one id', { rules: [ruleAbove('1'), ruleAbove('2')] }],
    [
      'an amount as a number',
      { rules: [{ ...ruleAbove('1'), when: { fact: 'amount', over: 1 } }] },
    ],
    ['a word that is none', { rules: [], otherwise: 'maybe' }],
    ['nothing that holds otherwise', { rules: [], otherwise: undefined }],
  ])('400: %s', async (_, change) => {
    const refused = await bff.post(walletPath(bob.entityId, 'set-policy/prepare'), {
      walletId: bob.walletId,
      policy: { otherwise: 'allow', ...change },
    })
    expect(refused.status).toBe(400)
    expect(['FIELD_INVALID', 'FIELD_REQUIRED']).toContain(refused.body.error.code)
  })

  test('404: another entity’s wallet; 403: an entity without a method', async () => {
    const other = await makeWallet(bff)
    const policy = limit('1')
    const body = { walletId: other.walletId, policy }
    for (const operation of ['set-policy/prepare', 'policy/replay']) {
      const refused = await bff.post(walletPath(bob.entityId, operation), body)
      expect([refused.status, refused.body.error.code]).toEqual([404, 'WALLET_NOT_FOUND'])
      const nobody = await bff.post(walletPath('ent_x', operation), body)
      expect([nobody.status, nobody.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
    }
    const read = (entityId: string) =>
      bff.get(walletPath(entityId, `policy?walletId=${other.walletId}`))
    expect((await read(bob.entityId)).body.error.code).toBe('WALLET_NOT_FOUND')
    expect((await read('ent_x')).body.error.code).toBe('ENTITY_NOT_FOUND')
    expect((await read(await makeEntity(bff))).body.error.code).toBe('WALLET_NOT_FOUND')
  })
})

test('wallets.replayPolicy 200: what a draft would have refused, and nothing is changed', async () => {
  const alice = await fundedWallet()
  for (const exactAmountIn of [5, 70])
    await until(bff, await transfer(bff, alice, bob, { exactAmountIn }), 'COMPLETED')
  const replay = await bff.post(walletPath(alice.entityId, 'policy/replay'), {
    walletId: alice.walletId,
    policy: limit('50'),
  })
  expect(replay.body.data).toMatchObject({
    transfers: 2,
    refused: [{ amount: 70, currency: unit, recipient: bob.accounts[0]?.address, rule: 'limit' }],
    waiting: [],
    allowed: [],
    findings: [],
  })
  expect(replay.body.data.refused[0].transactionHash).toMatch(/^0x/)
  const path = walletPath(alice.entityId, `policy?walletId=${alice.walletId}`)
  expect((await bff.get(path)).body.data.version).toBe(0)
})

test('wallets.list 200: one row for each wallet, with balances, methods and the last signature', async () => {
  const alice = await fundedWallet()
  await addPasskey(bff, alice)
  await until(bff, await transfer(bff, alice, bob, { exactAmountIn: 5 }), 'COMPLETED')
  const { body } = await bff.get(`/api/v1/wallets?search=${alice.accounts[0]?.address}`)
  expect(body.data).toHaveLength(1)
  expect(body.data[0]).toMatchObject({
    walletId: alice.walletId,
    walletName: 'Treasury',
    entityId: alice.entityId,
    authTypes: ['API_Key'],
    passkeys: 1,
    balances: [{ tokens: [{ amount: 195 }, { amount: 0 }] }],
  })
  expect(Date.parse(body.data[0].lastSignedAt)).not.toBeNaN()
  expect((await bff.get('/api/v1/wallets', bff.second)).body.data).toEqual([])
  const page = (await bff.get('/api/v1/wallets?limit=1')).body
  expect([page.data.length, page.pagination.hasMore]).toEqual([1, true])
  const next = await bff.get(`/api/v1/wallets?limit=1&cursor=${page.pagination.nextCursor}`)
  expect(next.body.data[0].walletId).not.toBe(page.data[0].walletId)
  const bad = await bff.get('/api/v1/wallets?cursor=x')
  expect([bad.status, bad.body.error.code]).toEqual([400, 'CURSOR_INVALID'])
})
