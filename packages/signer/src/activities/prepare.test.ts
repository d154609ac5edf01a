import { activityFingerprint, parseActivityPayload } from '@corridor/signing'
import { describe, expect, test } from 'vitest'
import {
  evmAccount,
  failure,
  newEntity,
  newId,
  openTestSigner,
  partnerId,
  value,
  type TestEntity,
} from '../../test/harness.ts'

const { signer, advance } = await openTestSigner()
const wallet = { walletName: 'Main', accounts: [evmAccount()] }

async function prepareWallet(entity: TestEntity) {
  const activityId = newId('act')
  const { entityId } = entity
  const type = 'ACTIVITY_TYPE_CREATE_WALLET'
  return value(await signer.prepare({ activityId, entityId, partnerId, type, parameters: wallet }))
}

describe('prepare', () => {
  test('fixes the text in the public order, names its fingerprint and lives five minutes', async () => {
    const entity = await newEntity(signer)
    const prepared = await prepareWallet(entity)
    const content = value(parseActivityPayload(prepared.payload))
    expect(content).toMatchObject({
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      organizationId: entity.entityId,
      activityId: prepared.activityId,
      parameters: wallet,
    })
    expect(prepared.fingerprint).toBe(activityFingerprint(prepared.payload))
    expect(Date.parse(prepared.expiresAt) - Number(content.timestampMs)).toBe(300_000)
    expect(prepared.signatureTypes).toEqual(['ApiKey', 'WebAuthn'])
  })

  test('again with the same id gives the same text', async () => {
    const entity = await newEntity(signer)
    const first = await prepareWallet(entity)
    await advance(2)
    const again = await signer.prepare({
      activityId: first.activityId,
      entityId: entity.entityId,
      partnerId,
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      parameters: wallet,
    })
    expect(value(again)).toEqual(first)
  })

  test('leaves out members the signer does not know', async () => {
    const { entityId } = await newEntity(signer)
    const activityId = newId('act')
    const type = 'ACTIVITY_TYPE_CREATE_WALLET'
    const parameters = { ...wallet, extra: 1 }
    const prepared = await signer.prepare({ activityId, entityId, partnerId, type, parameters })
    expect(value(prepared).parameters).toEqual(wallet)
  })

  test.each([
    ['without a name', { ...wallet, walletName: '' }, 'walletName'],
    ['without accounts', { walletName: 'x' }, 'accounts'],
    ['with another curve', withAccount({ curve: 'CURVE_P256' }), 'accounts.0.curve'],
    ['with a path of another chain', withAccount({ path: "m/44'/0'/0'/0/0" }), 'accounts.0.path'],
    [
      'with an index too large',
      withAccount({ path: `m/44'/60'/0'/0/2147483648` }),
      'accounts.0.path',
    ],
    [
      'with an address form of another curve',
      withAccount({ addressFormat: 'ADDRESS_FORMAT_SOLANA' }),
      'accounts.0.addressFormat',
    ],
    ['with a phrase of 13 words', { ...wallet, mnemonicLength: 13 }, 'mnemonicLength'],
  ])('of a wallet %s is refused', async (_name, parameters, reason) => {
    const { entityId } = await newEntity(signer)
    const activityId = newId('act')
    const type = 'ACTIVITY_TYPE_CREATE_WALLET'
    const prepared = await signer.prepare({ activityId, entityId, partnerId, type, parameters })
    expect(failure(prepared)).toEqual({ code: 'FIELD_INVALID', reason })
  })

  test('needs an active primary method, and the partner of the entity', async () => {
    const activityId = newId('act')
    const type = 'ACTIVITY_TYPE_CREATE_WALLET'
    const nobody = {
      activityId,
      entityId: newId('ent'),
      partnerId,
      type,
      parameters: wallet,
    } as const
    expect(failure(await signer.prepare(nobody)).code).toBe('PRIMARY_AUTH_REQUIRED')
    const { entityId } = await newEntity(signer)
    const foreign = { ...nobody, entityId, partnerId: 'par_other' }
    expect(failure(await signer.prepare(foreign)).code).toBe('RECORD_NOT_FOUND')
  })

  test('refuses raw signing, which is off', async () => {
    const { entityId } = await newEntity(signer)
    const activityId = newId('act')
    const type = 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD'
    const parameters = { signWith: '0x', payload: '00' }
    const prepared = await signer.prepare({ activityId, entityId, partnerId, type, parameters })
    expect(failure(prepared)).toEqual({ code: 'FIELD_INVALID', reason: 'type' })
  })
})

function withAccount(change: Record<string, string>) {
  return { walletName: 'x', accounts: [{ ...evmAccount(), ...change }] }
}
