import { generateP256KeyPair, stampWithApiKey } from '@corridor/signing'
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
  transferPath,
} from '../../../../test/support/money/wallets.ts'
import { addPasskey, emailSession, walletPath } from '../../../../test/support/money/wallet-auth.ts'

const bff = sharedBff()
let alice: TestWallet
let bob: TestWallet

beforeAll(async () => {
  alice = await makeWallet(bff)
  bob = await makeWallet(bff)
  await fund(bff, alice, 500)
})

const stampOf = (wallet: TestWallet, payload: string) => ({
  payloadSignature: stampWithApiKey(payload, wallet.key),
  signatureType: 'ApiKey',
})

describe('wallets.deletePasskeyPrepare, wallets.deletePasskeySubmit', () => {
  test('200: gone with a primary stamp; the passkey signs nothing more, earlier quotes neither', async () => {
    const { device, authenticatorId } = await addPasskey(bff, alice)
    const quote = await bff.post(simulatePath, aTransfer(alice, bob, { exactAmountIn: 1 }))
    const base = walletPath(alice.entityId, 'delete-passkey')
    const byItself = await bff.post(`${base}/prepare`, { authenticatorId })
    expect(byItself.body.data.signatureTypes).toEqual(['ApiKey'])
    const { activityId, payloadToSign, summary } = byItself.body.data
    expect(summary.risks.join(' ')).toContain('last passkey')
    const refused = await bff.post(`${base}/submit`, {
      activityId,
      payloadSignature: device.stamp(payloadToSign),
      signatureType: 'WebAuthn',
    })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'PRIMARY_AUTH_REQUIRED'])

    const sent = { activityId, ...stampOf(alice, payloadToSign) }
    const done = await bff.post(`${base}/submit`, sent)
    expect(done.body.data).toEqual({
      activityId,
      status: 'COMPLETED',
      result: { authenticatorId, status: 'DELETED' },
    })
    expect((await bff.post(`${base}/submit`, sent)).body.data).toEqual(done.body.data)
    const { body } = await bff.get(walletPath(alice.entityId, 'passkeys'))
    expect(body.data.at(-1)).toMatchObject({ authenticatorId, status: 'DELETED' })

    for (const signed of [
      { payloadSignature: device.stamp(quote.body.payloadToSign), signatureType: 'WebAuthn' },
      stampOf(alice, quote.body.payloadToSign),
    ]) {
      const late = await bff.post(transferPath, { executionId: quote.body.executionId, ...signed })
      expect([late.status, late.body.error.code]).toEqual([400, 'QUOTE_EXPIRED'])
    }
    const fresh = await bff.post(simulatePath, aTransfer(alice, bob, { exactAmountIn: 1 }))
    const byPasskey = await bff.post(transferPath, {
      executionId: fresh.body.executionId,
      payloadSignature: device.stamp(fresh.body.payloadToSign),
      signatureType: 'WebAuthn',
    })
    expect([byPasskey.status, byPasskey.body.error.code]).toEqual([400, 'SIGNATURE_INVALID'])
  })

  test('404: no such passkey, entity or activity; 403: an entity without a method', async () => {
    const base = walletPath(alice.entityId, 'delete-passkey')
    const none = await bff.post(`${base}/prepare`, { authenticatorId: 'pk_x' })
    expect([none.status, none.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
    const nobody = walletPath('ent_x', 'delete-passkey')
    for (const path of [`${nobody}/prepare`, `${nobody}/submit`]) {
      const body = { authenticatorId: 'pk_x', activityId: 'act_x', ...stampOf(alice, 'x') }
      const answer = await bff.post(path, body)
      expect([answer.status, answer.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
    }
    const bare = walletPath(await makeEntity(bff), 'delete-passkey')
    const early = await bff.post(`${bare}/prepare`, { authenticatorId: 'pk_x' })
    expect([early.status, early.body.error.code]).toEqual([403, 'PRIMARY_AUTH_REQUIRED'])
  })
})

describe('wallets.revokeAuthPrepare, wallets.revokeAuthSubmit', () => {
  test('200: a method ends with its sessions, by the stamp of another one', async () => {
    const wallet = await makeWallet(bff)
    const session = await emailSession(bff, wallet)
    const base = walletPath(wallet.entityId, 'revoke-auth')
    const prepared = await bff.post(`${base}/prepare`, { authId: session.authId })
    expect(prepared.body.data.summary.lines.join(' ')).toContain('Sessions that end with it: 1')
    const { activityId, payloadToSign } = prepared.body.data
    const done = await bff.post(`${base}/submit`, { activityId, ...stampOf(wallet, payloadToSign) })
    expect(done.body.data.result).toEqual({ authId: session.authId, status: 'REVOKED' })
    const details = (await bff.get(walletPath(wallet.entityId, 'details'))).body.data
    expect(details.sessions).toEqual([])
    expect(details.authMethods).toMatchObject([
      { authType: 'API_Key', status: 'ACTIVE', label: 'test' },
      { authType: 'Email_Auth', status: 'REVOKED' },
    ])
    const late = await act(bff, { ...wallet, key: session.key }, 'create-wallet', {
      walletName: 'Late',
    })
    expect([late.status, late.body.error.details[0].code]).toEqual([400, 'KEY_REVOKED'])
    const events = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('event')
        .select('status')
        .where('subject_id', '=', wallet.entityId)
        .where('status', 'in', ['auth_revoked', 'session_expired'])
        .orderBy('status')
        .execute(),
    )
    expect(events.map(({ status }) => status)).toEqual(['auth_revoked', 'session_expired'])
    const newest = async () =>
      (await bff.get(`/api/v1/sandbox/outbox?channel=EMAIL&to=${session.email}`)).body.data[0]
        .subject
    await expect.poll(newest).toBe('A way to sign in to your wallets was revoked')
  })

  test('409: the last primary method; 404: none of this id, or one that ended meanwhile', async () => {
    const wallet = await makeWallet(bff)
    const base = walletPath(wallet.entityId, 'revoke-auth')
    const { authMethods } = (await bff.get(walletPath(wallet.entityId, 'details'))).body.data
    const last = await bff.post(`${base}/prepare`, { authId: authMethods[0].authId })
    expect([last.status, last.body.error.code]).toEqual([409, 'LAST_PRIMARY_AUTH'])
    const none = await bff.post(`${base}/prepare`, { authId: 'auth_x' })
    expect([none.status, none.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])

    const { sessionId } = await emailSession(bff, wallet)
    const prepared = await bff.post(`${base}/prepare`, { authId: sessionId })
    const { activityId, payloadToSign } = prepared.body.data
    await bff.send(walletPath(wallet.entityId, `sessions/${sessionId}`), { method: 'DELETE' })
    const gone = await bff.post(`${base}/submit`, { activityId, ...stampOf(wallet, payloadToSign) })
    expect([gone.status, gone.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
  })

  test('400, 401: stamps that are none, of a stranger, or of a session that is over', async () => {
    const wallet = await makeWallet(bff)
    const session = await emailSession(bff, wallet)
    const base = walletPath(wallet.entityId, 'revoke-auth')
    const prepared = await bff.post(`${base}/prepare`, { authId: session.sessionId })
    const { activityId, payloadToSign } = prepared.body.data
    const submit = (sent: object) => bff.post(`${base}/submit`, { activityId, ...sent })
    const answers = [
      await submit({ payloadSignature: 'x', signatureType: 'ApiKey' }),
      await submit({ payloadSignature: 'x', signatureType: 'Pen' }),
      await submit(stampOf({ ...wallet, key: generateP256KeyPair() }, payloadToSign)),
    ]
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
      [400, 'SIGNATURE_INVALID'],
      [400, 'SIGNATURE_TYPE_INVALID'],
      [400, 'SIGNATURE_INVALID'],
    ])
    const nothing = await bff.post(`${base}/submit`, {
      activityId: 'act_x',
      ...stampOf(wallet, ''),
    })
    expect([nothing.status, nothing.body.error.code]).toEqual([404, 'ACTIVITY_NOT_FOUND'])
  })
})

describe('wallets.endSession', () => {
  test('200: ends at once, its key signs nothing more; 404: again, and another entity’s', async () => {
    const wallet = await makeWallet(bff)
    const { sessionId, key } = await emailSession(bff, wallet)
    const path = walletPath(wallet.entityId, `sessions/${sessionId}`)
    const foreign = await bff.send(walletPath(alice.entityId, `sessions/${sessionId}`), {
      method: 'DELETE',
    })
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
    const nobody = await bff.send(walletPath('ent_x', `sessions/${sessionId}`), {
      method: 'DELETE',
    })
    expect([nobody.status, nobody.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
    const ended = await bff.send(path, { method: 'DELETE' })
    expect([ended.status, ended.body.data]).toEqual([200, { sessionId, status: 'REVOKED' }])
    const late = await act(bff, { ...wallet, key }, 'create-wallet', { walletName: 'Late' })
    expect([late.status, late.body.error.details[0].code]).toEqual([400, 'KEY_REVOKED'])
    expect((await bff.send(path, { method: 'DELETE' })).status).toBe(404)
  })
})
