import { parseId } from '@corridor/domain'
import { createAuthenticator } from '../../../../test/support/people/authenticator.ts'
import { stampFromAssertion, stampWithApiKey, webauthnChallenge } from '@corridor/signing'
import { ApiKeyStamper } from '@turnkey/api-key-stamper'
import { describe, expect, test } from 'vitest'
import { sharedBff } from '../../../../test/support/process/bff.ts'
import { fund, makeWallet, until } from '../../../../test/support/money/wallets.ts'

const bff = sharedBff()

const walletPath = (entityId: string, operation: string) =>
  `/api/v1/wallets/${entityId}/${operation}`

describe('wallets.registerPasskeyPrepare, wallets.registerPasskeySubmit, wallets.passkeys', () => {
  test('200: added with a primary stamp, then it signs a transfer; 403: a passkey adds no passkey', async () => {
    const alice = await makeWallet(bff)
    const bob = await makeWallet(bff)
    await fund(bff, alice, 50)
    const device = createAuthenticator('http://localhost:8787')
    const base = walletPath(alice.entityId, 'register-passkey')
    const prepared = await bff.post(`${base}/prepare`, { authenticatorName: 'Laptop' })
    const { activityId, payloadToSign, creationOptions } = prepared.body.data
    expect(creationOptions).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(Buffer.from(creationOptions.user.id, 'base64url').toString('latin1')).toMatch(/^w:/)
    const registration = device.create(creationOptions)
    const { clientDataJSON, attestationObject } = registration.response
    const attestation = {
      credentialId: registration.id,
      clientDataJson: clientDataJSON,
      attestationObject,
      transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'],
    }
    const submitted = {
      activityId,
      payloadSignature: stampWithApiKey(payloadToSign, alice.key),
      signatureType: 'ApiKey',
      attestation,
    }
    const added = await bff.post(`${base}/submit`, submitted)
    expect(added.body.data).toMatchObject({
      status: 'COMPLETED',
      result: { name: 'Laptop', credentialId: registration.id },
    })
    expect((await bff.get(walletPath(alice.entityId, 'passkeys'))).body.data).toMatchObject([
      { name: 'Laptop', status: 'ACTIVE' },
    ])

    const again = await bff.post(`${base}/submit`, submitted)
    expect([again.status, again.body]).toEqual([200, added.body])
    const events = () =>
      bff.deps.db.asWorker((tx) =>
        tx
          .selectFrom('event')
          .select('id')
          .where('status', '=', 'passkey_added')
          .where('partner_id', '=', parseId('par', bff.first.svcPartnerId) ?? '')
          .execute(),
      )
    expect(await events()).toHaveLength(1)

    const stamp = (payload: string) =>
      stampFromAssertion(
        device.get({
          challenge: webauthnChallenge(payload).base64url,
          rpId: 'localhost',
          userVerification: 'required',
        }),
      )
    const quote = await bff.post('/api/v1/xfer/transaction/simulate', {
      transactionId: 'passkey-1',
      fromEntityId: alice.entityId,
      fromAccountId: alice.accounts[0]?.externalAccountId,
      toEntityId: bob.entityId,
      toAccountId: bob.accounts[0]?.externalAccountId,
      exactAmountIn: 5,
    })
    const { executionId } = quote.body
    const sent = await bff.post('/api/v1/xfer/transaction/transfer', {
      executionId,
      payloadSignature: stamp(quote.body.payloadToSign),
      signatureType: 'WebAuthn',
    })
    expect(sent.status).toBe(200)
    await until(bff, executionId, 'COMPLETED')

    const second = await bff.post(`${base}/prepare`, { authenticatorName: 'Phone' })
    const refused = await bff.post(`${base}/submit`, {
      activityId: second.body.data.activityId,
      payloadSignature: stamp(second.body.data.payloadToSign),
      signatureType: 'WebAuthn',
      attestation,
    })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(['PRIMARY_AUTH_REQUIRED', 'SIGNATURE_TYPE_INVALID']).toContain(refused.body.error.code)
  })

  test('200: the public stamper package signs without a change', async () => {
    const wallet = await makeWallet(bff)
    const prepared = await bff.post(walletPath(wallet.entityId, 'create-wallet/prepare'), {
      walletName: 'Public',
    })
    const { activityId, payloadToSign } = prepared.body.data
    const stamper = new ApiKeyStamper({
      apiPublicKey: wallet.key.publicKey,
      apiPrivateKey: wallet.key.privateKey,
    })
    const { stampHeaderValue } = await stamper.stamp(payloadToSign)
    const done = await bff.post(walletPath(wallet.entityId, 'create-wallet/submit'), {
      activityId,
      payloadSignature: stampHeaderValue,
      signatureType: 'ApiKey',
    })
    expect(done.body.data.result.walletId).toMatch(/^wal_/)
  })
})
