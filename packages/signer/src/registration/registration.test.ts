import { generateP256KeyPair, stampWithApiKey } from '@corridor/signing'
import { describe, expect, test } from 'vitest'
import { Authenticator } from '../../test/authenticator.ts'
import {
  evmAccount,
  failure,
  newEntity,
  newId,
  newPasskey,
  openTestSigner,
  partnerId,
  registerPasskey,
  run,
  value,
  type TestEntity,
} from '../../test/harness.ts'

const { signer } = await openTestSigner()

const apiKey = (entityId: string, publicKey = generateP256KeyPair().publicKey) => ({
  entityId,
  partnerId,
  authId: newId('auth'),
  authType: 'API_Key',
  name: 'server',
  publicKey,
})
const email = (entityId: string, contact: string) => ({
  entityId,
  partnerId,
  authId: newId('auth'),
  authType: 'Email_Auth',
  contact,
})

/** Prepares a further method and stamps it with a key. */
async function authorise(
  entity: { entityId: string; key: { publicKey: string; privateKey: string } },
  parameters: Record<string, unknown>,
) {
  const activityId = newId('act')
  const type = 'ACTIVITY_TYPE_CREATE_AUTH_METHOD'
  const { entityId, key } = entity
  const input = { activityId, entityId, partnerId, type, parameters } as const
  const { payload } = value(await signer.prepare(input))
  return { activityId, stamp: stampWithApiKey(payload, key), signatureType: 'ApiKey' }
}

describe('a first primary method', () => {
  test('needs the partner only, and an API key is active at once', async () => {
    const input = apiKey(newId('ent'))
    const registered = value(await signer.registerCredential(input))
    expect(registered).toMatchObject({
      authId: input.authId,
      authType: 'API_Key',
      status: 'ACTIVE',
    })
  })

  test('asked for again is the existing one', async () => {
    const input = apiKey(newId('ent'))
    const first = value(await signer.registerCredential(input))
    const again = await signer.registerCredential({ ...input, authId: newId('auth') })
    expect(value(again)).toEqual(first)
    const uppercase = { ...input, publicKey: input.publicKey.toUpperCase() }
    expect(value(await signer.registerCredential(uppercase))).toEqual(first)
  })

  test('of parallel registrations there is one', async () => {
    const entityId = newId('ent')
    const asked = await Promise.all(
      Array.from({ length: 20 }, () => signer.registerCredential(apiKey(entityId))),
    )
    expect(asked.filter((attempt) => attempt.ok)).toHaveLength(1)
    expect((await signer.listCredentials(entityId)).authMethods).toHaveLength(1)
  })

  test.each([
    ['Passkey', {}, 'PASSKEY_IS_SECONDARY'],
    ['Password', {}, 'FIELD_INVALID'],
    ['API_Key', { publicKey: '02' }, 'PUBLIC_KEY_INVALID'],
    ['API_Key', { publicKey: `02${'ff'.repeat(32)}` }, 'PUBLIC_KEY_INVALID'],
    ['API_Key', {}, 'PUBLIC_KEY_INVALID'],
    ['Email_Auth', { contact: '  ' }, 'FIELD_INVALID'],
    ['SMS_Auth', {}, 'FIELD_INVALID'],
    ['OAuth', { oidcToken: 'a.b.c' }, 'OIDC_TOKEN_INVALID'],
    ['OAuth', {}, 'OIDC_TOKEN_INVALID'],
  ])('%s with %o is refused as %s', async (authType, fields, code) => {
    const input = { entityId: newId('ent'), partnerId, authId: newId('auth'), authType }
    expect(failure(await signer.registerCredential({ ...input, ...fields })).code).toBe(code)
  })
})

