import { p256 } from '@noble/curves/nist.js'
import {
  bytesToHex,
  fromBase64Url,
  generateP256KeyPair,
  hexToBytes,
  stampWithApiKey,
  toBase64Url,
  utf8,
  utf8Text,
} from '@corridor/signing'
import { describe, expect, test } from 'vitest'
import {
  evmAccount,
  failure,
  newEntity,
  newId,
  newPasskey,
  newWallet,
  openTestSigner,
  partnerId,
  transferOf,
  value,
  type TestEntity,
} from '../../test/harness.ts'

const { signer, advance, admin, pool } = await openTestSigner()
const wallet = { walletName: 'Main', accounts: [evmAccount()] }

async function prepareWallet(entity: TestEntity) {
  const activityId = newId('act')
  const { entityId } = entity
  const type = 'ACTIVITY_TYPE_CREATE_WALLET'
  return value(await signer.prepare({ activityId, entityId, partnerId, type, parameters: wallet }))
}

function submit(entity: TestEntity, activityId: string, stamp: string, signatureType = 'ApiKey') {
  const { entityId } = entity
  return signer.execute({ activityId, entityId, stamp, signatureType })
}

async function countWallets(entityId: string): Promise<number> {
  return (await signer.listWallets(entityId)).length
}

/** The other valid signature of the same signing act: n − s in place of s. */
function malleated(stamp: string): string {
  const text = utf8Text(fromBase64Url(stamp) ?? new Uint8Array()) ?? ''
  const members = JSON.parse(text) as { signature: string }
  const signature = p256.Signature.fromBytes(hexToBytes(members.signature), 'der')
  const other = new p256.Signature(signature.r, p256.Point.Fn.ORDER - signature.s)
  const changed = { ...members, signature: bytesToHex(other.toBytes('der')) }
  return toBase64Url(utf8(JSON.stringify(changed)))
}

describe('execute', () => {
  test('acts once on a hundred parallel submits of one stamp, and all get the same result', async () => {
    const entity = await newEntity(signer)
    const { activityId, payload } = await prepareWallet(entity)
    const stamp = stampWithApiKey(payload, entity.key)
    const executed = await Promise.all(
      Array.from({ length: 100 }, () => submit(entity, activityId, stamp)),
    )
    const values = executed.map((execution) => value(execution))
    expect(values.filter((answer) => !answer.replayed)).toHaveLength(1)
    expect(new Set(values.map((answer) => JSON.stringify(answer.result)))).toHaveLength(1)
    expect(await countWallets(entity.entityId)).toBe(1)
  })

  test('acts once on parallel submits of different stamps', async () => {
    const entity = await newEntity(signer)
    const { activityId, payload } = await prepareWallet(entity)
    const stamp = stampWithApiKey(payload, entity.key)
    const stamps = [stamp, malleated(stamp)]
    const executed = await Promise.all(
      Array.from({ length: 20 }, (_, index) => submit(entity, activityId, stamps[index % 2] ?? '')),
    )
    expect(executed.filter((execution) => execution.ok && !execution.value.replayed)).toHaveLength(
      1,
    )
    expect(await countWallets(entity.entityId)).toBe(1)
  })

  test('again with the same stamp gives the stored result, with another one a conflict', async () => {
    const entity = await newEntity(signer)
    const { activityId, payload } = await prepareWallet(entity)
    const stamp = stampWithApiKey(payload, entity.key)
    const first = value(await submit(entity, activityId, stamp))
    await advance(3600)
    for (let repeat = 0; repeat < 3; repeat++) {
      expect(value(await submit(entity, activityId, stamp))).toEqual({ ...first, replayed: true })
    }
    const other = await submit(entity, activityId, malleated(stamp))
    expect(failure(other).code).toBe('ACTIVITY_ALREADY_SUBMITTED')
    expect(await countWallets(entity.entityId)).toBe(1)
  })

  test('gives nothing to another entity, whatever it brings', async () => {
    const [entity, other] = [await newEntity(signer), await newEntity(signer)]
    const { activityId, payload } = await prepareWallet(entity)
    const stamp = stampWithApiKey(payload, entity.key)
    for (const text of [stamp, stampWithApiKey(payload, other.key)]) {
      expect(failure(await submit(other, activityId, text)).code).toBe('ACTIVITY_NOT_FOUND')
    }
    value(await submit(entity, activityId, stamp))
    expect(failure(await submit(other, activityId, stamp)).code).toBe('ACTIVITY_NOT_FOUND')
    expect(failure(await submit(entity, 'act_unknown', stamp)).code).toBe('ACTIVITY_NOT_FOUND')
  })

  test('takes a stamp for its own activity only', async () => {
    const entity = await newEntity(signer)
    const [first, two] = [await prepareWallet(entity), await prepareWallet(entity)]
    const stamp = stampWithApiKey(first.payload, entity.key)
    const refused = await submit(entity, two.activityId, stamp)
    expect(failure(refused)).toEqual({ code: 'SIGNATURE_INVALID', reason: 'SIGNATURE_MISMATCH' })
    value(await submit(entity, first.activityId, stamp))
  })

  test('is refused from the 300th second on, and stays so', async () => {
    const entity = await newEntity(signer)
    const { activityId, payload } = await prepareWallet(entity)
    await advance(300)
    const stamp = stampWithApiKey(payload, entity.key)
    for (let tries = 0; tries < 2; tries++) {
      expect(failure(await submit(entity, activityId, stamp))).toEqual({
        code: 'ACTIVITY_EXPIRED',
        reason: 'EXPIRED',
        activityEnded: true,
      })
    }
  })

  test('is refused once superseded, and an executed one cannot be superseded', async () => {
    const entity = await newEntity(signer)
    const first = await prepareWallet(entity)
    const stamp = stampWithApiKey(first.payload, entity.key)
    expect(value(await signer.supersede(first.activityId))).toEqual({ state: 'SUPERSEDED' })
    expect(value(await signer.supersede(first.activityId))).toEqual({ state: 'SUPERSEDED' })
    const refused = failure(await submit(entity, first.activityId, stamp))
    expect(refused).toMatchObject({ code: 'ACTIVITY_EXPIRED', reason: 'SUPERSEDED' })

    const second = await prepareWallet(entity)
    value(await submit(entity, second.activityId, stampWithApiKey(second.payload, entity.key)))
    const late = await signer.supersede(second.activityId)
    expect(failure(late).code).toBe('ACTIVITY_ALREADY_SUBMITTED')
    expect(failure(await signer.supersede('act_unknown')).code).toBe('ACTIVITY_NOT_FOUND')
  })

  test('a race of supersede and submit has one winner', async () => {
    const entity = await newEntity(signer)
    for (let round = 0; round < 10; round++) {
      const { activityId, payload } = await prepareWallet(entity)
      const stamp = stampWithApiKey(payload, entity.key)
      const [superseded, executed] = await Promise.all([
        signer.supersede(activityId),
        submit(entity, activityId, stamp),
      ])
      expect(superseded.ok).toBe(!executed.ok)
    }
  })
})

