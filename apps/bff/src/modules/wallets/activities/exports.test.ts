import { generateP256KeyPair, stampWithApiKey } from '@corridor/signing'
import { decryptExportBundle } from '@turnkey/crypto'
import { describe, expect, test } from 'vitest'
import { ownBff } from '../../../../test/support/process/bff.ts'
import { makeWallet, type TestWallet } from '../../../../test/support/money/wallets.ts'
import { addPasskey, walletPath } from '../../../../test/support/money/wallet-auth.ts'

const bff = ownBff()
const settingsPath = '/api/v1/wallets/settings'

async function prepareExport(wallet: TestWallet, target = generateP256KeyPair()) {
  const prepared = await bff.post(walletPath(wallet.entityId, 'export-wallet/prepare'), {
    walletId: wallet.walletId,
    targetPublicKey: target.publicKeyUncompressed,
  })
  const { activityId, payloadToSign } = prepared.body.data
  const sent = {
    activityId,
    payloadSignature: stampWithApiKey(payloadToSign, wallet.key),
    signatureType: 'ApiKey',
  }
  const submit = (change: object = {}) =>
    bff.post(walletPath(wallet.entityId, 'export-wallet/submit'), { ...sent, ...change })
  return { target, prepared, activityId, payloadToSign, submit }
}

const noticesOf = async (wallet: TestWallet): Promise<string[]> => {
  const { body } = await bff.get('/api/v1/sandbox/outbox?channel=EMAIL&limit=200')
  return body.data
    .filter(({ entityId }: { entityId?: string }) => entityId === wallet.entityId)
    .map(({ subject }: { subject: string }) => subject)
}

describe('wallets.exportWalletPrepare, wallets.exportWalletSubmit', () => {
  test('200: the phrase opens with the public client alone', async () => {
    const wallet = await makeWallet(bff)
    const { target, prepared, submit } = await prepareExport(wallet)
    expect(prepared.body.data.signatureTypes).toEqual(['ApiKey'])
    expect(prepared.body.data.summary.risks).not.toEqual([])
    const done = await submit()
    expect(done.body.data).toMatchObject({ status: 'COMPLETED' })
    const phrase = await decryptExportBundle({
      exportBundle: done.body.data.result.exportBundle,
      embeddedKey: target.privateKey,
      organizationId: wallet.entityId,
      dangerouslyOverrideSignerPublicKey: (await bff.get(settingsPath)).body.data.bundlePublicKey,
      returnMnemonic: true,
    })
    expect(phrase.split(' ')).toHaveLength(12)
    // The same submit again gives the same bundle, and the owner is notified once.
    expect((await submit()).body.data).toEqual(done.body.data)
    await expect.poll(() => noticesOf(wallet)).toEqual(['Your wallet was exported'])
  })

  test('200: waits as long as the partner says, notifies the owner, and can be stopped', async () => {
    const wallet = await makeWallet(bff)
    const changed = await bff.send(settingsPath, {
      method: 'PUT',
      body: { exportDelaySeconds: 3600 },
    })
    expect(changed.body.data).toMatchObject({ exportDelaySeconds: 3600 })
    const [kept, stopped] = [await prepareExport(wallet), await prepareExport(wallet)]
    await bff.send(settingsPath, { method: 'PUT', body: { exportDelaySeconds: 0 } })
    for (const { submit } of [kept, stopped]) {
      const waiting = await submit()
      expect(waiting.body.data).toMatchObject({ status: 'EXECUTING' })
      expect(waiting.body.data.result.exportBundle).toBeUndefined()
    }
    const waitingNow = async () =>
      (await bff.get(walletPath(wallet.entityId, 'details'))).body.data.waitingExports
    expect(await waitingNow()).toMatchObject([
      { activityId: kept.activityId, walletId: wallet.walletId },
      { activityId: stopped.activityId, walletId: wallet.walletId },
    ])
    const cancel = walletPath(wallet.entityId, 'export-wallet/cancel')
    const done = await bff.post(cancel, { activityId: stopped.activityId })
    expect(done.body.data).toEqual({ activityId: stopped.activityId, status: 'SUPERSEDED' })
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 3601 })
    expect(await waitingNow()).toHaveLength(1)
    expect((await kept.submit()).body.data.status).toBe('COMPLETED')
    expect(await waitingNow()).toEqual([])
    const again = await bff.post(cancel, { activityId: kept.activityId })
    expect([again.status, again.body.error.code]).toEqual([409, 'ACTIVITY_ALREADY_SUBMITTED'])
    const late = await stopped.submit()
    expect([late.status, late.body.error.code]).toEqual([400, 'ACTIVITY_EXPIRED'])
    await expect
      .poll(() => noticesOf(wallet))
      .toEqual([
        'Your wallet was exported',
        'An export of your wallet was asked for',
        'An export of your wallet was asked for',
      ])
    const events = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('event')
        .select('status')
        .where('subject_id', '=', wallet.entityId)
        .where('status', 'in', ['export_requested', 'wallet_exported'])
        .orderBy('status')
        .execute(),
    )
    expect(events.map(({ status }) => status)).toEqual([
      'export_requested',
      'export_requested',
      'wallet_exported',
    ])
  })

  test('403: a passkey takes no wallet along; 400: a key that is none or was used', async () => {
    const wallet = await makeWallet(bff)
    const { device } = await addPasskey(bff, wallet)
    const activity = await prepareExport(wallet)
    const byPasskey = await activity.submit({
      payloadSignature: device.stamp(activity.payloadToSign),
      signatureType: 'WebAuthn',
    })
    expect([byPasskey.status, byPasskey.body.error.code]).toEqual([403, 'PRIMARY_AUTH_REQUIRED'])
    const two = await prepareExport(wallet, activity.target)
    expect((await activity.submit()).status).toBe(200)
    const reused = await two.submit()
    expect([reused.status, reused.body.error.details[0].code]).toEqual([400, 'KEY_REUSED'])
    for (const targetPublicKey of [
      '04',
      activity.target.publicKey,
      `0x${activity.target.publicKey}`,
    ]) {
      const refused = await bff.post(walletPath(wallet.entityId, 'export-wallet/prepare'), {
        walletId: wallet.walletId,
        targetPublicKey,
      })
      expect([refused.status, refused.body.error.code]).toEqual([400, 'PUBLIC_KEY_INVALID'])
    }
  })

  test('404: a wallet of another entity or partner', async () => {
    const [mine, other] = [await makeWallet(bff), await makeWallet(bff)]
    const body = {
      walletId: other.walletId,
      targetPublicKey: generateP256KeyPair().publicKeyUncompressed,
    }
    const path = walletPath(mine.entityId, 'export-wallet/prepare')
    const refused = await bff.post(path, body)
    expect([refused.status, refused.body.error.code]).toEqual([404, 'WALLET_NOT_FOUND'])
    const foreign = await bff.post(path, { ...body, walletId: mine.walletId }, {}, bff.second)
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
  })
})