describe('a further primary method', () => {
  test('is refused on the request of the partner alone', async () => {
    const { entityId } = await newEntity(signer)
    for (const input of [apiKey(entityId), email(entityId, 'evil@example.com')]) {
      expect(failure(await signer.registerCredential(input)).code).toBe('PRIMARY_AUTH_REQUIRED')
    }
    expect((await signer.listCredentials(entityId)).authMethods).toHaveLength(1)
  })

  test('is registered with the stamp of an active one, once', async () => {
    const entity = await newEntity(signer)
    const input = email(entity.entityId, 'Ada@Example.com')
    const authorisation = await authorise(entity, input)
    const registered = value(await signer.registerCredential({ ...input, authorisation }))
    expect(registered).toMatchObject({
      authType: 'Email_Auth',
      status: 'PENDING_VERIFICATION',
      contact: 'ada@example.com',
    })
    expect(value(await signer.registerCredential({ ...input, authorisation }))).toEqual(registered)
    expect((await signer.listCredentials(entity.entityId)).authMethods).toHaveLength(2)
  })

  test('is not another one than was stamped', async () => {
    const entity = await newEntity(signer)
    const authorisation = await authorise(entity, email(entity.entityId, 'ada@example.com'))
    const input = { ...email(entity.entityId, 'evil@example.com'), authorisation }
    expect(failure(await signer.registerCredential(input)).code).toBe('FIELD_INVALID')
  })

  test('is not registered by a passkey or by the key of another entity', async () => {
    const [entity, other] = [await newEntity(signer), await newEntity(signer)]
    const { authenticator } = await newPasskey(signer, entity)
    const input = email(entity.entityId, 'ada@example.com')
    const activityId = newId('act')
    const { entityId } = entity
    const type = 'ACTIVITY_TYPE_CREATE_AUTH_METHOD'
    const { payload, signatureTypes } = value(
      await signer.prepare({ activityId, entityId, partnerId, type, parameters: input }),
    )
    expect(signatureTypes).toEqual(['ApiKey'])
    const byPasskey = { activityId, stamp: authenticator.stamp(payload), signatureType: 'WebAuthn' }
    const first = await signer.registerCredential({ ...input, authorisation: byPasskey })
    expect(failure(first).code).toBe('PRIMARY_AUTH_REQUIRED')
    const stamp = stampWithApiKey(payload, other.key)
    const byOther = { activityId, stamp, signatureType: 'ApiKey' }
    const second = await signer.registerCredential({ ...input, authorisation: byOther })
    expect(failure(second)).toEqual({ code: 'SIGNATURE_INVALID', reason: 'UNKNOWN_KEY' })
  })

  test('cannot be kept waiting by the partner until the person has a key of his own', async () => {
    const entityId = newId('ent')
    const planted = value(await signer.registerCredential(email(entityId, 'evil@example.com')))
    expect(planted.status).toBe('PENDING_VERIFICATION')
    value(await signer.registerCredential(apiKey(entityId)))
    const methods = (await signer.listCredentials(entityId)).authMethods
    expect(methods.map((method) => [method.authType, method.status])).toEqual([
      ['Email_Auth', 'REVOKED'],
      ['API_Key', 'ACTIVE'],
    ])
    const contact = 'evil@example.com'
    const issued = await signer.issueCode({ entityId, partnerId, channel: 'EMAIL', contact })
    expect(value(issued).code).toBeNull()
  })
})

describe('revoking a method', () => {
  const revoke = (entity: TestEntity, authId: string) =>
    run(signer, entity, 'ACTIVITY_TYPE_REVOKE_AUTH_METHOD', { authId })

  async function withSecondKey() {
    const entity = await newEntity(signer)
    const key = generateP256KeyPair()
    const input = apiKey(entity.entityId, key.publicKey)
    const authorisation = await authorise(entity, input)
    const second = value(await signer.registerCredential({ ...input, authorisation }))
    return { entity, second: { ...entity, key, authId: second.authId } }
  }

  test('the last active one cannot go, already at prepare', async () => {
    const { entityId, authId } = await newEntity(signer)
    const activityId = newId('act')
    const type = 'ACTIVITY_TYPE_REVOKE_AUTH_METHOD'
    const prepared = await signer.prepare({
      activityId,
      entityId,
      partnerId,
      type,
      parameters: { authId },
    })
    expect(failure(prepared).code).toBe('LAST_PRIMARY_AUTH')
  })

  test('of two prepared revocations that would leave none, the second is refused', async () => {
    const { entity, second } = await withSecondKey()
    const { entityId } = entity
    const prepare = async (authId: string) => {
      const activityId = newId('act')
      const type = 'ACTIVITY_TYPE_REVOKE_AUTH_METHOD'
      const input = { activityId, entityId, partnerId, type, parameters: { authId } } as const
      return value(await signer.prepare(input))
    }
    const [first, two] = [await prepare(entity.authId), await prepare(second.authId)]
    const submit = ({ activityId, payload }: typeof first) => {
      const stamp = stampWithApiKey(payload, second.key)
      return signer.execute({ activityId, entityId, stamp, signatureType: 'ApiKey' })
    }
    value(await submit(first))
    // What was prepared before a revocation ends with it.
    expect(failure(await submit(two)).code).toBe('ACTIVITY_EXPIRED')
  })

  test('its key stops working at once', async () => {
    const { entity, second } = await withSecondKey()
    value(await revoke(entity, second.authId))
    const wallet = { walletName: 'x', accounts: [evmAccount()] }
    const refused = await run(signer, second, 'ACTIVITY_TYPE_CREATE_WALLET', wallet)
    expect(failure(refused)).toEqual({ code: 'SIGNATURE_INVALID', reason: 'KEY_REVOKED' })
  })

  test.each(['auth_unknown', ''])('an unknown one (%o) is not found or invalid', async (authId) => {
    const entity = await newEntity(signer)
    const activityId = newId('act')
    const { entityId } = entity
    const type = 'ACTIVITY_TYPE_REVOKE_AUTH_METHOD'
    const prepared = await signer.prepare({
      activityId,
      entityId,
      partnerId,
      type,
      parameters: { authId },
    })
    expect(failure(prepared).code).toBe(authId ? 'RECORD_NOT_FOUND' : 'FIELD_INVALID')
  })
})