describe('bad stamps', () => {
  test('of a live credential end an activity at the fifth, and no good one follows', async () => {
    const entity = await newEntity(signer)
    const { activityId, payload } = await prepareWallet(entity)
    const bad = stampWithApiKey(`${payload} `, entity.key)
    for (let tries = 1; tries <= 5; tries++) {
      const refused = failure(await submit(entity, activityId, bad))
      expect(refused.reason).toBe('SIGNATURE_MISMATCH')
      expect(refused.activityEnded).toBe(tries === 5 ? true : undefined)
    }
    const good = stampWithApiKey(payload, entity.key)
    expect(failure(await submit(entity, activityId, good))).toEqual({
      code: 'ACTIVITY_EXPIRED',
      reason: 'FAILED',
      activityEnded: true,
    })
  })

  test('of a passkey count as well', async () => {
    const entity = await newEntity(signer)
    const { authenticator } = await newPasskey(signer, entity)
    const { activityId, payload } = await prepareWallet(entity)
    const bad = authenticator.stamp(payload, { clientData: { origin: 'https://evil.example' } })
    for (let tries = 1; tries <= 5; tries++) {
      const refused = failure(await submit(entity, activityId, bad, 'WebAuthn'))
      expect(refused.reason).toBe('ORIGIN_MISMATCH')
    }
    const good = authenticator.stamp(payload)
    const late = failure(await submit(entity, activityId, good, 'WebAuthn'))
    expect(late.code).toBe('ACTIVITY_EXPIRED')
  })

  test('that do not parse or name no live credential do not count', async () => {
    const entity = await newEntity(signer)
    const { authenticator } = await newPasskey(signer, entity)
    const { activityId, payload } = await prepareWallet(entity)
    const stranger = generateP256KeyPair()
    const own = stampWithApiKey(payload, entity.key)
    const tries: [string, string, string][] = [
      ['', 'ApiKey', 'SIGNATURE_INVALID'],
      ['nonsense', 'ApiKey', 'SIGNATURE_INVALID'],
      ['x'.repeat(5000), 'WebAuthn', 'SIGNATURE_INVALID'],
      [stampWithApiKey(payload, stranger), 'ApiKey', 'SIGNATURE_INVALID'],
      [
        authenticator.stamp(payload, { credentialId: new Uint8Array(32) }),
        'WebAuthn',
        'SIGNATURE_INVALID',
      ],
      [own, 'WebAuthn', 'SIGNATURE_TYPE_INVALID'],
      [own, 'apiKey', 'SIGNATURE_TYPE_INVALID'],
    ]
    for (const [stamp, signatureType, code] of tries) {
      expect(failure(await submit(entity, activityId, stamp, signatureType)).code).toBe(code)
    }
    value(await submit(entity, activityId, own))
  })
})

