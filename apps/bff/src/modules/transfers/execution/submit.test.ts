import { parseId } from '@corridor/domain'
import { stampWithApiKey } from '@corridor/signing'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectEventsPublished } from '../../../../test/support/events/published.ts'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import {
  aTransfer,
  fund,
  makeWallet,
  simulatePath,
  type TestWallet,
  transfer,
  transferPath,
  until,
} from '../../../../test/support/money/wallets.ts'
import { createTransferService } from '../service.ts'
import { lockTransfer } from '../../../records/transfers/store.ts'

const bff = ownBff()
let alice: TestWallet
let bob: TestWallet
let stranger: TestWallet
beforeAll(async () => {
  alice = await makeWallet(bff)
  bob = await makeWallet(bff)
  stranger = await makeWallet(bff, bff.second)
  await fund(bff, alice, 10_000)
  await fund(bff, stranger, 10_000)
})
afterEach(() => expectConsistent(bff))

const quote = (change: Record<string, unknown> = {}) =>
  bff.post(simulatePath, aTransfer(alice, bob, change))
const stamped = (executionId: string, payload: string, by = alice) => ({
  executionId,
  payloadSignature: stampWithApiKey(payload, by.key),
  signatureType: 'ApiKey',
})

/** The published events of a transfer, newest first; the latest are published a moment later. */
const eventsOf = async (executionId: string): Promise<AnyBody[]> =>
  (await bff.get(`/api/v1/xfer/utility/webhook/events?executionId=${executionId}`)).body.data