describe('passkeys', () => {
  test('are listed with what registration returned, and deletion keeps the record', async () => {
    const entity = await newEntity(signer)
    const { authenticatorId } = await newPasskey(signer, entity)
    const [passkey] = (await signer.listCredentials(entity.entityId)).passkeys
    expect(passkey).toMatchObject({
      authenticatorId,
      name: 'Phone',
      transports: ['internal', 'hybrid'],
      backedUp: true,
      status: 'ACTIVE',
    })
    const parameters = { authenticatorIds: [authenticatorId] }
    const deleted = await run(signer, entity, 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS', parameters)
    expect(value(deleted).result).toEqual({ authenticatorId, status: 'DELETED' })
    const [after] = (await signer.listCredentials(entity.entityId)).passkeys
    expect(after?.status).toBe('DELETED')
  })

  test('are registered once in the whole service, deleted ones included', async () => {
    const [entity, other] = [await newEntity(signer), await newEntity(signer)]
    const authenticator = new Authenticator()
    const first = value(await registerPasskey(signer, entity, authenticator))
    for (const again of [entity, other]) {
      expect(failure(await registerPasskey(signer, again, authenticator))).toEqual({
        code: 'SIGNATURE_INVALID',
        reason: 'CREDENTIAL_ALREADY_REGISTERED',
      })
    }
    const parameters = { authenticatorIds: [first.result['authenticatorId']] }
    value(await run(signer, entity, 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS', parameters))
    expect(failure(await registerPasskey(signer, other, authenticator)).reason).toBe(
      'CREDENTIAL_ALREADY_REGISTERED',
    )
    // The refusals left the others' records whole.
    value(await registerPasskey(signer, other, new Authenticator()))
  })

  test('need an attestation over the challenge of their own activity', async () => {
    const entity = await newEntity(signer)
    const { entityId, key } = entity
    const prepare = async () => {
      const activityId = newId('act')
      const type = 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS'
      const parameters = { authenticatorName: 'Key', challenge: 'AAAA' }
      const input = { activityId, entityId, partnerId, type, parameters } as const
      return value(await signer.prepare(input))
    }
    const [first, two] = [await prepare(), await prepare()]
    expect(first.parameters['challenge']).not.toBe(two.parameters['challenge'])
    const submit = (attestation: unknown) =>
      signer.execute({
        activityId: first.activityId,
        entityId,
        stamp: stampWithApiKey(first.payload, key),
        signatureType: 'ApiKey',
        attestation,
      })
    const authenticator = new Authenticator()
    const foreign = authenticator.attest(String(two.parameters['challenge']))
    expect(failure(await submit(foreign)).reason).toBe('CHALLENGE_MISMATCH')
    expect(failure(await submit(undefined)).reason).toBe('MALFORMED_ATTESTATION')
    value(await submit(authenticator.attest(String(first.parameters['challenge']))))
  })
})
