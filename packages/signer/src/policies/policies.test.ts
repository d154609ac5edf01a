import type { PolicyRules } from '@corridor/contract/policy'
import { generateP256KeyPair, stampWithApiKey } from '@corridor/signing'
import { describe, expect, test } from 'vitest'
import { CredentialsTampered } from '../index.ts'
import {
  chain,
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

const other = '0x1111111111111111111111111111111111111111'
const rule = (
  id: string,
  when: PolicyRules['rules'][number]['when'],
  then: PolicyRules['rules'][number]['then'],
) => ({ id, name: id, on: ['sign'], when, then })
const allowing = (...rules: PolicyRules['rules']): PolicyRules => ({ rules, otherwise: 'allow' })
const over = (limit: string) => ({ fact: 'amount', unit: 'USDC', over: limit }) as const
const onePasskey = { approvals: [{ from: ['passkey'], count: 1 }], expiresInMs: 3_600_000 }
const perDay = (limit: string) =>
  ({ fact: 'sum', unit: 'USDC', by: 'wallet', windowSeconds: 86_400, over: limit }) as const

async function setPolicy(wallet: Wallet, policy: PolicyRules, version = 1) {
  const { walletId } = wallet
  return run(signer, wallet, 'ACTIVITY_TYPE_SET_POLICY', { walletId, version, policy })
}

/** A quoted transfer of so many base units. */
async function prepare(wallet: Wallet, amount: bigint, recipient: string = chain.recipient) {
  const { parameters, bounds } = transferOf(wallet.address, { amount, recipient })
  return signer.prepare({
    activityId: newId('act'),
    entityId: wallet.entityId,
    partnerId,
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION',
    parameters,
    bounds: { ...bounds, amount: String(amount), recipient },
    validUntil: new Date(Date.now() + 40 * 86_400_000).toISOString(),
  })
}

const submit = (
  wallet: Wallet,
  activityId: string,
  stamp: string,
  signatureType: 'ApiKey' | 'WebAuthn' = 'ApiKey',
) => signer.execute({ activityId, entityId: wallet.entityId, stamp, signatureType })

async function send(wallet: Wallet, amount: bigint, recipient: string = chain.recipient) {
  const prepared = await prepare(wallet, amount, recipient)
  if (!prepared.ok) return prepared
  const { activityId, payload } = prepared.value
  return submit(wallet, activityId, stampWithApiKey(payload, wallet.key))
}

describe('a wallet’s policy', () => {
  test('allows what was quoted until one is set, and is set by a primary stamp alone', async () => {
    const wallet = await newWallet(signer)
    expect(value(await signer.readPolicy(wallet)).version).toBe(0)
    value(await send(wallet, 5_000_000n))

    const { authenticator } = await newPasskey(signer, wallet)
    const activityId = newId('act')
    const { entityId, walletId } = wallet
    const policy = allowing(rule('limit', over('10'), 'deny'))
    const prepared = value(
      await signer.prepare({
        activityId,
        entityId,
        partnerId,
        type: 'ACTIVITY_TYPE_SET_POLICY',
        parameters: { walletId, version: 1, policy },
      }),
    )
    expect(prepared.signatureTypes).toEqual(['ApiKey'])
    const byPasskey = await submit(
      wallet,
      activityId,
      authenticator.stamp(prepared.payload),
      'WebAuthn',
    )
    expect(failure(byPasskey).code).toBe('PRIMARY_AUTH_REQUIRED')
    value(await submit(wallet, activityId, stampWithApiKey(prepared.payload, wallet.key)))
    const read = value(await signer.readPolicy(wallet))
    expect([read.version, read.policy]).toEqual([1, policy])
    expect(read.sentences[0]?.sentence).toContain('10 USDC')
  })

  test('refuses above the limit of a transfer before it is signed, in words', async () => {
    const wallet = await newWallet(signer)
    value(await setPolicy(wallet, allowing(rule('limit', over('10'), 'deny'))))
    value(await send(wallet, 10_000_000n))
    const refused = failure(await prepare(wallet, 10_000_001n))
    expect([refused.code, refused.reason]).toEqual(['POLICY_BLOCKED', 'POLICY_DENIED'])
    expect(refused.because?.join(' ')).toContain('10.000001')
  })

  test('judges again at submit: what was prepared before is refused after', async () => {
    const wallet = await newWallet(signer)
    const prepared = value(await prepare(wallet, 25_000_000n))
    value(await setPolicy(wallet, allowing(rule('limit', over('10'), 'deny'))))
    const stamp = stampWithApiKey(prepared.payload, wallet.key)
    const refused = failure(await submit(wallet, prepared.activityId, stamp))
    expect([refused.code, refused.activityEnded]).toEqual(['POLICY_BLOCKED', true])
    expect(failure(await submit(wallet, prepared.activityId, stamp)).code).toBe('ACTIVITY_EXPIRED')
  })

  test('adds up a day: many small transfers pass no limit, and it opens again', async () => {
    const wallet = await newWallet(signer)
    value(await setPolicy(wallet, allowing(rule('day', perDay('10'), 'deny'))))
    const prepared = await Promise.all(
      Array.from({ length: 8 }, async () => value(await prepare(wallet, 3_000_000n))),
    )
    const sent = await Promise.all(
      prepared.map(({ activityId, payload }) =>
        submit(wallet, activityId, stampWithApiKey(payload, wallet.key)),
      ),
    )
    expect(sent.filter(({ ok }) => ok)).toHaveLength(3)
    expect(failure(await send(wallet, 3_000_000n)).reason).toBe('POLICY_DENIED')
    value(await send(wallet, 1_000_000n))
    await advance(86_401)
    value(await send(wallet, 3_000_000n))
  })

  test('knows receivers: allowed ones, and new ones', async () => {
    const wallet = await newWallet(signer)
    const only = {
      not: { fact: 'destination' as const, in: [chain.recipient.toLowerCase()] },
    }
    value(await setPolicy(wallet, allowing(rule('receivers', only, 'deny'))))
    value(await send(wallet, 1_000_000n))
    expect(failure(await send(wallet, 1_000_000n, other)).reason).toBe('POLICY_DENIED')
    const fresh = { fact: 'payee' as const, in: ['new' as const] }
    value(await setPolicy(wallet, allowing(rule('new', fresh, 'deny')), 2))
    value(await send(wallet, 1_000_000n))
    expect(failure(await send(wallet, 1_000_000n, other)).reason).toBe('POLICY_DENIED')
  })

  test('asks for a second person above an amount, whoever comes first', async () => {
    const wallet = await newWallet(signer)
    const { authenticator } = await newPasskey(signer, wallet)
    value(await setPolicy(wallet, allowing(rule('two', over('10'), onePasskey))))
    const { activityId, payload } = value(await prepare(wallet, 25_000_000n))
    const stamp = stampWithApiKey(payload, wallet.key)
    for (const again of [stamp, stamp, stampWithApiKey(payload, wallet.key)]) {
      const waiting = failure(await submit(wallet, activityId, again))
      expect([waiting.reason, waiting.activityEnded]).toEqual(['FURTHER_STAMP_REQUIRED', undefined])
    }
    const second = authenticator.stamp(payload)
    const done = value(await submit(wallet, activityId, second, 'WebAuthn'))
    // Either of the two gets the stored result, nobody else.
    for (const [text, type] of [
      [stamp, 'ApiKey'],
      [second, 'WebAuthn'],
    ] as const)
      expect(value(await submit(wallet, activityId, text, type))).toEqual({
        ...done,
        replayed: true,
      })
    const stranger = stampWithApiKey(payload, generateP256KeyPair())
    expect(failure(await submit(wallet, activityId, stranger)).code).toBe(
      'ACTIVITY_ALREADY_SUBMITTED',
    )
  })

  test('a kept signature is worth nothing once its method has ended', async () => {
    const wallet = await newWallet(signer)
    const [first, second] = [await newPasskey(signer, wallet), await newPasskey(signer, wallet)]
    value(await setPolicy(wallet, allowing(rule('two', over('10'), onePasskey))))
    const { activityId, payload } = value(await prepare(wallet, 25_000_000n))
    const stamp = first.authenticator.stamp(payload)
    expect(failure(await submit(wallet, activityId, stamp, 'WebAuthn')).reason).toBe(
      'FURTHER_STAMP_REQUIRED',
    )
    // Put back as if nothing had been ended: the removal ends open activities, too.
    value(
      await run(signer, wallet, 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS', {
        authenticatorIds: [first.authenticatorId],
      }),
    )
    await admin.query(`update signer.activity set state = 'PREPARED' where activity_id = $1`, [
      activityId,
    ])
    const alone = await submit(wallet, activityId, second.authenticator.stamp(payload), 'WebAuthn')
    expect(failure(alone).reason).toBe('SUPERSEDED')
  })

  test('of two changes at once one is made; the other has not seen it', async () => {
    const wallet = await newWallet(signer)
    const both = await Promise.all([
      setPolicy(wallet, allowing(rule('a', over('10'), 'deny'))),
      setPolicy(wallet, allowing(rule('b', over('20'), 'deny'))),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.filter(({ ok }) => !ok).map((item) => failure(item).code)).toEqual([
      'VERSION_CONFLICT',
    ])
  })
})

test.each([
  ['speak of other operations', { on: ['wallets.createWalletSubmit'] }],
  [
    'ask roles of staff',
    { then: { approvals: [{ from: ['role:treasury'], count: 1 }], expiresInMs: 60_000 } },
  ],
])('rules that %s are refused: they would do nothing here', async (_, change) => {
  const wallet = await newWallet(signer)
  const policy = allowing({ ...rule('limit', over('10'), 'deny'), ...change })
  const { entityId, walletId } = wallet
  const refused = await signer.prepare({
    activityId: newId('act'),
    entityId,
    partnerId,
    type: 'ACTIVITY_TYPE_SET_POLICY',
    parameters: { walletId, version: 1, policy },
  })
  expect(failure(refused)).toMatchObject({ code: 'FIELD_INVALID' })
  expect(failure(await signer.replayPolicy({ ...wallet, policy })).code).toBe('FIELD_INVALID')
})

describe('a superuser of the database', () => {
  const attempts: [string, string][] = [
    ['deletes the policy', `delete from signer.wallet_policy where wallet_id = $1`],
    [
      'widens its rules',
      `update signer.wallet_policy set rules = replace(rules, '"10"', '"9999"') where wallet_id = $1`,
    ],
    ['forgets transfers', `delete from signer.signed_transfer where wallet_id = $1`],
    [
      'forgets the last transfer and its number',
      `with gone as (delete from signer.signed_transfer where wallet_id = $1 and sequence = 2)
         update signer.wallet_policy set last_transfer = 1 where wallet_id = $1`,
    ],
    ['makes one smaller', `update signer.signed_transfer set amount = 1 where wallet_id = $1`],
    [
      'makes one older',
      `update signer.signed_transfer set signed_at = signed_at - interval '2 days' where wallet_id = $1`,
    ],
  ]
  test.each(attempts)('who %s gains nothing', async (_, statement) => {
    const wallet = await newWallet(signer)
    value(await setPolicy(wallet, allowing(rule('day', perDay('10'), 'deny'))))
    value(await send(wallet, 4_000_000n))
    value(await send(wallet, 5_000_000n))
    expect(failure(await send(wallet, 5_000_000n)).reason).toBe('POLICY_DENIED')
    await admin.query(statement, [wallet.walletId])
    await expect(send(wallet, 5_000_000n)).rejects.toThrow(CredentialsTampered)
  })
})

test('a draft is replayed on the transfers of the last 30 days', async () => {
  const wallet = await newWallet(signer)
  value(await send(wallet, 50_000_000n))
  await advance(31 * 86_400)
  for (const amount of [3_000_000n, 8_000_000n, 20_000_000n]) value(await send(wallet, amount))
  const policy = allowing(rule('limit', over('15'), 'deny'), rule('day', perDay('10'), onePasskey))
  const replayed = value(await signer.replayPolicy({ ...wallet, policy }))
  expect(replayed.transfers).toBe(3)
  expect(replayed.refused).toMatchObject([{ minor: '20000000', currency: 'USDC', rule: 'limit' }])
  expect(replayed.waiting).toMatchObject([{ minor: '8000000', rule: 'day' }])
  expect(replayed.refused[0]?.transactionHash).toMatch(/^0x[0-9a-f]{64}$/)
  // The receiver was paid before the 30 days, so it is known.
  const fresh = allowing(rule('new', { fact: 'payee', in: ['new'] }, 'deny'))
  expect(value(await signer.replayPolicy({ ...wallet, policy: fresh })).refused).toEqual([])
  // Nothing was changed by asking.
  expect(value(await signer.readPolicy(wallet)).version).toBe(0)
})
