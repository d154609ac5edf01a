import { generateP256KeyPair, stampWithApiKey } from '@corridor/signing'
import { decryptExportBundle } from '@turnkey/crypto'
import { HDNodeWallet } from 'ethers'
import { describe, expect, test } from 'vitest'
import {
  failure,
  newId,
  newPasskey,
  newWallet,
  openTestSigner,
  partnerId,
  run,
  transferOf,
  value,
} from '../../test/harness.ts'

const { signer, admin, advance } = await openTestSigner()
type Wallet = Awaited<ReturnType<typeof newWallet>>

/** A further API key of the entity. */
async function addKey(wallet: Wallet) {
  const key = generateP256KeyPair()
  const { entityId } = wallet
  const method = { authType: 'API_Key', publicKey: key.publicKey, name: 'second' }
  const activityId = newId('act')
  const prepared = value(
    await signer.prepare({
      activityId,
      entityId,
      partnerId,
      type: 'ACTIVITY_TYPE_CREATE_AUTH_METHOD',
      parameters: method,
    }),
  )
  const { authId } = value(
    await signer.registerCredential({
      ...method,
      entityId,
      partnerId,
      authId: newId('auth'),
      authorisation: {
        activityId,
        stamp: stampWithApiKey(prepared.payload, wallet.key),
        signatureType: 'ApiKey',
      },
    }),
  )
  return { authId, key }
}

async function quote(wallet: Wallet) {
  return value(
    await signer.prepare({
      activityId: newId('act'),
      entityId: wallet.entityId,
      partnerId,
      type: 'ACTIVITY_TYPE_SIGN_TRANSACTION',
      ...transferOf(wallet.address),
      validUntil: new Date(Date.now() + 86_400_000).toISOString(),
    }),
  )
}

const execute = (
  { entityId }: { entityId: string },
  activityId: string,
  stamp: string,
  signatureType: 'ApiKey' | 'WebAuthn' = 'ApiKey',
) => signer.execute({ activityId, entityId, stamp, signatureType })

/** A credential that is ended, and how: what it stamps, and the activity that ends it. */
async function keyToEnd(wallet: Wallet) {
  const { authId, key } = await addKey(wallet)
  return {
    stamp: (payload: string) => stampWithApiKey(payload, key),
    signatureType: 'ApiKey' as const,
    type: 'ACTIVITY_TYPE_REVOKE_AUTH_METHOD' as const,
    parameters: { authId } as Record<string, unknown>,
  }
}

async function passkeyToEnd(wallet: Wallet) {
  const { authenticator, authenticatorId } = await newPasskey(signer, wallet)
  authenticator.signCount = 1
  return {
    // Each stamp counts on, as a security key does.
    stamp: (payload: string) => {
      authenticator.signCount += 1
      return authenticator.stamp(payload)
    },
    signatureType: 'WebAuthn' as const,
    type: 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS' as const,
    parameters: { authenticatorIds: [authenticatorId] } as Record<string, unknown>,
  }
}

