import { generateP256KeyPair } from '@corridor/signing'
import { describe, expect, test } from 'vitest'
import { failure, newId, openTestSigner, partnerId, value } from '../../test/harness.ts'

const { signer, advance, pool, admin } = await openTestSigner()

async function newPerson(contact = `${newId('p')}@example.com`) {
  const entityId = newId('ent')
  const authId = newId('auth')
  const input = { entityId, partnerId, authId, authType: 'Email_Auth', contact }
  value(await signer.registerCredential(input))
  return { entityId, partnerId, channel: 'EMAIL' as const, contact }
}

function tryCode(entityId: string, otpId: string, otpCode: string) {
  const targetPublicKey = generateP256KeyPair().publicKeyUncompressed
  return signer.openSession({ entityId, targetPublicKey, otpId, otpCode })
}

const wrong = (code: string | null) => (code === '000000' ? '111111' : '000000')

test('a code is six digits, lives five minutes and opens one session', async () => {
  const person = await newPerson()
  const issued = value(await signer.issueCode(person))
  expect(issued.code).toMatch(/^\d{6}$/)
  expect(issued.otpId).toMatch(/^otp_[0-9a-hjkmnp-tv-z]{26}$/)
  await advance(299)
  const opened = value(await tryCode(person.entityId, issued.otpId, issued.code ?? ''))
  expect(opened.authActivated).toBe(true)
  for (let repeat = 0; repeat < 3; repeat++) {
    const again = await tryCode(person.entityId, issued.otpId, issued.code ?? '')
    expect(failure(again).code).toBe('OTP_INVALID')
  }
})

test('a code is refused from its 300th second on', async () => {
  const person = await newPerson()
  const { otpId, code } = value(await signer.issueCode(person))
  await advance(300)
  expect(failure(await tryCode(person.entityId, otpId, code ?? '')).code).toBe('OTP_EXPIRED')
})

test('a letter that looks like a digit is read as the digit', async () => {
  const person = await newPerson()
  const { otpId, code } = value(await signer.issueCode(person))
  const typed = code?.replaceAll('0', 'o').replace('1', 'l').replaceAll('1', 'I') ?? ''
  value(await tryCode(person.entityId, otpId, typed))
})

test('a code copied with spaces and dashes is the same code', async () => {
  const person = await newPerson()
  const { otpId, code } = value(await signer.issueCode(person))
  value(await tryCode(person.entityId, otpId, ` ${code?.slice(0, 3)}-${code?.slice(3)} `))
})

test('three wrong tries burn a code', async () => {
  const person = await newPerson()
  const { otpId, code } = value(await signer.issueCode(person))
  for (let tries = 0; tries < 3; tries++) {
    expect(failure(await tryCode(person.entityId, otpId, wrong(code))).code).toBe('OTP_INVALID')
  }
  expect(failure(await tryCode(person.entityId, otpId, code ?? '')).code).toBe('OTP_INVALID')
})

test('a new code kills the earlier one', async () => {
  const person = await newPerson()
  const first = value(await signer.issueCode(person))
  const second = value(await signer.issueCode(person))
  const old = await tryCode(person.entityId, first.otpId, first.code ?? '')
  expect(failure(old).code).toBe('OTP_INVALID')
  value(await tryCode(person.entityId, second.otpId, second.code ?? ''))
})

test('a code works for its own entity only', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  const { otpId, code } = value(await signer.issueCode(person))
  expect(failure(await tryCode(other.entityId, otpId, code ?? '')).code).toBe('OTP_INVALID')
  value(await tryCode(person.entityId, otpId, code ?? ''))
})