test('wallets.exportWalletCancel 404: an activity of another kind or entity; 409: one that is done', async () => {
  const wallet = await makeWallet(bff)
  const { activityId, submit } = await prepareExport(wallet)
  await submit()
  const path = walletPath(wallet.entityId, 'export-wallet/cancel')
  const done = await bff.post(path, { activityId })
  expect([done.status, done.body.error.code]).toEqual([409, 'ACTIVITY_ALREADY_SUBMITTED'])
  const other = await bff.post(walletPath(wallet.entityId, 'create-wallet/prepare'), {
    walletName: 'Other',
  })
  for (const id of ['act_x', other.body.data.activityId]) {
    const refused = await bff.post(path, { activityId: id })
    expect([refused.status, refused.body.error.code]).toEqual([404, 'ACTIVITY_NOT_FOUND'])
  }
  const nobody = await bff.post(walletPath('ent_x', 'export-wallet/cancel'), { activityId })
  expect([nobody.status, nobody.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
})

test('wallets.settings, wallets.updateSettings 200: one partner’s own; 400: a delay that is none', async () => {
  const both = [await bff.get(settingsPath), await bff.get(settingsPath, bff.second)]
  const bundlePublicKey = await bff.deps.signer.exportPublicKey()
  expect(both.map(({ body }) => body.data)).toEqual([
    { exportDelaySeconds: 0, bundlePublicKey },
    { exportDelaySeconds: 0, bundlePublicKey },
  ])
  const token = bff.second.apiToken
  const set = { method: 'PUT', token, body: { exportDelaySeconds: 86_400 } }
  expect((await bff.send(settingsPath, set)).status).toBe(200)
  expect((await bff.get(settingsPath)).body.data.exportDelaySeconds).toBe(0)
  expect((await bff.get(settingsPath, bff.second)).body.data.exportDelaySeconds).toBe(86_400)
  for (const exportDelaySeconds of [-1, 604_801, 1.5, '60']) {
    const refused = await bff.send(settingsPath, { method: 'PUT', body: { exportDelaySeconds } })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
  }
})