describe('the end of a method', () => {
  test.each(['API key', 'passkey'])(
    'of 100 attempts in flight none succeeds after that of its %s',
    async (kind) => {
      const wallet = await newWallet(signer)
      const ended = kind === 'passkey' ? await passkeyToEnd(wallet) : await keyToEnd(wallet)
      const quotes = await Promise.all(Array.from({ length: 100 }, () => quote(wallet)))
      let isOver = false
      const attempts = quotes.map(async ({ activityId, payload }, i) => {
        await new Promise((resolve) => setTimeout(resolve, i))
        const isAfter = isOver
        const done = await execute(wallet, activityId, ended.stamp(payload), ended.signatureType)
        return { isAfter, ok: done.ok }
      })
      value(await run(signer, wallet, ended.type, ended.parameters))
      isOver = true
      const seen = await Promise.all(attempts)
      expect(seen.filter(({ isAfter, ok }) => isAfter && ok)).toEqual([])
      const { rows } = await admin.query(
        `select max(sequence) filter (where action = 'ACTIVITY_TYPE_SIGN_TRANSACTION'
            and outcome = 'COMPLETED') as last,
          max(sequence) filter (where action = $2) as ended
         from signer.audit_line where entity_id = $1`,
        [wallet.entityId, ended.type],
      )
      expect(rows[0].last ?? 0).toBeLessThan(rows[0].ended)
    },
    60_000,
  )

  test('ends what was prepared before, for every method', async () => {
    const wallet = await newWallet(signer)
    const { authenticator, authenticatorId } = await newPasskey(signer, wallet)
    const before = await quote(wallet)
    const removed = await run(signer, wallet, 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS', {
      authenticatorIds: [authenticatorId],
    })
    expect(value(removed).result).toEqual({ authenticatorId, status: 'DELETED' })
    for (const [stamp, type] of [
      [authenticator.stamp(before.payload), 'WebAuthn'],
      [stampWithApiKey(before.payload, wallet.key), 'ApiKey'],
    ] as const)
      expect(failure(await execute(wallet, before.activityId, stamp, type))).toMatchObject({
        code: 'ACTIVITY_EXPIRED',
        reason: 'SUPERSEDED',
      })
    const after = await quote(wallet)
    const stamp = authenticator.stamp(after.payload)
    expect(failure(await execute(wallet, after.activityId, stamp, 'WebAuthn')).code).toBe(
      'SIGNATURE_INVALID',
    )
    value(await execute(wallet, after.activityId, stampWithApiKey(after.payload, wallet.key)))
  })

  test('of the last one is refused at prepare and at submit; a key that is gone stays gone', async () => {
    const wallet = await newWallet(signer)
    const { authId, key } = await addKey(wallet)
    const [mine, its] = await Promise.all(
      [wallet.authId, authId].map(async (id) =>
        value(
          await signer.prepare({
            activityId: newId('act'),
            entityId: wallet.entityId,
            partnerId,
            type: 'ACTIVITY_TYPE_REVOKE_AUTH_METHOD',
            parameters: { authId: id },
          }),
        ),
      ),
    )
    // Each revokes the other: one of the two is the last and stays.
    const both = await Promise.all([
      execute(wallet, mine?.activityId ?? '', stampWithApiKey(mine?.payload ?? '', key)),
      execute(wallet, its?.activityId ?? '', stampWithApiKey(its?.payload ?? '', wallet.key)),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    const { authMethods } = await signer.listCredentials(wallet.entityId)
    const left = authMethods.filter(({ status }) => status === 'ACTIVE')
    expect(left).toHaveLength(1)
    const last = left[0]?.authId ?? ''
    const refused = await signer.prepare({
      activityId: newId('act'),
      entityId: wallet.entityId,
      partnerId,
      type: 'ACTIVITY_TYPE_REVOKE_AUTH_METHOD',
      parameters: { authId: last },
    })
    expect(failure(refused).code).toBe('LAST_PRIMARY_AUTH')
  })
})

describe('an export', () => {
  const prepareExport = async (wallet: Wallet, delaySeconds: number) => {
    const target = generateP256KeyPair()
    const prepared = value(
      await signer.prepare({
        activityId: newId('act'),
        entityId: wallet.entityId,
        partnerId,
        type: 'ACTIVITY_TYPE_EXPORT_WALLET',
        parameters: {
          walletId: wallet.walletId,
          targetPublicKey: target.publicKeyUncompressed,
          delaySeconds,
        },
      }),
    )
    return { ...prepared, target, stamp: stampWithApiKey(prepared.payload, wallet.key) }
  }

  test('opens with the public client, and another library derives the same address', async () => {
    const wallet = await newWallet(signer)
    const { activityId, stamp, target } = await prepareExport(wallet, 0)
    const { result } = value(await execute(wallet, activityId, stamp))
    const phrase = await decryptExportBundle({
      exportBundle: String(result['exportBundle']),
      embeddedKey: target.privateKey,
      organizationId: wallet.entityId,
      dangerouslyOverrideSignerPublicKey: await signer.exportPublicKey(),
      returnMnemonic: true,
    })
    expect(phrase.split(' ')).toHaveLength(12)
    expect(HDNodeWallet.fromPhrase(phrase).address).toBe(wallet.address)
  })

  test('waits as long as was signed for, is given once the time has come, for a day', async () => {
    const wallet = await newWallet(signer)
    const [early, late] = [await prepareExport(wallet, 3600), await prepareExport(wallet, 3600)]
    const first = value(await execute(wallet, early.activityId, early.stamp))
    expect(first).toMatchObject({ status: 'EXECUTING', replayed: false })
    value(await execute(wallet, late.activityId, late.stamp))
    await advance(3590)
    const still = value(await execute(wallet, early.activityId, early.stamp))
    expect([still.status, still.result]).toEqual(['EXECUTING', first.result])
    const otherStamp = stampWithApiKey(early.payload, generateP256KeyPair())
    expect(failure(await execute(wallet, early.activityId, otherStamp)).code).toBe(
      'ACTIVITY_ALREADY_SUBMITTED',
    )
    await advance(11)
    const done = value(await execute(wallet, early.activityId, early.stamp))
    expect(done.status).toBe('COMPLETED')
    expect(value(await execute(wallet, early.activityId, early.stamp)).result).toEqual(done.result)
    await advance(86_400)
    expect(failure(await execute(wallet, late.activityId, late.stamp)).code).toBe(
      'ACTIVITY_EXPIRED',
    )
  })

  test('that an end of a method has stopped stays so, whatever the database says', async () => {
    const wallet = await newWallet(signer)
    const { authId } = await addKey(wallet)
    const { activityId, stamp } = await prepareExport(wallet, 3600)
    value(await execute(wallet, activityId, stamp))
    await advance(3601)
    value(await run(signer, wallet, 'ACTIVITY_TYPE_REVOKE_AUTH_METHOD', { authId }))
    await admin.query(`update signer.activity set state = 'EXECUTING' where activity_id = $1`, [
      activityId,
    ])
    expect(failure(await execute(wallet, activityId, stamp)).reason).toBe('SUPERSEDED')
  })

  test('that waits is stopped, by the owner or by the end of any method', async () => {
    const wallet = await newWallet(signer)
    const { authId } = await addKey(wallet)
    const stopped = await prepareExport(wallet, 3600)
    value(await execute(wallet, stopped.activityId, stopped.stamp))
    value(await signer.supersede(stopped.activityId))
    const ended = await prepareExport(wallet, 3600)
    value(await execute(wallet, ended.activityId, ended.stamp))
    value(await run(signer, wallet, 'ACTIVITY_TYPE_REVOKE_AUTH_METHOD', { authId }))
    await advance(3601)
    for (const { activityId, stamp } of [stopped, ended])
      expect(failure(await execute(wallet, activityId, stamp)).code).toBe('ACTIVITY_EXPIRED')
  })

  test('is not hurried by a superuser of the database', async () => {
    const wallet = await newWallet(signer)
    const { activityId, stamp } = await prepareExport(wallet, 3600)
    value(await execute(wallet, activityId, stamp))
    await admin.query(
      `update signer.activity set progress = regexp_replace(progress, '"availableAt":"\\d{4}', '"availableAt":"2000')
       where activity_id = $1`,
      [activityId],
    )
    await expect(execute(wallet, activityId, stamp)).rejects.toThrow('fails its check')
  })
})
