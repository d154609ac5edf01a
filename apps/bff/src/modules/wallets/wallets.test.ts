import { ApiKeyStamper } from '@turnkey/api-key-stamper'
import { generateP256KeyPair, stampWithApiKey } from '@corridor/signing'
import { decryptCredentialBundle, generateP256KeyPair as publicKeyPair } from '@turnkey/crypto'
import { describe, expect, test } from 'vitest'
import { aMember } from '../../../test/support/people/acting.ts'
import { ownBff } from '../../../test/support/process/bff.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { expectEventsPublished } from '../../../test/support/events/published.ts'
import {
  act,
  fund,
  makeEntity,
  makeWallet,
  tokens,
  transfer,
  until,
} from '../../../test/support/money/wallets.ts'

const bff = ownBff()

const walletPath = (entityId: string, operation: string) =>
  `/api/v1/wallets/${entityId}/${operation}`
const email = (entityId: string) => ({ authType: 'Email_Auth', email: `${entityId}@example.com` })

async function codeFor(entityId: string) {
  const sent = await bff.post(walletPath(entityId, 'initiate-otp'), { otpType: 'OTP_TYPE_EMAIL' })
  const { body } = await bff.get(
    `/api/v1/sandbox/outbox?channel=EMAIL&to=${entityId}@example.com&limit=1`,
  )
  return { sent, otpId: sent.body.data?.otpId as string, otpCode: body.data[0]?.code as string }
}

/** A session as the public client opens it: its key pair, its decryption, its stamper. */
async function openSession(entityId: string) {
  const target = publicKeyPair()
  const { otpId, otpCode } = await codeFor(entityId)
  const started = await bff.post(walletPath(entityId, 'start-session'), {
    targetPublicKey: target.publicKeyUncompressed,
    otpId,
    otpCode,
  })
  const privateKey = decryptCredentialBundle(started.body.data.credentialBundle, target.privateKey)
  return {
    key: {
      privateKey,
      publicKey: started.body.data.sessionPublicKey as string,
      publicKeyUncompressed: '',
    },
    started,
    otpId,
    otpCode,
  }
}

describe('wallets.registerAuthPrepare, wallets.registerAuth', () => {
  test('200: an API key is active at once, and the same again is the same', async () => {
    const entityId = await makeEntity(bff)
    const { publicKey } = generateP256KeyPair()
    const sent = { authType: 'API_Key', apiKey: { apiKeyName: 'server', publicKey } }
    const first = await bff.post(walletPath(entityId, 'register-auth'), sent)
    const again = await bff.post(walletPath(entityId, 'register-auth'), sent)
    expect(first.body.data).toMatchObject({ authType: 'API_Key', status: 'ACTIVE' })
    expect(again.body.data).toEqual(first.body.data)
    expect(again.body.message).toContain('already')
  })

  test('200: an e-mail method waits for its first code', async () => {
    const entityId = await makeEntity(bff)
    const made = await bff.post(walletPath(entityId, 'register-auth'), email(entityId))
    expect(made.body.data.status).toBe('PENDING_VERIFICATION')
    // Another one that waits ends with the first code that is used (published as auth_revoked).
    const phone = { authType: 'SMS_Auth', phoneNumber: '+4915112345678' }
    expect((await bff.post(walletPath(entityId, 'register-auth'), phone)).status).toBe(200)
    await openSession(entityId)
    const { body } = await bff.get(walletPath(entityId, 'details'))
    expect(body.data.authMethods).toMatchObject([
      { authType: 'Email_Auth', status: 'ACTIVE' },
      { authType: 'SMS_Auth', status: 'REVOKED' },
    ])
    expect(body.data.sessions).toHaveLength(1)
  })

  test('200: a member registers the customer’s own address masked as it is read; 400: any other mask', async () => {
    const entityId = await makeEntity(bff)
    const whole = (await bff.get(`/api/v1/xfer/entity/${entityId}`)).body.data.email
    const member = await aMember(bff)
    const read = (await member.get(`/api/v1/xfer/entity/${entityId}`)).body.data.email
    const base = walletPath(entityId, 'register-auth')
    const mail = (address: string) => ({ authType: 'Email_Auth', email: address })
    for (const [address, sent] of [
      [base, mail(`x${read}`)],
      // Its answer is a text to sign, which names the address whole.
      [`${base}/prepare`, mail(read)],
    ] as const) {
      const refused = await member.post(address, sent)
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'email'])
      expect(JSON.stringify(refused.body)).not.toContain(whole)
    }
    expect((await member.post(base, mail(read))).status).toBe(200)
    await member.post(walletPath(entityId, 'initiate-otp'), { otpType: 'OTP_TYPE_EMAIL' })
    const { body } = await bff.get(`/api/v1/sandbox/outbox?to=${encodeURIComponent(whole)}&limit=1`)
    expect(body.data).toMatchObject([{ entityId, to: whole }])
  })

  test('200: a further method with the stamp of an existing one', async () => {
    const wallet = await makeWallet(bff)
    const base = walletPath(wallet.entityId, 'register-auth')
    const alone = await bff.post(base, email(wallet.entityId))
    expect([alone.status, alone.body.error.code]).toEqual([403, 'PRIMARY_AUTH_REQUIRED'])
    const prepared = await bff.post(`${base}/prepare`, email(wallet.entityId))
    const { activityId, payloadToSign } = prepared.body.data
    const added = await bff.post(base, {
      ...email(wallet.entityId),
      activityId,
      signatureType: 'ApiKey',
      payloadSignature: stampWithApiKey(payloadToSign, wallet.key),
    })
    expect([added.status, added.body.data?.authType]).toEqual([200, 'Email_Auth'])
  })

  test.each([
    ['a passkey', { authType: 'Passkey' }, 'PASSKEY_IS_SECONDARY'],
    ['an unknown value', { authType: 'api_key' }, 'FIELD_INVALID'],
    ['an API key without its key', { authType: 'API_Key' }, 'FIELD_REQUIRED'],
    [
      'a key off the curve',
      { authType: 'API_Key', apiKey: { apiKeyName: 'x', publicKey: `02${'f'.repeat(64)}` } },
      'PUBLIC_KEY_INVALID',
    ],
    ['e-mail without an address', { authType: 'Email_Auth' }, 'FIELD_REQUIRED'],
    ['SMS to no number', { authType: 'SMS_Auth', phoneNumber: '123' }, 'FIELD_INVALID'],
  ])('400: %s', async (_, sent, code) => {
    const refused = await bff.post(walletPath(await makeEntity(bff), 'register-auth'), sent)
    expect([refused.status, refused.body.error.code]).toEqual([400, code])
  })

  test('404: an unknown entity, and another partner’s', async () => {
    const foreign = await makeEntity(bff, bff.second)
    for (const entityId of [foreign, 'ent_01h455vb4pex5vsknk084sn02q', 'nonsense']) {
      const refused = await bff.post(walletPath(entityId, 'register-auth'), email('x'))
      expect([refused.status, refused.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
    }
  })
})