describe('the authority matrix', () => {
  test.each([
    ['ACTIVITY_TYPE_CREATE_AUTHENTICATORS', { authenticatorName: 'Second' }],
    ['ACTIVITY_TYPE_CREATE_AUTH_METHOD', { authType: 'Email_Auth', contact: 'a@example.com' }],
  ] as const)('keeps %s from a passkey', async (type, parameters) => {
    const entity = await newEntity(signer)
    const { authenticator } = await newPasskey(signer, entity)
    const activityId = newId('act')
    const { entityId } = entity
    const input = { activityId, entityId, partnerId, type, parameters }
    const { payload, signatureTypes } = value(await signer.prepare(input))
    expect(signatureTypes).toEqual(['ApiKey'])
    const stamp = authenticator.stamp(payload)
    const refused = failure(await submit(entity, activityId, stamp, 'WebAuthn'))
    expect(refused).toEqual({ code: 'PRIMARY_AUTH_REQUIRED' })
  })

  test('keeps deletion and export from a passkey, and lets it sign transfers', async () => {
    const entity = await newWallet(signer)
    const { authenticator, authenticatorId } = await newPasskey(signer, entity)
    const { entityId } = entity
    const targetPublicKey = generateP256KeyPair().publicKeyUncompressed
    const attempt = async (input: Omit<Parameters<typeof signer.prepare>[0], 'activityId'>) => {
      const activityId = newId('act')
      const { payload } = value(await signer.prepare({ activityId, ...input }))
      authenticator.signCount += 1
      return submit(entity, activityId, authenticator.stamp(payload), 'WebAuthn')
    }
    const common = { entityId, partnerId }
    const deletion = await attempt({
      ...common,
      type: 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS',
      parameters: { authenticatorIds: [authenticatorId] },
    })
    expect(failure(deletion).code).toBe('PRIMARY_AUTH_REQUIRED')
    const exported = await attempt({
      ...common,
      type: 'ACTIVITY_TYPE_EXPORT_WALLET',
      parameters: { walletId: entity.walletId, targetPublicKey },
    })
    expect(failure(exported).code).toBe('PRIMARY_AUTH_REQUIRED')
    const transfer = await attempt({
      ...common,
      type: 'ACTIVITY_TYPE_SIGN_TRANSACTION',
      ...transferOf(entity.address),
      validUntil: '2999-01-01T00:00:00Z',
    })
    expect(value(transfer).result['transactionHash']).toMatch(/^0x[0-9a-f]{64}$/)
  })
})

test('a result stays unacknowledged until the API has recorded it', async () => {
  const entity = await newEntity(signer)
  const { activityId, payload } = await prepareWallet(entity)
  const stamp = stampWithApiKey(payload, entity.key)
  const executed = value(await submit(entity, activityId, stamp))
  const mine = async () =>
    (await signer.unacknowledged(1000)).filter((customer) => customer.entityId === entity.entityId)
  expect(await mine()).toEqual([
    {
      activityId,
      entityId: entity.entityId,
      partnerId,
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      stamp,
      result: executed.result,
      completedAt: expect.any(String),
    },
  ])
  await signer.acknowledge([activityId])
  await signer.acknowledge([activityId])
  expect(await mine()).toEqual([])
})

test('a crash between signing and commit leaves nothing half done', async () => {
  const entity = await newEntity(signer)
  const { activityId, payload } = await prepareWallet(entity)
  const stamp = stampWithApiKey(payload, entity.key)
  await admin.query(`create or replace function signer.explode() returns trigger
    language plpgsql as $$ begin raise exception 'power cut'; end $$`)
  await admin.query(`create trigger explode before insert on signer.audit_line
    for each row execute function signer.explode()`)
  await expect(submit(entity, activityId, stamp)).rejects.toThrow('power cut')
  await admin.query('drop trigger explode on signer.audit_line')
  expect(await countWallets(entity.entityId)).toBe(0)
  value(await submit(entity, activityId, stamp))
  expect(await countWallets(entity.entityId)).toBe(1)
  expect(pool.totalCount).toBeLessThanOrEqual(10)
})
