import { stampWithApiKey } from '@corridor/signing'
import { describe, expect, test } from 'vitest'
import { Authenticator, type Deviation } from './authenticator.ts'
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
} from './harness.ts'
import { registrationMutations, stampMutations } from './mutations.ts'

const { signer, advance } = await openTestSigner()
const owner = await newEntity(signer)
const { authenticator, authenticatorId } = await newPasskey(signer, owner)

const prepareWallet = async (entity: TestEntity = owner) => {
  const activityId = newId('act')
  const type = 'ACTIVITY_TYPE_CREATE_WALLET'
  const parameters = { walletName: 'Main', accounts: [evmAccount()] }
  const { entityId } = entity
  return value(await signer.prepare({ activityId, entityId, partnerId, type, parameters }))
}
type Prepared = Awaited<ReturnType<typeof prepareWallet>>

const submit = ({ activityId }: Prepared, stamp: string, entity: TestEntity = owner) =>
  signer.execute({ activityId, entityId: entity.entityId, stamp, signatureType: 'WebAuthn' })

/** The next honest stamp: each use counts. */
function stamped({ payload }: Prepared, deviation: Deviation = {}): string {
  authenticator.signCount += 1
  return authenticator.stamp(payload, deviation)
}

async function register(device: Authenticator, deviation: Deviation = {}, challenge?: string) {
  const activityId = newId('act')
  const { entityId, key } = owner
  const type = 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS'
  const parameters = { authenticatorName: 'Phone' }
  const input = { activityId, entityId, partnerId, type, parameters } as const
  const prepared = value(await signer.prepare(input))
  const asked = String(prepared.parameters['challenge'])
  return {
    asked,
    answer: await signer.execute({
      activityId,
      entityId,
      stamp: stampWithApiKey(prepared.payload, key),
      signatureType: 'ApiKey',
      attestation: device.attest(challenge ?? asked, deviation),
    }),
  }
}

const livePasskeys = async () =>
  (await signer.listCredentials(owner.entityId)).passkeys.filter(
    ({ status }) => status === 'ACTIVE',
  )

describe('a stamp by a passkey', () => {
  test(`with any of ${stampMutations.length} mutations signs nothing, and an honest one does`, async () => {
    const accepted: string[] = []
    for (const [name, deviation] of stampMutations) {
      const prepared = await prepareWallet()
      // A counter that is part of the mutation is about one that stood at seven.
      authenticator.signCount = Math.max(authenticator.signCount, 7)
      const answer = await submit(prepared, stamped(prepared, deviation))
      if (answer.ok || answer.failure.code !== 'SIGNATURE_INVALID') accepted.push(name)
      const honest = await submit(prepared, stamped(prepared))
      if (!honest.ok) accepted.push(`${name}, and then no honest one`)
    }
    expect(accepted).toEqual([])
  }, 60_000)

  test('is good for its own activity, entity and passkey only, and once', async () => {
    const other = await newEntity(signer)
    const foreign = await newPasskey(signer, other)
    const [first, second] = [await prepareWallet(), await prepareWallet()]
    const stamp = stamped(first)
    expect(failure(await submit(second, stamp)).code).toBe('SIGNATURE_INVALID')
    const theirs = await prepareWallet(other)
    expect(failure(await submit(theirs, stamped(theirs), other)).code).toBe('SIGNATURE_INVALID')
    const byForeign = foreign.authenticator.stamp(first.payload)
    expect(failure(await submit(first, byForeign)).code).toBe('SIGNATURE_INVALID')
    const { credentialId } = authenticator
    const inItsName = foreign.authenticator.stamp(first.payload, { credentialId, signCount: 999 })
    expect(failure(await submit(first, inItsName)).code).toBe('SIGNATURE_INVALID')
    value(await submit(first, stamp))
    expect(value(await submit(first, stamp)).replayed).toBe(true)
    expect(failure(await submit(first, stamped(first))).code).toBe('ACTIVITY_ALREADY_SUBMITTED')
    expect(failure(await submit(second, stamp)).code).toBe('SIGNATURE_INVALID')
    const late = await prepareWallet()
    await advance(301)
    expect(failure(await submit(late, stamped(late))).code).toBe('ACTIVITY_EXPIRED')
  })

  test('is refused once the passkey is deleted', async () => {
    const device = await newPasskey(signer, owner)
    const prepared = await prepareWallet()
    value(
      await run(signer, owner, 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS', {
        authenticatorIds: [device.authenticatorId],
      }),
    )
    const stamp = device.authenticator.stamp(prepared.payload)
    expect((await submit(prepared, stamp)).ok).toBe(false)
    const again = await prepareWallet()
    const later = device.authenticator.stamp(again.payload, { signCount: 5 })
    expect(failure(await submit(again, later)).code).toBe('SIGNATURE_INVALID')
  })
})

describe('a registration', () => {
  test(`with any of ${registrationMutations.length} mutations adds nothing, and an honest one does`, async () => {
    const before = await livePasskeys()
    const accepted: string[] = []
    for (const [name, deviation] of registrationMutations) {
      const { answer } = await register(new Authenticator(), deviation)
      if (answer.ok || answer.failure.code !== 'SIGNATURE_INVALID') accepted.push(name)
    }
    expect(accepted).toEqual([])
    expect(await livePasskeys()).toEqual(before)
    value((await register(new Authenticator())).answer)
    // What the service does not know of the client data is ignored, not fatal.
    const clientData = { later: 'do not compare', nested: { type: 'webauthn.get' } }
    value((await register(new Authenticator(), { clientData })).answer)
    expect(await livePasskeys()).toHaveLength(before.length + 2)
  }, 60_000)

  test('answers its own challenge, and a passkey is registered once, whoever’s it is', async () => {
    const { asked } = await register(new Authenticator())
    const reused = await register(new Authenticator(), {}, asked)
    expect(failure(reused.answer).code).toBe('SIGNATURE_INVALID')
    const again = await register(authenticator)
    expect(failure(again.answer).reason).toBe('CREDENTIAL_ALREADY_REGISTERED')
    const other = await newEntity(signer)
    const theirs = await registerPasskey(signer, other, authenticator)
    expect(failure(theirs).reason).toBe('CREDENTIAL_ALREADY_REGISTERED')
    const still = await livePasskeys()
    expect(still.map((passkey) => passkey.authenticatorId)).toContain(authenticatorId)
  })
})
