import { generateP256KeyPair, hexToBytes, stampWithApiKey } from '@corridor/signing'
import { describe, expect, test } from 'vitest'
import {
  evmAccount,
  newEntity,
  newId,
  newPasskey,
  openTestSigner,
  partnerId,
  random,
  run,
  value,
  type TestEntity,
} from '../../test/harness.ts'
import { CredentialsTampered } from '../base/tampered.ts'
import { createSigner } from '../index.ts'

const { signer, admin, deps } = await openTestSigner()
const wallet = { walletName: 'Main', accounts: [evmAccount()] }

const sign = (entity: TestEntity) => run(signer, entity, 'ACTIVITY_TYPE_CREATE_WALLET', wallet)
const sql = (text: string, values: unknown[]) => admin.query(text, values)

/** What someone who can write to the whole database but has no root key might try. */
const attacks: [string, (entity: TestEntity) => Promise<unknown>][] = [
  [
    'inserts a key of his own',
    ({ entityId }) =>
      sql(
        `insert into signer.credential select (jsonb_populate_record(c,
           jsonb_build_object('credential_id', 'auth_evil'||random()))).* from signer.credential c
         where entity_id = $1 limit 1`,
        [entityId],
      ),
  ],
  [
    'replaces the public key',
    ({ entityId }) =>
      sql('update signer.credential set public_key = $2 where entity_id = $1', [
        entityId,
        hexToBytes(generateP256KeyPair().publicKey),
      ]),
  ],
  [
    'moves a record of another entity here',
    async ({ entityId }) => {
      const other = await newEntity(signer)
      await sql('update signer.credential set entity_id = $1 where entity_id = $2', [
        entityId,
        other.entityId,
      ])
    },
  ],
  [
    'raises a passkey to a primary method',
    async (entity) => {
      const { authenticatorId } = await newPasskey(signer, entity)
      await sql(
        `update signer.credential set tier = 'PRIMARY', kind = 'API_KEY', webauthn_id = null
         where credential_id = $1`,
        [authenticatorId],
      )
    },
  ],
  [
    'brings a deleted passkey back',
    async (entity) => {
      const { authenticatorId } = await newPasskey(signer, entity)
      const { rows } = await sql('select * from signer.credential where credential_id = $1', [
        authenticatorId,
      ])
      value(
        await run(signer, entity, 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS', {
          authenticatorIds: [authenticatorId],
        }),
      )
      const { status, sequence, mac } = rows[0]
      await sql(
        `update signer.credential set status = $2, sequence = $3, mac = $4
         where credential_id = $1`,
        [authenticatorId, status, sequence, mac],
      )
    },
  ],
  [
    'takes a record away',
    async (entity) => {
      const { authenticatorId } = await newPasskey(signer, entity)
      await sql('delete from signer.credential where credential_id = $1', [authenticatorId])
    },
  ],
  [
    'changes the partner',
    ({ entityId }) =>
      sql(`update signer.credential set partner_id = 'par_other' where entity_id = $1`, [entityId]),
  ],
  [
    'sets the head to one of his own',
    ({ entityId }) =>
      sql('update signer.credential_head set mac = $2 where entity_id = $1', [
        entityId,
        random(32),
      ]),
  ],
  [
    'turns the sequence back',
    ({ entityId }) =>
      sql('update signer.credential_head set sequence = sequence - 1 where entity_id = $1', [
        entityId,
      ]),
  ],
]

describe('an attacker who writes to the database', () => {
  test.each(attacks)('%s: nothing is signed any more', async (_name, attack) => {
    const entity = await newEntity(signer)
    value(await sign(entity))
    await attack(entity)
    await expect(sign(entity)).rejects.toThrow(CredentialsTampered)
    await expect(signer.listCredentials(entity.entityId)).rejects.toThrow(CredentialsTampered)
  })

  test('lengthens a session: it is refused', async () => {
    const entityId = newId('ent')
    const contact = `${entityId}@example.com`
    const input = { entityId, partnerId, authId: newId('auth'), authType: 'Email_Auth', contact }
    value(await signer.registerCredential(input))
    const otp = value(await signer.issueCode({ entityId, partnerId, channel: 'EMAIL', contact }))
    const targetPublicKey = generateP256KeyPair().publicKeyUncompressed
    const { otpId, code } = otp
    value(await signer.openSession({ entityId, targetPublicKey, otpId, otpCode: code ?? '' }))
    await sql(
      `update signer.credential set expires_at = expires_at + interval '1 day'
       where entity_id = $1 and kind = 'SESSION'`,
      [entityId],
    )
    await expect(signer.listCredentials(entityId)).rejects.toThrow(CredentialsTampered)
  })

  test('rewrites a prepared activity or its bounds: it is refused', async () => {
    const entity = await newEntity(signer)
    const { entityId, key } = entity
    const activityId = newId('act')
    const type = 'ACTIVITY_TYPE_CREATE_WALLET'
    const input = { activityId, entityId, partnerId, type, parameters: wallet } as const
    const { payload } = value(await signer.prepare(input))
    const stamp = stampWithApiKey(payload, key)
    await sql(
      `update signer.activity set expires_at = expires_at + interval '1 day'
       where activity_id = $1`,
      [activityId],
    )
    const executed = signer.execute({ activityId, entityId, stamp, signatureType: 'ApiKey' })
    await expect(executed).rejects.toThrow('fails its check')
  })
})

test('whoever removes all credentials of an entity cannot register one of his own', async () => {
  const entity = await newEntity(signer)
  value(await sign(entity))
  await sql('delete from signer.credential where entity_id = $1', [entity.entityId])
  await sql('delete from signer.credential_head where entity_id = $1', [entity.entityId])
  const { publicKey } = generateP256KeyPair()
  const authId = newId('auth')
  const { entityId } = entity
  const own = { entityId, partnerId, authId, authType: 'API_Key', name: 'own', publicKey }
  for (const by of [signer, createSigner(deps)])
    await expect(by.registerCredential(own)).rejects.toThrow(CredentialsTampered)
})

test('counter and last use move without touching the sealed part', async () => {
  const entity = await newEntity(signer)
  const { authenticator } = await newPasskey(signer, entity)
  const { entityId } = entity
  for (let use = 1; use <= 3; use++) {
    authenticator.signCount = use
    const activityId = newId('act')
    const type = 'ACTIVITY_TYPE_CREATE_WALLET'
    const input = { activityId, entityId, partnerId, type, parameters: wallet } as const
    const { payload } = value(await signer.prepare(input))
    const stamp = authenticator.stamp(payload)
    value(await signer.execute({ activityId, entityId, stamp, signatureType: 'WebAuthn' }))
  }
  const [passkey] = (await signer.listCredentials(entityId)).passkeys
  expect(passkey?.lastUsedAt).toBeDefined()
})
