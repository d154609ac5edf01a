import { fromBase64Url, hexToBytes } from '@corridor/signing'
import { describe, expect, test } from 'vitest'
import { failure, newId, openTestSigner, partnerId } from '../../test/harness.ts'
import { vectorFile, type Vector } from '../../test/vectors.ts'
import { openEntity, saveCredentials, type NewCredential } from '../credentials/credentials.ts'
import { readSignatureType, verifyStamp } from './stamps.ts'
import { openVault } from '../vault/vault.ts'

const { deps, advance } = await openTestSigner()
const vault = openVault(deps)

type ApiKeyVector = Vector & {
  payload: string
  headerValue: string
  registeredPublicKeyHex?: string
  publicKeyCompressedHex?: string
}
const apiKeys = vectorFile<{ vectors: ApiKeyVector[]; lenient: ApiKeyVector[] }>('stamp-apikey')

/** Verifies over real records: an entity whose only credential is the one passed in. */
async function verify(
  credential: NewCredential,
  payload: string,
  text: string,
  type: 'ApiKey' | 'WebAuthn',
) {
  const entityId = newId('ent')
  return vault.inTransaction(async (tx) => {
    const entity = await openEntity(vault, tx, entityId, partnerId)
    await saveCredentials(vault, tx, entity, { add: [credential] })
    return verifyStamp(vault, tx, entity, payload, { text, type })
  })
}

const apiKey = (publicKeyHex: string): NewCredential => ({
  credential_id: newId('auth'),
  kind: 'API_KEY',
  tier: 'PRIMARY',
  status: 'ACTIVE',
  public_key: hexToBytes(publicKeyHex, 33),
})

describe('published API-key stamps', () => {
  test.each(apiKeys.vectors)('$id', async (vector) => {
    const key = vector.registeredPublicKeyHex ?? vector.publicKeyCompressedHex ?? ''
    const verified = await verify(apiKey(key), vector.payload, vector.headerValue, 'ApiKey')
    if (vector.valid) {
      expect(verified.ok).toBe(true)
      return
    }
    const refusal = failure(verified)
    expect(refusal.failure).toEqual({ code: 'SIGNATURE_INVALID', reason: vector.reason })
    // Only a stamp that parses and names a live credential counts as a try.
    expect(refusal.credentialId !== undefined).toBe(vector.reason === 'SIGNATURE_MISMATCH')
  })
})

type PasskeyVector = Vector & {
  payload: string
  headerValue: string
  rpId: string
  origin: string
  requireUserVerification: boolean
  storedSignCount: number
  credentialId: string
  credentialPublicKeyCose: string
  authenticatorDataHex: string
}
const passkeys = vectorFile<{ vectors: PasskeyVector[] }>('stamp-webauthn').vectors

describe('published WebAuthn stamps, over stored passkeys', () => {
  test.each(passkeys)('$id', async (vector) => {
    const { rpId, origin, payload, headerValue } = vector
    const own = openVault({ ...deps, relyingParty: () => ({ rpId, origins: [origin] }) })
    const flags = hexToBytes(vector.authenticatorDataHex)[32] ?? 0
    const entityId = newId('ent')
    const verified = await own
      .inTransaction(async (tx) => {
        const entity = await openEntity(own, tx, entityId, partnerId)
        const isKnown = vector.id !== 'bad-unknown-credential'
        const passkey: NewCredential = {
          credential_id: newId('pk'),
          kind: 'PASSKEY',
          tier: 'SECONDARY',
          status: 'ACTIVE',
          public_key: fromBase64Url(vector.credentialPublicKeyCose) ?? new Uint8Array(),
          webauthn_id: isKnown ? vector.credentialId : newId('other'),
          sign_count: vector.storedSignCount,
          backup_eligible: (flags & 0x08) !== 0,
        }
        await saveCredentials(own, tx, entity, { add: [passkey] })
        const result = await verifyStamp(own, tx, entity, payload, {
          text: headerValue,
          type: 'WebAuthn',
        })
        throw new Undo(result)
      })
      .catch((error: unknown) => {
        if (error instanceof Undo) return error.result
        throw error
      })

    if (vector.valid && vector.requireUserVerification) {
      expect(verified).toEqual({ ok: true, value: expect.anything() })
      return
    }
    // The service always asks for user verification; one published stamp is of a laxer policy.
    const reason = vector.valid ? 'USER_VERIFICATION_MISSING' : vector.reason
    expect(verified).toMatchObject({
      ok: false,
      failure: { failure: { code: 'SIGNATURE_INVALID', reason } },
    })
  })
})

/** Leaves nothing behind: the vectors share a credential id, which is unique in the service. */
class Undo extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('undo')
    this.result = result
  }
}

const [stampOfKey] = apiKeys.vectors
const [stampOfPasskey] = passkeys

test.each([
  ['another value', 'apikey', stampOfKey?.headerValue, 'SIGNATURE_TYPE_INVALID'],
  ['the value of an auth type', 'API_Key', stampOfKey?.headerValue, 'SIGNATURE_TYPE_INVALID'],
  ['an empty value', '', stampOfKey?.headerValue, 'SIGNATURE_TYPE_INVALID'],
  ['WebAuthn for an API-key stamp', 'WebAuthn', stampOfKey?.headerValue, 'SIGNATURE_TYPE_INVALID'],
  ['ApiKey for a passkey stamp', 'ApiKey', stampOfPasskey?.headerValue, 'SIGNATURE_TYPE_INVALID'],
])('%s is no signature type', (_name, signatureType, stamp = '', code) => {
  expect(readSignatureType({ stamp, signatureType })).toEqual({ ok: false, failure: { code } })
})

test.each([
  ['ApiKey', stampOfKey?.headerValue],
  ['WebAuthn', stampOfPasskey?.headerValue],
  // Of no shape at all: the parser that follows says what is wrong with it.
  ['ApiKey', 'nonsense'],
  ['WebAuthn', ''],
])('%s with its own shape passes', (signatureType, stamp = '') => {
  expect(readSignatureType({ stamp, signatureType })).toEqual({ ok: true, value: signatureType })
})

test('a passkey counter is stored with the stamp, and the same assertion is refused next time', async () => {
  const vector = passkeys.find((passkey) => passkey.id === 'ok-1')
  if (!vector) expect.fail('no vector')
  const entityId = newId('ent')
  const check = () =>
    vault.inTransaction(async (tx) => {
      const entity = await openEntity(vault, tx, entityId, partnerId)
      if (entity.live.length === 0) {
        const passkey: NewCredential = {
          credential_id: newId('pk'),
          kind: 'PASSKEY',
          tier: 'SECONDARY',
          status: 'ACTIVE',
          public_key: fromBase64Url(vector.credentialPublicKeyCose) ?? new Uint8Array(),
          webauthn_id: vector.credentialId,
          sign_count: 4,
          backup_eligible: (hexToBytes(vector.authenticatorDataHex)[32] ?? 0) > 7,
        }
        await saveCredentials(vault, tx, entity, { add: [passkey] })
      }
      const stamp = { text: vector.headerValue, type: 'WebAuthn' } as const
      return verifyStamp(vault, tx, entity, vector.payload, stamp)
    })
  expect((await check()).ok).toBe(true)
  await advance(1)
  expect(failure(await check()).failure.reason).toBe('COUNTER_REGRESSION')
})