describe('sends to one contact', () => {
  test('are at most three in ten minutes and say when the next may follow', async () => {
    const person = await newPerson()
    for (let sends = 0; sends < 3; sends++) value(await signer.issueCode(person))
    const refused = failure(await signer.issueCode(person))
    expect(refused.code).toBe('RATE_LIMITED')
    expect(refused.retryAfterSeconds).toBeGreaterThan(590)
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(600)
    await advance(601)
    value(await signer.issueCode(person))
  })

  test('are at most ten a day, also through several entities of the partner', async () => {
    const contact = `${newId('shared')}@example.com`
    const persons = [await newPerson(contact), await newPerson(contact)]
    for (let sends = 0; sends < 10; sends++) {
      value(await signer.issueCode(persons[sends % 2] ?? { ...(await newPerson()) }))
      await advance(300)
    }
    const refused = failure(await signer.issueCode(persons[0] ?? (await newPerson())))
    expect(refused.code).toBe('RATE_LIMITED')
    expect(refused.retryAfterSeconds).toBeGreaterThan(80_000)
    await advance(86_400 - 3000 + 1)
    value(await signer.issueCode(persons[0] ?? (await newPerson())))
  })

  test('of parallel asks no more than three are let through, whoever asks', async () => {
    const contact = `${newId('shared')}@example.com`
    const entities = Array.from({ length: 20 }, () => newId('ent'))
    const foreign = await Promise.all(
      entities.map((entityId) =>
        signer.issueCode({ entityId, partnerId, channel: 'EMAIL', contact }),
      ),
    )
    expect(foreign.filter((attempt) => attempt.ok)).toHaveLength(3)

    const person = await newPerson()
    const asked = await Promise.all(Array.from({ length: 12 }, () => signer.issueCode(person)))
    expect(asked.filter((attempt) => attempt.ok)).toHaveLength(3)
  })
})

test('an unknown contact gets the same answer and limits, and nothing to send', async () => {
  const person = await newPerson()
  const stranger = { ...person, contact: `${newId('unknown')}@example.com` }
  const nobody = { ...stranger, entityId: newId('ent') }
  const known = value(await signer.issueCode(person))
  for (const asked of [stranger, nobody, stranger]) {
    const issued = value(await signer.issueCode(asked))
    expect(issued.code).toBeNull()
    expect(Object.keys(issued)).toEqual(Object.keys(known))
    expect(failure(await tryCode(asked.entityId, issued.otpId, '123456')).code).toBe('OTP_INVALID')
  }
  expect(failure(await signer.issueCode(nobody)).code).toBe('RATE_LIMITED')
})

test('contacts compare without case', async () => {
  const person = await newPerson('Ada.Lovelace@Example.com')
  const issued = value(await signer.issueCode({ ...person, contact: ' ADA.lovelace@example.COM' }))
  expect(issued.code).not.toBeNull()
})

test('ten failures in a day block the channel for sends and codes, and other ways stay open', async () => {
  const person = await newPerson()
  let last = value(await signer.issueCode(person))
  for (let failures = 0; failures < 10; failures++) {
    const refused = failure(await tryCode(person.entityId, last.otpId, wrong(last.code)))
    expect(refused.code).toBe('OTP_INVALID')
    if (failures % 3 === 2) {
      await advance(601)
      last = value(await signer.issueCode(person))
    }
  }
  const right = failure(await tryCode(person.entityId, last.otpId, last.code ?? ''))
  expect(right.code).toBe('RATE_LIMITED')
  expect(right.retryAfterSeconds).toBeGreaterThan(80_000)
  await advance(601)
  expect(failure(await signer.issueCode(person)).code).toBe('RATE_LIMITED')
  await advance(86_400)
  value(await signer.issueCode(person))
})

test('a guessing bot gets nowhere: three tries a code, three codes, then ten failures', async () => {
  const person = await newPerson()
  let tried = 0
  for (let round = 0; round < 20; round++) {
    const issued = await signer.issueCode(person)
    if (!issued.ok) break
    const { otpId, code } = issued.value
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () => tryCode(person.entityId, otpId, wrong(code))),
    )
    expect(guesses.some((guess) => guess.ok)).toBe(false)
    const { rows } = await pool.query(
      `select count(*)::int as n from signer.audit_line
        where entity_id = $1 and action = 'OTP_EMAIL' and outcome = 'WRONG'`,
      [person.entityId],
    )
    tried = rows[0].n
  }
  expect(tried).toBe(9)
})

test('the database holds no code, and the signer cannot shorten its own record', async () => {
  const person = await newPerson()
  const { code, otpId } = value(await signer.issueCode(person))
  const { rows } = await admin.query('select state from signer.otp_state where state like $1', [
    `%${otpId}%`,
  ])
  expect(rows).toHaveLength(1)
  expect(rows[0].state).not.toContain(`"${code}"`)
  await expect(pool.query('delete from signer.otp_state')).rejects.toThrow('permission denied')
  await expect(pool.query('delete from signer.audit_line')).rejects.toThrow('permission denied')
  await expect(pool.query('update signer.audit_line set outcome = $1', ['x'])).rejects.toThrow(
    'permission denied',
  )
})
