import { describe, expect, test } from 'vitest'
import {
  anAccount,
  countryId,
  externalBase as base,
} from '../../../../test/support/money/accounts.ts'
import { type AnyBody, sharedBff } from '../../../../test/support/process/bff.ts'
import { aPerson } from '../../../../test/support/people/samples.ts'
import { makeEntity } from '../../../../test/support/money/wallets.ts'

const bff = sharedBff()
const payee = { name: 'Grace Payee', type: 'individual' }

async function add(country: string, account: object, change: object = {}) {
  const body = {
    entityId: await makeEntity(bff),
    jurisdictionId: await countryId(bff, country),
    type: 'BANK',
    ownership: 'THIRD_PARTY',
    accountHolder: payee,
    account,
    ...change,
  }
  return bff.post(`${base}/add`, body)
}

const refusals = ({ body }: { body: AnyBody }) =>
  body.error.details.map(({ path, code }: AnyBody) => [path, code])

describe('accounts.addExternal: an account of any country of the zone', () => {
  test.each([
    ['a Lithuanian IBAN', 'DE', { iban: 'LT121000011101001000' }],
    ['a Belgian IBAN', 'DE', { iban: 'BE68539007547034' }],
    [
      'an institution of five digits',
      'NG',
      { bankRoutingNumber: '50211', accountNumber: '2000000006' },
    ],
    [
      'an institution by its code at NIP',
      'NG',
      { bankRoutingNumber: '090267', accountNumber: '2000000006' },
    ],
    ['a British account that passes', 'GB', { sortCode: '08-99-99', accountNumber: '66374958' }],
    ['one of seven digits that passes', 'GB', { sortCode: '601613', accountNumber: '1926810' }],
  ])('200: %s in %s', async (_, country, account) => {
    const { status, body } = await add(country, account)
    expect([status, body.error?.details]).toEqual([200, undefined])
  })

  test('200: it says where the account lies, and is the same number wherever it is added', async () => {
    const iban = 'LT121000011101001000'
    const entityId = await makeEntity(bff)
    const ids = []
    for (const country of ['DE', 'FR']) {
      const jurisdictionId = await countryId(bff, country)
      const added = await anAccount(bff, { entityId, jurisdictionId, account: { iban } })
      expect(added.account.bankCountry).toBe('LT')
      ids.push(added.accountId)
    }
    const rows = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('external_account')
        .select(['number_fingerprint', 'fingerprint'])
        .orderBy('created_at', 'desc')
        .limit(2)
        .execute(),
    )
    expect(new Set(ids).size).toBe(2)
    expect(new Set(rows.map(({ fingerprint }) => fingerprint)).size).toBe(2)
    expect(new Set(rows.map((row) => row.number_fingerprint)).size).toBe(1)
  })

  test('200: a BIC of another country is a note', async () => {
    const { status, body } = await add('DE', { iban: 'LT121000011101001000', bic: 'DEUTDEFF' })
    expect([status, body.message]).toEqual([
      200,
      'Account added. The BIC is of Germany, the IBAN of Lithuania: the IBAN decides.',
    ])
  })

  test.each([
    ['a wrong digit', '089999', '66374959', 'does not fit the sort code 089999'],
    ['seven digits that do not fit', '601613', '1926819', 'With zeros in front, it is 01926819'],
  ])('400: %s of a British account', async (_, sortCode, accountNumber, text) => {
    const refused = await add('GB', { sortCode, accountNumber })
    expect(refusals(refused)).toEqual([['account.accountNumber', 'FIELD_INVALID']])
    expect(refused.body.error.details[0].message).toContain(text)
    const entityId = await makeEntity(bff)
    const asked = await bff.post(`${base}/requirements`, {
      entityId,
      jurisdictionId: await countryId(bff, 'GB'),
      account: { sortCode, accountNumber },
    })
    expect(asked.body.data.issues).toMatchObject([{ path: 'account.accountNumber' }])
  })
})