describe('wallets.initiateOtp, wallets.startSession, wallets.details', () => {
  test('200: a session lasts fifteen minutes from its creation, to the second', async () => {
    const entityId = await makeEntity(bff)
    await bff.post(walletPath(entityId, 'register-auth'), email(entityId))
    const { key, started } = await openSession(entityId)
    const { createdAt, expiresAt } = started.body.data
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(900_000)
    const owner = { partner: bff.first, entityId, key }
    expect((await act(bff, owner, 'create-wallet', { walletName: 'in time' })).status).toBe(200)
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 900 })
    const late = await act(bff, owner, 'create-wallet', { walletName: 'late' })
    expect([late.status, late.body.error.code]).toEqual([401, 'SESSION_EXPIRED'])
  })

  test('400: a code for a contact with what no text may hold', async () => {
    const path = walletPath(await makeEntity(bff), 'initiate-otp')
    const refused = await bff.post(path, { contact: 'a\u0000b@example.com' })
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'contact'])
  })

  test('400: both proofs at once, or an ephemeral key that is none', async () => {
    const entityId = await makeEntity(bff)
    const key = publicKeyPair().publicKeyUncompressed
    const both = await bff.post(walletPath(entityId, 'start-session'), {
      targetPublicKey: key,
      otpId: 'a',
      otpCode: '1',
      oidcToken: 'x',
    })
    expect([both.status, both.body.error.code]).toEqual([400, 'FIELD_INVALID'])
    for (const targetPublicKey of [
      `04${'0'.repeat(128)}`,
      key.slice(2),
      `0x${key}`,
      key.toUpperCase().replace('04', '05'),
    ]) {
      const refused = await bff.post(walletPath(entityId, 'start-session'), {
        targetPublicKey,
        otpId: 'otp_x',
        otpCode: '123456',
      })
      expect([refused.status, refused.body.error.code]).toEqual([400, 'PUBLIC_KEY_INVALID'])
    }
  })

  test('401: a wrong code, a used code, a code of another entity; three wrong tries burn it', async () => {
    const entityId = await makeEntity(bff)
    await bff.post(walletPath(entityId, 'register-auth'), email(entityId))
    const { otpId, otpCode } = await openSession(entityId)
    const start = (body: object) =>
      bff.post(walletPath(entityId, 'start-session'), {
        targetPublicKey: publicKeyPair().publicKeyUncompressed,
        ...body,
      })
    const used = await start({ otpId, otpCode })
    expect([used.status, used.body.error.code]).toEqual([401, 'OTP_INVALID'])
    const fresh = await codeFor(entityId)
    for (let i = 0; i < 3; i++)
      expect((await start({ otpId: fresh.otpId, otpCode: '000000' })).body.error.code).toBe(
        'OTP_INVALID',
      )
    expect((await start({ otpId: fresh.otpId, otpCode: fresh.otpCode })).body.error.code).toBe(
      'OTP_INVALID',
    )
  })

  test('401: a code after five minutes', async () => {
    const entityId = await makeEntity(bff)
    await bff.post(walletPath(entityId, 'register-auth'), email(entityId))
    const { otpId, otpCode } = await codeFor(entityId)
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 301 })
    const late = await bff.post(walletPath(entityId, 'start-session'), {
      targetPublicKey: publicKeyPair().publicKeyUncompressed,
      otpId,
      otpCode,
    })
    expect([late.status, late.body.error.code]).toEqual([401, 'OTP_EXPIRED'])
  })

  test('429: the fourth code in ten minutes, with the time to wait', async () => {
    const entityId = await makeEntity(bff)
    await bff.post(walletPath(entityId, 'register-auth'), email(entityId))
    for (let i = 0; i < 3; i++) expect((await codeFor(entityId)).sent.status).toBe(200)
    const refused = (await codeFor(entityId)).sent
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
  })

  test('200: the answer does not reveal whether a wallet has the contact', async () => {
    const entityId = await makeEntity(bff)
    const { body } = await bff.post(walletPath(entityId, 'initiate-otp'), {
      otpType: 'OTP_TYPE_EMAIL',
      contact: 'nobody@example.com',
    })
    expect(body.data).toMatchObject({ channel: 'EMAIL', destinationMasked: 'n•••@example.com' })
    const outbox = await bff.get('/api/v1/sandbox/outbox?to=nobody@example.com')
    expect(outbox.body.data).toEqual([])
  })
})

