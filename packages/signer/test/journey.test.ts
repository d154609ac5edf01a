import { ApiKeyStamper } from '@turnkey/api-key-stamper'
import { decryptCredentialBundle, generateP256KeyPair, getPublicKey } from '@turnkey/crypto'
import { bytesToHex, checkSignedTransaction, decodeTransfer } from '@corridor/signing'
import { expect, test } from 'vitest'
import { Authenticator } from './authenticator.ts'
import {
  evmAccount,
  newId,
  openTestSigner,
  partnerId,
  transferOf,
  value,
  type TestSigner,
} from './harness.ts'

const { signer, admin }: TestSigner = await openTestSigner()

test('a person with the public clients: e-mail code, session, passkey, wallet, signed transfer', async () => {
  const entityId = newId('ent')
  const contact = 'ada@example.com'
  const authId = newId('auth')
  const method = { entityId, partnerId, authId, authType: 'Email_Auth', contact }
  expect(value(await signer.registerCredential(method)).status).toBe('PENDING_VERIFICATION')

  // The code arrives by mail; the session key arrives in a bundle only this client can open.
  const asked = { entityId, partnerId, channel: 'EMAIL', contact } as const
  const { otpId, code } = value(await signer.issueCode(asked))
  const ephemeral = generateP256KeyPair()
  const session = value(
    await signer.openSession({
      entityId,
      targetPublicKey: ephemeral.publicKeyUncompressed,
      otpId,
      otpCode: code ?? '',
    }),
  )
  const apiPrivateKey = decryptCredentialBundle(
    session.credentialBundle ?? '',
    ephemeral.privateKey,
  )
  const apiPublicKey = bytesToHex(getPublicKey(apiPrivateKey, true))
  expect(apiPublicKey).toBe(session.sessionPublicKey)
  const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey })

  const act = async (
    input: Pick<Parameters<typeof signer.prepare>[0], 'type' | 'parameters'>,
    attest?: (parameters: Readonly<Record<string, unknown>>) => unknown,
  ) => {
    const activityId = newId('act')
    const prepared = value(await signer.prepare({ activityId, entityId, partnerId, ...input }))
    const { stampHeaderName, stampHeaderValue: stamp } = await stamper.stamp(prepared.payload)
    expect(stampHeaderName).toBe('X-Stamp')
    const attestation = attest?.(prepared.parameters)
    const submit = { activityId, entityId, stamp, signatureType: 'ApiKey', attestation }
    return value(await signer.execute(submit)).result
  }

  const passkey = new Authenticator()
  const registered = await act(
    { type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS', parameters: { authenticatorName: 'Phone' } },
    ({ challenge }) => passkey.attest(String(challenge)),
  )
  expect(registered['name']).toBe('Phone')
  const wallet = await act({
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    parameters: { walletName: 'Savings', accounts: [evmAccount()] },
  })
  const [account] = wallet['accounts'] as { address: string }[]
  const address = account?.address ?? ''

  // The transfer is decoded before it is stamped, by the passkey this time.
  const { rows } = await admin.query(`select service_now() + interval '10 min' as "until"`)
  const { parameters, bounds } = transferOf(address)
  const activityId = newId('act')
  const type = 'ACTIVITY_TYPE_SIGN_TRANSACTION'
  const validUntil: string = rows[0].until.toISOString()
  const transfer = {
    activityId,
    entityId,
    partnerId,
    type,
    parameters,
    bounds,
    validUntil,
  } as const
  const { payload } = value(await signer.prepare(transfer))
  const shown = value(decodeTransfer(JSON.parse(payload).parameters.unsignedTransaction))
  expect(shown).toMatchObject({ recipient: bounds.recipient, amount: 25_000_000n })
  passkey.signCount = 1
  const stamp = passkey.stamp(payload)
  const submit = { activityId, entityId, stamp, signatureType: 'WebAuthn' }
  const { result } = value(await signer.execute(submit))

  const expected = { unsignedTransaction: parameters.unsignedTransaction, from: address }
  const checked = value(checkSignedTransaction(String(result['signedTransaction']), expected))
  expect(checked.hash).toBe(result['transactionHash'])
  expect((await signer.verifyAudit()).broken).toEqual([])
})