describe('transfers.execute', () => {
  test('200: completes on the chain, once, with its steps, events and postings', async () => {
    const executionId = await transfer(bff, alice, bob, { exactAmountIn: 7.25 })
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done.transactionHash).toMatch(/^0x[0-9a-f]{64}$/)
    // Specified members are present without a value, too.
    expect(done.from.account).toMatchObject({ accountNumber: '', additionalDetails: {} })
    expect(done.depositAccount).toMatchObject({ depositWalletAddress: '', amount: 0 })
    expect(
      done.details.map((step: { name: string; status: string }) => [step.name, step.status]),
    ).toEqual(
      [
        'quote_locked',
        'signature_verified',
        'gas_funded',
        'broadcast',
        'confirmed',
        'finalized',
      ].map((name) => [name, expect.stringMatching(/^(completed|skipped)$/)]),
    )
    const [chain] = bff.deps.chains.values()
    const receipt = await chain?.adapter.receipt(done.transactionHash)
    expect(receipt).toMatchObject({
      ok: true,
      value: { status: 'success', transfers: [{ amount: 7_250_000n }] },
    })
    await expect
      .poll(async () => (await eventsOf(executionId)).at(0))
      .toMatchObject({
        eventCategory: 'transfer',
        eventType: 'transitioned',
        eventStatus: 'payment_processed',
        eventObject: { executionId, status: 'COMPLETED', previousStatus: 'PROCESSING' },
      })
    const first = (await eventsOf(executionId)).at(-1)
    expect(first).toMatchObject({ eventType: 'initiated', eventStatus: 'quoted' })
  })

  test('200: the same stamp again is answered as before and changes nothing', async () => {
    const { body } = await quote()
    const sent = stamped(body.executionId, body.payloadToSign)
    const first = await bff.post(transferPath, sent)
    const again = await bff.post(transferPath, sent)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(again.body).toEqual(first.body)
    await until(bff, body.executionId, 'COMPLETED')
    const later = await bff.post(transferPath, sent)
    expect([later.status, later.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  })

  test('200: of a hundred calls at once one executes', async () => {
    const { body } = await quote()
    const sent = stamped(body.executionId, body.payloadToSign)
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => bff.post(transferPath, sent)),
    )
    const done = answers.filter(({ status }) => status === 200)
    // On a slow machine some time out waiting for a connection, and are asked to retry.
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(100 - done.length)
    expect(done.filter(({ headers }) => !headers.get('idempotency-replayed'))).toHaveLength(1)
    await until(bff, body.executionId, 'COMPLETED')
  })

  test('200: fields of ordinary transfers are ignored by name', async () => {
    const { body } = await quote()
    const sent = {
      ...stamped(body.executionId, body.payloadToSign),
      counterPartyRiskAcknowledged: true,
      verificationCode: '123456',
    }
    const done = await bff.post(transferPath, sent)
    expect(done.headers.get('x-ignored-fields')).toBe(
      'counterPartyRiskAcknowledged, verificationCode',
    )
    await until(bff, body.executionId, 'COMPLETED')
  })

  test.each([
    [
      'a stamp over another text',
      (payload: string) => stampWithApiKey(`${payload} `, alice.key),
      'ApiKey',
      'SIGNATURE_INVALID',
      'SIGNATURE_MISMATCH',
    ],
    [
      'another customer’s stamp',
      (payload: string) => stampWithApiKey(payload, bob.key),
      'ApiKey',
      'SIGNATURE_INVALID',
      'UNKNOWN_KEY',
    ],
    ['no stamp at all', () => 'nonsense', 'ApiKey', 'SIGNATURE_INVALID', 'MALFORMED_STAMP'],
    ['an empty stamp', () => '', 'ApiKey', 'SIGNATURE_INVALID', 'MALFORMED_STAMP'],
    [
      'a very long stamp',
      () => 'A'.repeat(9000),
      'WebAuthn',
      'SIGNATURE_INVALID',
      'MALFORMED_STAMP',
    ],
    [
      'an empty signature type',
      (payload: string) => stampWithApiKey(payload, alice.key),
      '',
      'SIGNATURE_TYPE_INVALID',
      expect.any(String),
    ],
    [
      'an unknown signature type',
      (payload: string) => stampWithApiKey(payload, alice.key),
      'apikey',
      'SIGNATURE_TYPE_INVALID',
      expect.any(String),
    ],
    [
      'the other signature type',
      (payload: string) => stampWithApiKey(payload, alice.key),
      'WebAuthn',
      'SIGNATURE_TYPE_INVALID',
      expect.any(String),
    ],
  ])('400: %s', async (_, stamp, signatureType, code, reason) => {
    const { body } = await quote()
    const refused = await bff.post(transferPath, {
      executionId: body.executionId,
      payloadSignature: stamp(body.payloadToSign),
      signatureType,
    })
    expect([refused.status, refused.body.error.code]).toEqual([400, code])
    expect(refused.body.error.details[0].code).toEqual(reason)
    const good = await bff.post(transferPath, stamped(body.executionId, body.payloadToSign))
    expect(good.status).toBe(200)
    await until(bff, body.executionId, 'COMPLETED')
  })

  test('400: an expired quote, and it reads as EXPIRED', async () => {
    const { body } = await quote()
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 601 })
    const refused = await bff.post(transferPath, stamped(body.executionId, body.payloadToSign))
    expect([refused.status, refused.body.error.code]).toEqual([400, 'QUOTE_EXPIRED'])
    const read = await bff.get(`${transferPath}/${body.executionId}`)
    expect([read.status, read.body.data.status]).toEqual([200, 'EXPIRED'])
    expect(read.body.data.details.map(({ status }: { status: string }) => status)).toEqual([
      'completed',
      ...Array<string>(5).fill('cancelled'),
    ])
  })

  test('400: a newer quote of the wallet replaces the open one', async () => {
    const first = await quote()
    const second = await quote()
    const refused = await bff.post(
      transferPath,
      stamped(first.body.executionId, first.body.payloadToSign),
    )
    expect([refused.status, refused.body.error.code]).toEqual([400, 'QUOTE_SUPERSEDED'])
    expect(
      (await bff.post(transferPath, stamped(second.body.executionId, second.body.payloadToSign)))
        .status,
    ).toBe(200)
    await until(bff, second.body.executionId, 'COMPLETED')
  })

  test('400: five bad stamps of the owner end the quote', async () => {
    const { body } = await quote()
    const bad = { ...stamped(body.executionId, `${body.payloadToSign} `) }
    for (let i = 0; i < 5; i++) {
      const refused = await bff.post(transferPath, bad)
      expect([refused.status, refused.body.error.code]).toEqual([400, 'SIGNATURE_INVALID'])
    }
    const late = await bff.post(transferPath, stamped(body.executionId, body.payloadToSign))
    expect([late.status, late.body.error.code]).toEqual([400, 'QUOTE_EXPIRED'])
    expect((await bff.get(`${transferPath}/${body.executionId}`)).body.data.status).toBe('EXPIRED')
  })

  test('404: unknown, of another form, or another partner’s', async () => {
    const { body } = await quote()
    const sent = stamped(body.executionId, body.payloadToSign)
    const foreign = await bff.post(transferPath, sent, {}, bff.second)
    const ordinary = await bff.post(transferPath, {
      ...sent,
      executionId: body.executionId.replace('cexec-', 'exec_'),
    })
    for (const refused of [foreign, ordinary])
      expect([refused.status, refused.body.error.code]).toEqual([404, 'TRANSFER_NOT_FOUND'])
  })

  test('409: another good stamp after execution', async () => {
    const executionId = await transfer(bff, alice, bob)
    const { body } = await bff.get(`${transferPath}/${executionId}`)
    const refused = await bff.post(transferPath, {
      executionId,
      payloadSignature: stampWithApiKey(body.data.payloadHash, alice.key),
      signatureType: 'ApiKey',
    })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'EXECUTION_ALREADY_EXECUTED'])
    await until(bff, executionId, 'COMPLETED')
  })
})

