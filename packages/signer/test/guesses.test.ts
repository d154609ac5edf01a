import { generateP256KeyPair } from '@corridor/signing'
import { expect, test } from 'vitest'
import { decimalCode } from '../src/base/random.ts'
import {
  evmAccount,
  failure,
  newEntity,
  newId,
  newPasskey,
  openTestSigner,
  partnerId,
  random,
  run,
  value,
} from './harness.ts'

const { signer, advance, pool } = await openTestSigner()

const GUESSES = process.env['FULL'] ? 120_000 : 12_000
const AT_ONCE = 2_000
/** So many at first, until the code is burned. */
const AT_FIRST = 20
/** Guesses that still have to ask the database: of a live code, in a channel that is blocked. */
const BLOCKED = 400

test(`of ${GUESSES} guesses none opens a session, and the owner signs in by passkey afterwards`, async () => {
  const owner = await newEntity(signer)
  const { entityId } = owner
  const { authenticator } = await newPasskey(signer, owner)
  const contact = `${entityId}@example.com`
  const method = { authType: 'Email_Auth', contact }
  value(await run(signer, owner, 'ACTIVITY_TYPE_CREATE_AUTH_METHOD', method))

  const { publicKeyUncompressed: targetPublicKey } = generateP256KeyPair()
  const outcomes = new Map<string, number>()
  let tried = 0
  const guess = async (otpId: string, count: number, right: string) => {
    for (let done = 0; done < count;) {
      const length = Math.min(done === 0 ? AT_FIRST : AT_ONCE, count - done)
      const codes = Array.from({ length }, () => {
        const otpCode = decimalCode(6, random)
        return otpCode === right ? '' : otpCode
      })
      done += length
      const answers = await Promise.all(
        codes.map((otpCode) => signer.openSession({ entityId, targetPublicKey, otpId, otpCode })),
      )
      for (const answer of answers) {
        const outcome = answer.ok ? 'OPENED' : answer.failure.code
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
      tried += codes.length
    }
  }

  const ask = () => signer.issueCode({ entityId, partnerId, channel: 'EMAIL', contact })
  for (const count of [GUESSES / 3, GUESSES / 3, GUESSES / 3 - BLOCKED]) {
    const { otpId, code } = value(await ask())
    // By chance a guess may be right; the right code is tried once the code is burned.
    await guess(otpId, count, code ?? '')
    const right = await signer.openSession({
      entityId,
      targetPublicKey,
      otpId,
      otpCode: code ?? '',
    })
    expect(failure(right).code).toBe('OTP_INVALID')
  }
  expect(failure(await ask()).code).toBe('RATE_LIMITED')
  await advance(601)
  const last = value(await ask())
  await guess(last.otpId, BLOCKED, last.code ?? '')
  const { otpId, code } = last
  const right = { entityId, targetPublicKey, otpId, otpCode: code ?? '' }
  expect(failure(await signer.openSession(right)).code).toBe('RATE_LIMITED')
  expect(failure(await ask()).code).toBe('RATE_LIMITED')

  expect(tried).toBe(GUESSES)
  expect(Object.fromEntries(outcomes)).toEqual({
    OTP_INVALID: GUESSES - BLOCKED + 1,
    RATE_LIMITED: BLOCKED - 1,
  })
  // Ten tries were looked at; all the others were answered without.
  const { rows } = await pool.query(
    `select count(*)::int as wrong from signer.audit_line
      where entity_id = $1 and action = 'OTP_EMAIL' and outcome = 'WRONG'`,
    [entityId],
  )
  expect(rows[0].wrong).toBe(10)

  authenticator.signCount = 1
  const activityId = newId('act')
  const type = 'ACTIVITY_TYPE_CREATE_WALLET'
  const parameters = { walletName: 'Mine', accounts: [evmAccount()] }
  const input = { activityId, entityId, partnerId, type, parameters } as const
  const { payload } = value(await signer.prepare(input))
  const stamp = authenticator.stamp(payload)
  value(await signer.execute({ activityId, entityId, stamp, signatureType: 'WebAuthn' }))
})
