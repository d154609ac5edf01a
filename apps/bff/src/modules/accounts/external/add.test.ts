import { externalAccounts } from '@corridor/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addAccount,
  anAccount,
  anIban,
  countryId,
  externalBase as base,
} from '../../../../test/support/money/accounts.ts'
import { type AnyBody, sharedBff } from '../../../../test/support/process/bff.ts'
import { aBusiness } from '../../../../test/support/people/samples.ts'
import {
  makeEntity,
  makeWallet,
  tokens,
  type TestWallet,
} from '../../../../test/support/money/wallets.ts'

const bff = sharedBff()
let germany: string
let wallet: TestWallet
let token: Awaited<ReturnType<typeof tokens>>[number]
beforeAll(async () => {
  germany = await countryId(bff, 'DE')
  wallet = await makeWallet(bff)
  const [first] = await tokens(bff)
  if (!first) throw new Error('no token')
  token = first
})

const add = `${base}/add`
const codesOf = ({ body }: { body: AnyBody }) =>
  body.error.details.map((detail: { code: string; path: string }) => [detail.path, detail.code])
const countOf = async (table: 'external_account' | 'event' | 'audit') => {
  const { rows } = await bff.deps.db.asWorker((tx) =>
    sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(tx),
  )
  return rows[0]?.n
}
const aWallet = (address: string) => ({
  jurisdictionId: token.id,
  type: 'WALLET',
  ownership: 'THIRD_PARTY',
  account: undefined,
  accountHolder: { name: 'Grace Hopper' },
  wallet: { walletAddress: address },
})
const eip55 = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('accounts.addExternal', () => {
  test('200: an account with everything of operations.md 3, its number masked, enabled at once', async () => {
    const entityId = await makeEntity(bff)
    const { status, body } = await addAccount(bff, { entityId, nickname: 'Salary' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, message: 'Account added.' })
    expect(body.data).toEqual({
      accountId: expect.stringMatching(/^acc_[0-9a-z]{26}$/),
      entityId,
      ownership: 'SELF',
      accountKind: 'BANK',
      status: 'ENABLED',
      statusReason: '',
      jurisdiction: { id: germany, name: 'Germany', currency: 'EUR', type: 'country' },
      rails: expect.arrayContaining(['SEPA_CREDIT', 'SEPA_INSTANT']),
      accountHolder: { name: 'Ada Okonkwo', type: 'individual', address: {} },
      account: {
        accountNumber: expect.any(String),
        accountHolderName: 'Ada Okonkwo',
        bankName: expect.any(String),
        bankAddress: '',
        bankCountry: 'DE',
        bankSwiftCode: '',
        bankRoutingNumber: expect.any(String),
        bankIban: '••••3000',
        bankBic: '',
        branchCode: '',
        accountType: '',
        additionalDetails: expect.any(Object),
      },
      verification: {
        status: 'VERIFIED',
        nameMatch: 'MATCH',
        bankName: expect.any(String),
        method: 'CHECKSUM',
      },
      ownershipProof: expect.objectContaining({ status: 'PROVED', method: 'NAME_CHECK' }),
      payeeCheck: expect.objectContaining({ outcome: 'MATCH', scheme: 'SIMULATED' }),
      nickname: 'Salary',
      source: 'API',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      version: 2,
    })
  })

  test('200: answers are what the contract says, and nothing beside', async () => {
    const added = await addAccount(bff)
    const { accountId, entityId } = added.body.data
    const link = { entityId, jurisdictionId: germany }
    const answers = {
      addExternal: added,
      readExternal: await bff.get(`${base}/${accountId}`),
      listExternal: await bff.get(base),
      listExternalOfEntity: await bff.get(`${base}/entity/${entityId}`),
      requirements: await bff.get(`${base}/requirements?jurisdictionId=${germany}`),
      evaluate: await bff.post(`${base}/requirements`, { jurisdictionId: germany }),
      linkToken: await bff.post(`${base}/link/token`, link),
      disable: await bff.post(`${base}/disable`, { accountId }),
      enable: await bff.post(`${base}/enable`, { accountId }),
      deleteExternal: await bff.send(`${base}/${accountId}`, { method: 'DELETE' }),
    }
    for (const [name, { body }] of Object.entries(answers)) {
      const { response } = externalAccounts[name as keyof typeof answers]
      expect([name, response.parse(body)]).toEqual([name, body])
    }
  })

  test('200: both steps are published, in order, and audited; no number is in either', async () => {
    const { accountId, entityId } = await anAccount(bff)
    const events = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('event')
        .select(['category', 'type', 'status', 'object'])
        .where('subject_id', '=', accountId)
        .orderBy('id')
        .execute(),
    )
    expect(events).toMatchObject([
      {
        category: 'external_account',
        type: 'created',
        status: 'pending_verification',
        object: { accountId, entityId, executionId: '', previousStatus: '' },
      },
      {
        category: 'external_account',
        type: 'transitioned',
        status: 'enabled',
        object: { accountId, previousStatus: 'PENDING_VERIFICATION', status: 'ENABLED' },
      },
    ])
    const audit = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('audit').select('action').where('object_id', '=', accountId).execute(),
    )
    expect(audit.map(({ action }) => action).toSorted()).toEqual([
      'external_account.add',
      'external_account.verify',
    ])
  })

  test('200: the name of the holder is compared with the customer', async () => {
    const matchOf = async (body: object) => (await anAccount(bff, { ...body })).verification
    const named = (name: string) => ({ accountHolder: { name } })
    expect(await matchOf(named('OKONKWO Ada'))).toMatchObject({ nameMatch: 'MATCH' })
    expect(await matchOf(named('Ada Maria Okonkwo'))).toMatchObject({ nameMatch: 'CLOSE' })
    expect(await matchOf(named('Grace Hopper'))).toMatchObject({ nameMatch: 'NO_MATCH' })
    const payee = { ownership: 'THIRD_PARTY', ...named('Ada Okonkwo') }
    expect(await matchOf(payee)).toMatchObject({ nameMatch: 'UNAVAILABLE' })
  })

  test('200: a business is the holder of its own account by its name', async () => {
    const made = await bff.post('/api/v1/xfer/entity/create', aBusiness({ email: 'biz@x.example' }))
    const account = await anAccount(bff, { entityId: made.body.data.entityId })
    expect(account.accountHolder).toMatchObject({ name: 'Orchid Clinics Pte', type: 'business' })
    expect(account.verification.nameMatch).toBe('MATCH')
  })

  test('200: other customary names are taken, unasked members are named and not stored', async () => {
    const { status, headers, body } = await addAccount(bff, {
      accountHolder: { name: 'Ada Okonkwo', shoeSize: '43' },
      account: { bankIban: 'DE89 3704 0044 0532 0130 00', colour: 'Vermilion' },
      planet: 'Earth',
    })
    expect(status).toBe(200)
    expect(headers.get('x-ignored-fields')?.split(', ').toSorted()).toEqual([
      'account.colour',
      'accountHolder.shoeSize',
      'planet',
    ])
    expect(JSON.stringify(body)).not.toMatch(/Vermilion|Earth/)
  })

  test('200: a wallet gets its checksum and what its chain is', async () => {
    const { body } = await addAccount(bff, aWallet(eip55.toLowerCase()))
    expect(body.data).toMatchObject({
      accountKind: 'WALLET',
      rails: ['BLOCKCHAIN'],
      wallet: {
        walletAddress: eip55,
        networkName: expect.stringMatching(/./),
        chainId: expect.stringMatching(/^\d+$/),
        tokenAddress: token.tokenAddress,
      },
      account: { accountNumber: '', bankIban: '' },
    })
  })

  test('200: the same account again is the existing one, however it is written, also disabled', async () => {
    const first = await anAccount(bff)
    const { entityId, accountId } = first
    await bff.post(`${base}/disable`, { accountId })
    const account = { iban: ' de89 3704 0044 0532 0130 00 ' }
    const again = await addAccount(bff, { entityId, account, ownership: 'SELF', nickname: 'Other' })
    expect([again.status, again.body.message, again.body.created]).toEqual([
      200,
      'This account already exists.',
      false,
    ])
    expect(again.body.data).toMatchObject({ accountId, status: 'DISABLED', nickname: '' })
    const other = await anAccount(bff)
    expect(other.accountId).not.toBe(accountId)
    expect(other.fingerprint).toBe(first.fingerprint)
    const abroad = await anAccount(bff, {}, bff.second)
    expect(abroad.fingerprint).not.toBe(first.fingerprint)
  })

  test('200: a customer’s own wallet is not added a second time', async () => {
    const own = wallet.accounts.find(({ jurisdictionId }) => jurisdictionId === token.id)
    const again = await addAccount(bff, {
      ...aWallet(own?.address ?? ''),
      entityId: wallet.entityId,
    })
    expect(again.body.message).toContain('already exists')
    expect(again.body.data).toMatchObject({
      accountId: own?.externalAccountId,
      accountKind: 'NON_CUSTODIAL_WALLET',
    })
  })

  test('200: of many identical adds at once one is stored, and all answer with it', async () => {
    const entityId = await makeEntity(bff)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => addAccount(bff, { entityId, jurisdictionId: germany })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.data.accountId)).size).toBe(1)
    expect(answers.filter(({ body }) => body.message === 'Account added.')).toHaveLength(1)
    expect(answers.filter(({ body }) => body.created)).toHaveLength(1)
  })

  test('200: a dry run says what would be, has no id and stores nothing', async () => {
    const entityId = await makeEntity(bff)
    const before = [
      await countOf('external_account'),
      await countOf('event'),
      await countOf('audit'),
    ]
    const tried = await addAccount(bff, { entityId, dryRun: true })
    expect(tried.status).toBe(200)
    expect(tried.body.data).toMatchObject({ status: 'ENABLED', account: { bankIban: '••••3000' } })
    expect(tried.body.data).not.toHaveProperty('accountId')
    expect(tried.body.created).toBe(false)
    const after = [
      await countOf('external_account'),
      await countOf('event'),
      await countOf('audit'),
    ]
    expect(after).toEqual(before)
    await addAccount(bff, { entityId })
    const known = await addAccount(bff, { entityId, dryRun: true })
    expect(known.body.message).toContain('already exists')
    expect(known.body.data).not.toHaveProperty('accountId')
    expect(known.body.created).toBe(false)
  })

  test('200: under an Idempotency-Key one account, the same answer, and no number is kept', async () => {
    const entityId = await makeEntity(bff)
    const body = { ...anIban(), entityId, jurisdictionId: germany }
    const first = await bff.post(add, body, { 'idempotency-key': 'add-1' })
    const again = await bff.post(add, body, { 'idempotency-key': 'add-1' })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    const other = await bff.post(add, { ...body, nickname: 'x' }, { 'idempotency-key': 'add-1' })
    expect([other.status, other.body.error.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
  })

  test('400: every wrong field at once, by the names that were sent, with what is allowed', async () => {
    const before = await countOf('external_account')
    const refused = await addAccount(bff, {
      ownership: 'THIRD_PARTY',
      rail: 'PIGEON',
      accountHolder: { type: 'alien' },
      account: { bankIban: 'DE89370400440532013001', bic: 'NOTABIC' },
    })
    expect([refused.status, refused.body.success]).toEqual([400, false])
    expect(codesOf(refused)).toEqual(
      expect.arrayContaining([
        ['rail', 'FIELD_INVALID'],
        ['accountHolder.name', 'FIELD_REQUIRED'],
        ['accountHolder.type', 'FIELD_INVALID'],
        ['account.bankIban', 'FIELD_INVALID'],
        ['account.bic', 'FIELD_INVALID'],
      ]),
    )
    const allowed = Object.fromEntries(
      refused.body.error.details.map((detail: AnyBody) => [detail.path, detail.allowed]),
    )
    expect(allowed['rail']).toEqual(['SEPA_CREDIT', 'SEPA_INSTANT'])
    expect(allowed['accountHolder.type']).toEqual(['individual', 'business'])
    expect(await countOf('external_account')).toBe(before)
  })

  test.each([
    ['a checksum that does not fit', eip55.replace('5aA', '5AA')],
    ['the zero address', `0x${'0'.repeat(40)}`],
    ['no address', '0x1234'],
    ['nothing', ''],
  ])('400: a wallet with %s', async (_, address) => {
    const refused = await addAccount(bff, aWallet(address))
    expect(refused.status).toBe(400)
    const code = address === '' ? 'FIELD_REQUIRED' : 'FIELD_INVALID'
    expect(codesOf(refused)).toEqual([['wallet.walletAddress', code]])
  })

  test('400: the token’s own contract as a wallet', async () => {
    const refused = await addAccount(bff, aWallet(token.tokenAddress))
    expect(codesOf(refused)).toEqual([['wallet.walletAddress', 'FIELD_INVALID']])
  })

  test.each([
    ['a bank account on a chain', 'BANK', 'token', ['WALLET']],
    ['a wallet in a country', 'WALLET', 'country', ['BANK']],
    ['an own wallet by hand', 'NON_CUSTODIAL_WALLET', 'token', ['WALLET']],
    ['mobile money where there is none', 'MOBILE_MONEY', 'country', ['BANK']],
  ])('400: %s', async (_, type, where, allowed) => {
    const jurisdictionId = where === 'token' ? token.id : germany
    const refused = await addAccount(bff, {
      type,
      jurisdictionId,
      wallet: { walletAddress: eip55 },
    })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'ACCOUNT_TYPE_NOT_ALLOWED'])
    expect(refused.body.error.details).toMatchObject([{ path: 'type', allowed }])
  })

  test.each([
    ['ownership', { ownership: 'MINE' }],
    ['type', { type: 'PIGGY' }],
    ['account', { account: 'DE89' }],
  ])('400: %s is not of the contract', async (path, change) => {
    const refused = await addAccount(bff, change)
    expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
    expect(refused.body.error.details[0].path).toBe(path)
  })

  test.each([
    ['a list', ['DE89370400440532013000']],
    ['null', null],
    ['an object', { deep: { deeper: 'DE89370400440532013000' } }],
  ])('400: %s as an IBAN', async (_, iban) => {
    const refused = await addAccount(bff, { account: { iban } })
    expect([refused.status, ...codesOf(refused)]).toEqual([400, ['account.iban', 'FIELD_REQUIRED']])
  })

  test('401 and 403: no key, and one without the scope', async () => {
    const body = { ...anIban(), entityId: wallet.entityId, jurisdictionId: germany }
    const anonymous = await bff.send(add, { method: 'POST', body, token: '' })
    expect([anonymous.status, anonymous.body.error.code]).toEqual([401, 'API_KEY_MISSING'])
    const readOnly = await bff.issue(bff.first.svcPartnerId, ['accounts:read'])
    const reader = await bff.send(add, { method: 'POST', body, token: readOnly })
    expect([reader.status, reader.body.error.code]).toEqual([403, 'SCOPE_MISSING'])
  })

  test('404: an unknown and a foreign customer alike, and an unknown jurisdiction', async () => {
    const bodies = []
    for (const entityId of ['ent_01h455vb4pex5vsknk084sn02q', await makeEntity(bff, bff.second)]) {
      const { status, body } = await addAccount(bff, { entityId })
      expect([status, body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
      bodies.push({ ...body, error: { ...body.error, requestId: '' } })
    }
    expect(bodies[0]).toEqual(bodies[1])
    const nowhere = await addAccount(bff, { jurisdictionId: 'jur_x' })
    expect([nowhere.status, nowhere.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
    expect(nowhere.body.error.details[0].path).toBe('jurisdictionId')
  })
})