test('a submit that a crash cut off after the signer is not started once its quote reads as expired', async () => {
  const { body } = await quote()
  const stamp = stampWithApiKey(body.payloadToSign, alice.key)
  await bff.deps.signer.execute({
    activityId: JSON.parse(body.payloadToSign).activityId,
    entityId: alice.entityId,
    stamp,
    signatureType: 'ApiKey',
  })
  const partnerId = parseId('par', bff.first.svcPartnerId) ?? ''
  const id = parseId('cexec', body.executionId) ?? ''
  const { submission } = createTransferService(bff.deps)
  const status = await bff.deps.db.asWorker(async (tx) => {
    // The sweeper leaves locked activities alone.
    await lockTransfer(tx, partnerId, id)
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 601 })
    const cutOff = await bff.deps.signer.unacknowledged(100)
    const executed = cutOff.find((item) => item.stamp === stamp)
    if (!executed) throw new Error('the signer has forgotten it')
    await submission.recordExecuted(tx, partnerId, executed)
    return (await lockTransfer(tx, partnerId, id))?.status
  })
  expect(status).toBe('QUOTED')
  await until(bff, body.executionId, 'EXPIRED')
})

test('one that a crash cut off and for which too little is left by then is neither started nor counted', async () => {
  const { body } = await quote()
  const stamp = stampWithApiKey(body.payloadToSign, alice.key)
  await bff.deps.signer.execute({
    activityId: JSON.parse(body.payloadToSign).activityId,
    entityId: alice.entityId,
    stamp,
    signatureType: 'ApiKey',
  })
  const partnerId = parseId('par', bff.first.svcPartnerId) ?? ''
  const id = parseId('cexec', body.executionId) ?? ''
  const { submission } = createTransferService(bff.deps)
  const [before, after] = await bff.deps.db.asWorker(async (tx) => {
    await lockTransfer(tx, partnerId, id)
    await sql`update transfer set quote = jsonb_set(quote, '{customer,day}', '"1"')
      where id = ${id}`.execute(tx)
    const counted = async () => {
      const { rows } = await sql<{ used: string }>`select
        (select coalesce(sum(used), 0) from daily_usage where partner_id = ${partnerId})::text
          as used`.execute(tx)
      return [rows[0]?.used, (await lockTransfer(tx, partnerId, id))?.status]
    }
    const executed = (await bff.deps.signer.unacknowledged(100)).find((it) => it.stamp === stamp)
    if (!executed) throw new Error('the signer has forgotten it')
    const had = await counted()
    expect(await submission.recordExecuted(tx, partnerId, executed)).toBeUndefined()
    return [had, await counted()]
  })
  expect(after).toEqual(before)
})

describe('a transfer and its chain', () => {
  const devChain = () => {
    const dev = [...bff.deps.chains.values()][0]?.dev
    if (!dev) throw new Error('no dev chain')
    return dev
  }

  test('the node is down: the transfer waits, and completes when it is back', async () => {
    const { body } = await quote()
    await devChain().down()
    const sent = await bff.post(transferPath, stamped(body.executionId, body.payloadToSign))
    expect(sent.status).toBe(200)
    const noQuote = await quote()
    expect([noQuote.status, noQuote.body.error.code]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
    expect(noQuote.headers.get('retry-after')).toBe('1')
    const waiting = await bff.get(`${transferPath}/${body.executionId}`)
    expect(waiting.body.data.status).toBe('PROCESSING')
    await devChain().up()
    await until(bff, body.executionId, 'COMPLETED')
  })

  test('the token refuses on the chain: the transfer fails with its code, and the gas is booked', async () => {
    const { body } = await quote()
    const [account] = bob.accounts
    const token = bff.deps.jurisdictions.tokenById(account?.jurisdictionId ?? '')
      ?.tokenAddress as `0x${string}`
    const block = (blocked: boolean) =>
      devChain().setBlocked({ token, address: account?.address as `0x${string}`, blocked })
    await block(true)
    await bff.post(transferPath, stamped(body.executionId, body.payloadToSign))
    const failed = await until(bff, body.executionId, 'FAILED')
    expect(failed.failure).toMatchObject({ code: 'CHAIN_REVERTED', retryable: expect.any(Boolean) })
    await expect
      .poll(async () => (await eventsOf(body.executionId)).at(0))
      .toMatchObject({
        eventStatus: 'error',
        eventObject: { status: 'FAILED', previousStatus: 'PROCESSING' },
      })
    await block(false)
    await until(bff, await transfer(bff, alice, bob), 'COMPLETED')
  })
})

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  await expectEventsPublished(bff, {
    'transfer.transitioned': 'approved payment_submitted payment_processed error expired',
    'wallet.created': 'auth_added wallet_created account_created',
    'wallet.transitioned':
      'transaction_signed transaction_broadcast transaction_final transaction_reverted',
  })
})
