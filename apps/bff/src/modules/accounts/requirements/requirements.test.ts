import { beforeAll, describe, expect, test } from 'vitest'
import { countryId, externalBase as base } from '../../../../test/support/money/accounts.ts'
import { type AnyBody, sharedBff } from '../../../../test/support/process/bff.ts'
import { makeEntity, tokens } from '../../../../test/support/money/wallets.ts'

const bff = sharedBff()
let germany: string
let tokenId: string
beforeAll(async () => {
  germany = await countryId(bff, 'DE')
  tokenId = (await tokens(bff))[0]?.id ?? ''
})

describe('accounts.requirements', () => {
  const requirements = `${base}/requirements`

  test('200: the ways of a country, each with its rail and its fields', async () => {
    const { status, body } = await bff.get(`${requirements}?jurisdictionId=${germany}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      jurisdictionId: germany,
      schemaVersion: expect.stringMatching(/^[0-9a-f]{12}$/),
    })
    for (const type of body.data.types) {
      expect(Object.keys(type).toSorted()).toEqual([
        'etaMinutes',
        'feeHint',
        'fields',
        'rail',
        'type',
      ])
      expect(type.fields.map((field: { key: string }) => field.key)).toContain('account.iban')
    }
  })

  test('200: by rail, ownership and amount; of a chain the wallet', async () => {
    const of = async (query: string) =>
      (await bff.get(`${requirements}?jurisdictionId=${query}`)).body.data.types
    expect(await of(`${germany}&rail=SEPA_INSTANT`)).toMatchObject([{ rail: 'SEPA_INSTANT' }])
    const [payee] = await of(`${germany}&ownership=THIRD_PARTY`)
    const name = payee.fields.find((field: { key: string }) => field.key === 'accountHolder.name')
    expect(name.required).toBe(true)
    expect(await of(`${germany}&amount=99999999999999`)).toEqual([])
    expect(await of(`${germany}&amount=100`)).not.toEqual([])
    expect(await of(tokenId)).toMatchObject([
      {
        type: 'WALLET',
        rail: 'BLOCKCHAIN',
        fields: [{ key: 'wallet.walletAddress' }, { key: 'wallet.provider', required: false }],
      },
    ])
  })

  test.each([
    ['rail=PIGEON', 'rail'],
    ['entityType=alien', 'entityType'],
    ['ownership=MINE', 'ownership'],
    ['amount=-1', 'amount'],
    ['amount=many', 'amount'],
  ])('400: %s', async (query, path) => {
    const refused = await bff.get(`${requirements}?jurisdictionId=${germany}&${query}`)
    expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
    expect(refused.body.error.details[0].path).toBe(path)
  })

  test('400 and 404: no jurisdiction, and one that is not there', async () => {
    const none = await bff.get(requirements)
    expect([none.status, none.body.error.code]).toEqual([400, 'FIELD_REQUIRED'])
    const unknown = await bff.get(`${requirements}?jurisdictionId=jur_x`)
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
    expect(unknown.body.error.details[0].path).toBe('jurisdictionId')
  })
})

describe('accounts.evaluate', () => {
  const evaluate = (body: object) => bff.post(`${base}/requirements`, body)

  test('200: wrong answers are reported by their sent names, missing ones are not', async () => {
    const { status, body } = await evaluate({
      jurisdictionId: germany,
      type: 'BANK',
      ownership: 'THIRD_PARTY',
      account: { bankIban: 'DE89370400440532013001' },
      accountHolder: { type: 'alien' },
    })
    expect(status).toBe(200)
    expect(body.data.issues).toMatchObject(
      [
        { path: 'accountHolder.type', code: 'FIELD_INVALID', allowed: ['individual', 'business'] },
        {
          path: 'account.bankIban',
          code: 'FIELD_INVALID',
          message: expect.stringContaining('digits'),
        },
      ].toSorted((a, b) => order(body, a.path) - order(body, b.path)),
    )
  })
  const order = (body: AnyBody, path: string) =>
    body.data.issues.findIndex((issue: { path: string }) => issue.path === path)

  test('200: the customer is known: its kind decides, and its name is the holder’s', async () => {
    const entityId = await makeEntity(bff)
    const { body } = await evaluate({ entityId, jurisdictionId: germany, ownership: 'SELF' })
    const [type] = body.data.types
    const name = type.fields.find((field: { key: string }) => field.key === 'accountHolder.name')
    expect(name).toMatchObject({ required: false, value: 'Ada Okonkwo' })
    expect(body.data.issues).toEqual([])
  })

  test('200: fields follow what is answered', async () => {
    const brazil = await countryId(bff, 'BR')
    const keysFor = async (pixKeyType: string) => {
      const account = { additionalDetails: { pixKeyType } }
      const { body } = await evaluate({ jurisdictionId: brazil, rail: 'PIX', account })
      return body.data.types[0].fields.map(
        (field: { key: string; example: string }) => field.example,
      )
    }
    expect(await keysFor('EMAIL')).not.toEqual(await keysFor('PHONE'))
  })

  test('200: what an answer rules out is gone, what waits for one is there', async () => {
    const brazil = await countryId(bff, 'BR')
    const taxKeys = async (accountHolder: object) => {
      const asked = { jurisdictionId: brazil, rail: 'TED', ownership: 'THIRD_PARTY', accountHolder }
      const { body } = await evaluate(asked)
      const keys = body.data.types[0].fields.map((field: { key: string }) =>
        field.key.split('.').at(-1),
      )
      return keys.filter((key: string) => key.startsWith('holder'))
    }
    expect(await taxKeys({})).toEqual(['holderCpf', 'holderCnpj'])
    expect(await taxKeys({ type: 'individual' })).toEqual(['holderCpf'])
    expect(await taxKeys({ type: 'business' })).toEqual(['holderCnpj'])
  })

  test('200: a rail and a type that are not there are issues of the form', async () => {
    const asked = { jurisdictionId: germany, rail: 'PIGEON', type: 'WALLET' }
    const { status, body } = await evaluate(asked)
    expect(status).toBe(200)
    expect(body.data.issues).toMatchObject([
      { path: 'rail', allowed: ['SEPA_CREDIT', 'SEPA_INSTANT'] },
      { path: 'type', allowed: ['BANK'] },
    ])
  })

  test('200: what the form leaves open, the query may say', async () => {
    const asked = (query: string, body: object) => bff.post(`${base}/requirements${query}`, body)
    const query = `?jurisdictionId=${germany}&rail=SEPA_INSTANT&ownership=THIRD_PARTY&amount=100`
    const { status, body } = await asked(query, { account: { iban: 'DE00' } })
    expect([status, body.data?.types.map((kind: AnyBody) => kind.rail)]).toEqual([
      200,
      ['SEPA_INSTANT'],
    ])
    expect(body.data.issues).toMatchObject([{ path: 'account.iban' }])
    const other = await asked(query, { rail: 'SEPA_CREDIT' })
    expect(other.body.data.types).toMatchObject([{ rail: 'SEPA_CREDIT' }])
    const wrong = await asked(`?jurisdictionId=${germany}&amount=many`, {})
    expect([wrong.status, wrong.body.error.details[0].path]).toEqual([400, 'amount'])
  })

  test('400: a jurisdiction is named in neither', async () => {
    const { status, body } = await evaluate({ account: {} })
    expect([status, body.error.code]).toEqual([400, 'FIELD_REQUIRED'])
    expect(body.error.details[0].path).toBe('jurisdictionId')
  })

  test('404: a jurisdiction that is not there, and a foreign customer', async () => {
    const unknown = await evaluate({ jurisdictionId: 'jur_x' })
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
    const entityId = await makeEntity(bff, bff.second)
    const foreign = await evaluate({ jurisdictionId: germany, entityId })
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
  })
})
