import { stampFromAssertion, stampWithApiKey, webauthnChallenge } from '@corridor/signing'
import { expect, test } from 'vitest'
import { createAuthenticator } from '../../../../test/support/people/authenticator.ts'
import { signingIn, target } from '../../../../test/support/people/signing-in.ts'
import { ownBff } from '../../../../test/support/process/bff.ts'

const bff = ownBff()
const { codeOf, initiate, newOwner, path, advance } = signingIn(bff)

const ADDRESSES = 50
/** At one code each; the last one is alive and in a blocked channel, so that each guess is looked at. */
const ROUNDS = [900, 650, 400, 50]

test('2,000 guesses from 50 addresses open no session; afterwards the owner signs by passkey', async () => {
  const owner = await newOwner()
  const { entityId } = owner
  const device = createAuthenticator('http://localhost:8787')
  const base = path(entityId, 'register-passkey')
  const prepared = await bff.post(`${base}/prepare`, { authenticatorName: 'Phone' })
  const { activityId, payloadToSign, creationOptions } = prepared.body.data
  const { id, response } = device.create(creationOptions)
  const added = await bff.post(`${base}/submit`, {
    activityId,
    payloadSignature: stampWithApiKey(payloadToSign, owner.key),
    signatureType: 'ApiKey',
    attestation: {
      credentialId: id,
      clientDataJson: response.clientDataJSON,
      attestationObject: response.attestationObject,
      transports: [],
    },
  })
  expect(added.status).toBe(200)

  const { targetPublicKey } = target()
  const outcomes = new Map<string, number>()
  const guess = async (otpId: string, otpCode: string, address: number) => {
    const headers = { 'x-forwarded-for': `198.51.100.${address}` }
    const body = { targetPublicKey, otpId, otpCode }
    const answer = await bff.post(path(entityId, 'start-session'), body, headers)
    const outcome = answer.status === 200 ? 'OPENED' : answer.body.error.code
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  for (const [round, count] of ROUNDS.entries()) {
    if (round === 3) await advance(601)
    const { otpId, otpCode } = await codeOf(owner)
    for (let tried = 0; tried < count; tried += ADDRESSES) {
      const guesses = Array.from({ length: ADDRESSES }, (_, address) => {
        const digits = String(tried + address).padStart(6, '0')
        // By chance a guess may be right; it is made once the code is burned.
        return guess(otpId, digits === otpCode ? 'WRONG1' : digits, address)
      })
      await Promise.all(guesses)
    }
    await guess(otpId, otpCode, round)
  }
  expect(outcomes.has('OPENED')).toBe(false)
  expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(2_000 + ROUNDS.length)
  expect((await initiate(entityId)).status).toBe(429)

  const wallet = await bff.post(path(entityId, 'create-wallet/prepare'), { walletName: 'Mine' })
  const assertion = device.get({
    challenge: webauthnChallenge(wallet.body.data.payloadToSign).base64url,
    rpId: 'localhost',
    userVerification: 'required',
  })
  const made = await bff.post(path(entityId, 'create-wallet/submit'), {
    activityId: wallet.body.data.activityId,
    payloadSignature: stampFromAssertion(assertion),
    signatureType: 'WebAuthn',
  })
  expect(made.status).toBe(200)
}, 60_000)