describe('accounts.addExternal: who is paid', () => {
  const iban = { iban: 'DE89370400440532013000' }

  test.each(['محمد علي', 'Ali محمد', '李小龙'])(
    '400, then 200: a name that no bank can write has another in Latin letters: %s',
    async (name) => {
      const holder = { ...payee, name }
      const refused = await add('DE', iban, { accountHolder: holder })
      expect(refusals(refused)).toEqual([['accountHolder.latinName', 'FIELD_REQUIRED']])
      expect(refused.body.error.details[0].message).toMatch(/It may be [A-Z][a-z]+ [A-Z][a-z]+\.$/)
      const taken = await add('DE', iban, { accountHolder: { ...holder, latinName: 'Bruce Ali' } })
      expect(taken.body.data.accountHolder).toMatchObject({ name, latinName: 'Bruce Ali' })
    },
  )

  test('400: a Latin name in other letters', async () => {
    const holder = { ...payee, name: 'محمد علي', latinName: 'Мохаммед' }
    const refused = await add('DE', iban, { accountHolder: holder })
    expect(refusals(refused)).toEqual([['accountHolder.latinName', 'FIELD_INVALID']])
  })

  test.each(['Grace Payee', 'محمد علي'])(
    '400: the Latin name of somebody else: %s',
    async (name) => {
      const holder = { ...payee, name, latinName: 'Boris Thief' }
      const refused = await add('DE', iban, { accountHolder: holder })
      expect(refusals(refused)).toEqual([['accountHolder.latinName', 'FIELD_INVALID']])
    },
  )

  test('400, then 200: so is the name of a customer whose own account it is', async () => {
    const made = await bff.post('/api/v1/xfer/entity/create', {
      ...aPerson({ firstName: 'محمد', lastName: 'علي', email: 'arabic@x.example' }),
    })
    expect(made.body.data.entity).toMatchObject({ latinNameProposal: 'Mohammed Ali' })
    const { entityId } = made.body.data
    const own = { entityId, ownership: 'SELF', accountHolder: undefined }
    const refused = await add('DE', iban, own)
    expect(refusals(refused)).toEqual([['accountHolder.latinName', 'FIELD_REQUIRED']])
    const named = await add('DE', iban, { ...own, accountHolder: { name: 'Mohamed Ali' } })
    expect([named.status, named.body.data?.accountHolder.name]).toEqual([200, 'Mohamed Ali'])
    const whole = { name: 'محمد علي', latinName: 'Mohamed Ali' }
    await bff.send(`/api/v1/xfer/entity/${entityId}`, {
      method: 'PUT',
      body: { latinName: whole.latinName },
      headers: {},
    })
    const known = await add('DE', iban, own)
    expect(known.body.data).toMatchObject({
      accountHolder: whole,
      verification: { nameMatch: 'MATCH' },
    })
  })

  test('a name in Cyrillic is written in Latin letters by itself, until the bearer’s spelling comes', async () => {
    const holder = { ...payee, name: 'Анна Иванова' }
    const entityId = await makeEntity(bff)
    const taken = await add('DE', iban, { entityId, accountHolder: holder })
    expect(taken.body.data.accountHolder).toMatchObject({ latinNameProposal: 'Anna Ivanova' })
    const latinName = 'Anna Iwanowa'
    const again = await add('DE', iban, { entityId, accountHolder: { ...holder, latinName } })
    expect(again.body.data).toMatchObject({
      accountId: taken.body.data.accountId,
      accountHolder: { latinName },
    })
  })

  test('the requirements ask for it once the name is there, with a proposal', async () => {
    const jurisdictionId = await countryId(bff, 'DE')
    const asked = await bff.post('/api/v1/xfer/accounts/external/requirements', {
      jurisdictionId,
      ownership: 'THIRD_PARTY',
      accountHolder: { name: '김철수' },
    })
    expect(asked.body.data.types[0].fields).toContainEqual(
      expect.objectContaining({
        key: 'accountHolder.latinName',
        value: 'Gim Cheolsu',
        required: true,
      }),
    )
  })
})

describe('a rail whose orders need the town of the payee', () => {
  const british = { sortCode: '601613', accountNumber: '31926819' }
  const address = { city: 'London', country: 'GB' }

  test('400: it asks for town and country', async () => {
    const refused = await add('GB', british, { rail: 'CHAPS' })
    expect(refusals(refused)).toEqual([
      ['accountHolder.address.city', 'FIELD_REQUIRED'],
      ['accountHolder.address.country', 'FIELD_REQUIRED'],
    ])
  })

  test('200: without them the account has its other rail, and both once they are sent', async () => {
    const entityId = await makeEntity(bff)
    const first = await add('GB', british, { entityId })
    expect(first.body.data.rails).toEqual(['FASTER_PAYMENTS'])
    const again = await add('GB', british, { entityId, accountHolder: { ...payee, address } })
    expect(again.body).toMatchObject({
      message: 'This account already exists.',
      data: {
        accountId: first.body.data.accountId,
        rails: ['FASTER_PAYMENTS', 'CHAPS'],
        accountHolder: { address },
        version: first.body.data.version + 1,
      },
    })
    const third = await add('GB', british, { entityId, accountHolder: { ...payee, address } })
    expect(third.body.data.version).toBe(again.body.data.version)
  })
})