describe('wallets.createWalletPrepare, wallets.createWalletSubmit, wallets.createAccountPrepare, wallets.createAccountSubmit, wallets.balances, wallets.transactions', () => {
  test('200: one address for every token of a chain, each with its external account', async () => {
    const wallet = await makeWallet(bff)
    const [first, second] = wallet.accounts
    expect(first?.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(second?.address).toBe(first?.address)
    const { body } = await bff.get(`/api/v1/xfer/accounts/external/${first?.externalAccountId}`)
    expect(body.data).toMatchObject({
      entityId: wallet.entityId,
      accountKind: 'NON_CUSTODIAL_WALLET',
      status: 'ENABLED',
      wallet: { walletAddress: first?.address, chainId: '31337' },
      routes: [],
    })
    const listed = await bff.get(
      `/api/v1/xfer/accounts/external/entity/${wallet.entityId}?kind=NON_CUSTODIAL_WALLET`,
    )
    expect(listed.body.data).toHaveLength(2)
  })

  test('200: a further account of a wallet; the same submit again is the same answer', async () => {
    const wallet = await makeWallet(bff)
    const [token] = await tokens(bff)
    const base = walletPath(wallet.entityId, 'create-account')
    const prepared = await bff.post(`${base}/prepare`, {
      walletId: wallet.walletId,
      jurisdictionId: token?.id,
      path: "m/44'/60'/0'/0/1",
    })
    const { activityId, payloadToSign } = prepared.body.data
    const sent = {
      activityId,
      payloadSignature: stampWithApiKey(payloadToSign, wallet.key),
      signatureType: 'ApiKey',
    }
    const first = await bff.post(`${base}/submit`, sent)
    const again = await bff.post(`${base}/submit`, sent)
    expect(first.body.data.result.address).not.toBe(wallet.accounts[0]?.address)
    expect(again.body.data).toEqual(first.body.data)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const stamper = new ApiKeyStamper({
      apiPublicKey: wallet.key.publicKey,
      apiPrivateKey: wallet.key.privateKey,
    })
    const { stampHeaderValue } = await stamper.stamp(payloadToSign)
    const another = await bff.post(`${base}/submit`, {
      ...sent,
      payloadSignature:
        stampHeaderValue === sent.payloadSignature ? `${stampHeaderValue}=` : stampHeaderValue,
    })
    expect([another.status, another.body.error?.code]).toEqual([409, 'ACTIVITY_ALREADY_SUBMITTED'])
    const other = await bff.post(walletPath(wallet.entityId, 'create-wallet/submit'), sent)
    expect([other.status, other.body.error.code]).toEqual([404, 'ACTIVITY_NOT_FOUND'])
  })

  test('200: each further account of a jurisdiction has the next path, and a place one account', async () => {
    const [token] = await tokens(bff)
    const { partner, entityId, key } = await makeWallet(bff)
    const jurisdictionId = token?.id
    const made = await act(bff, { partner, entityId, key }, 'create-wallet', {
      walletName: 'Two of a kind',
      accounts: [{ jurisdictionId }, { jurisdictionId }],
    })
    const { walletId, accounts } = made.body.data.result
    expect(accounts.map(({ path }: { path: string }) => path.at(-1))).toEqual(['0', '1'])
    const add = (more: object = {}) =>
      act(bff, { partner, entityId, key }, 'create-account', { walletId, jurisdictionId, ...more })
    expect((await add()).body.data.result.path).toBe("m/44'/60'/0'/0/2")
    const again = await add({ path: "m/44'/60'/0'/0/1" })
    expect([again.status, again.body.data?.result]).toEqual([200, accounts[1]])
    await expectConsistent(bff)
  })

  test('200: balances come from the chain, transactions name their execution', async () => {
    const alice = await makeWallet(bff)
    const bob = await makeWallet(bff)
    await fund(bff, alice, 100)
    const executionId = await transfer(bff, alice, bob, { exactAmountIn: 40 })
    await until(bff, executionId, 'COMPLETED')
    const { body } = await bff.get(walletPath(bob.entityId, 'balances'))
    expect(body.data).toHaveLength(1)
    expect(body.data[0].tokens.map((token: { amount: number }) => token.amount)).toEqual([40, 0])
    const of = (wallet: typeof alice) =>
      bff.get(walletPath(wallet.entityId, `transactions/${wallet.accounts[0]?.address}`))
    expect((await of(bob)).body.data).toMatchObject([
      {
        direction: 'in',
        amount: 40,
        executionId,
        // Addresses are written as everywhere else: with the capitals of their checksum.
        from: alice.accounts[0]?.address,
        to: bob.accounts[0]?.address,
        tokenAddress: (await tokens(bff))[0]?.tokenAddress,
      },
    ])
    expect((await of(alice)).body.data).toMatchObject([
      { direction: 'out', amount: 40 },
      { direction: 'in', amount: 100 },
    ])
    await expectConsistent(bff)
  })

  test('400: an expired activity; 403: no signing method yet; 404: unknown records', async () => {
    const wallet = await makeWallet(bff)
    const prepared = await bff.post(walletPath(wallet.entityId, 'create-wallet/prepare'), {
      walletName: 'Late',
    })
    const { activityId, payloadToSign } = prepared.body.data
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 301 })
    const late = await bff.post(walletPath(wallet.entityId, 'create-wallet/submit'), {
      activityId,
      payloadSignature: stampWithApiKey(payloadToSign, wallet.key),
      signatureType: 'ApiKey',
    })
    expect([late.status, late.body.error.code]).toEqual([400, 'ACTIVITY_EXPIRED'])
    const unauthenticated = await bff.post(
      walletPath(await makeEntity(bff), 'create-wallet/prepare'),
      {
        walletName: 'X',
      },
    )
    expect([unauthenticated.status, unauthenticated.body.error.code]).toEqual([
      403,
      'PRIMARY_AUTH_REQUIRED',
    ])
    const nowhere = await bff.post(walletPath(wallet.entityId, 'create-wallet/prepare'), {
      walletName: 'X',
      accounts: [{ jurisdictionId: 'jur_x' }],
    })
    expect([nowhere.status, nowhere.body.error.details[0].path]).toEqual([
      404,
      'accounts.0.jurisdictionId',
    ])
    const noWallet = await bff.post(walletPath(wallet.entityId, 'create-account/prepare'), {
      walletId: 'wal_x',
      jurisdictionId: 'jur_x',
    })
    expect([noWallet.status, noWallet.body.error.code]).toEqual([404, 'WALLET_NOT_FOUND'])
  })
})

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  await bff.post('/api/v1/sandbox/clock/advance', { seconds: 900 })
  const running = () =>
    bff.deps.db.asWorker((tx) => tx.selectFrom('wallet_session').select('id').execute())
  await expect.poll(running).toEqual([])
  await expectEventsPublished(bff, {
    'wallet.created': 'auth_added session_started wallet_created account_created',
    'wallet.transitioned': 'auth_added auth_revoked session_expired',
    'external_account.created': 'enabled',
  })
})
