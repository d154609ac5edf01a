import { beforeAll, describe, expect, test } from 'vitest'
import {
  anAccount,
  anIban,
  countryId,
  externalBase,
} from '../../../../test/support/money/accounts.ts'
import { type Got, sharedBff } from '../../../../test/support/process/bff.ts'
import { makeEntity } from '../../../../test/support/money/wallets.ts'

const bff = sharedBff()
let entityId: string
let other: string
let germany: string
beforeAll(async () => {
  entityId = await makeEntity(bff)
  other = await makeEntity(bff)
  germany = await countryId(bff, 'DE')
})

const base = (id = entityId) => `/api/v1/xfer/entity/${id}/accounts`
const external = '/api/v1/xfer/accounts/external'
const add = (change: object = {}, id = entityId) =>
  bff.post(`${base(id)}/add`, { ...anIban(), jurisdictionId: germany, ...change })

/** Of every answer of these operations, also of a refusal. */
function expectDeprecated({ headers }: Got, successor: string) {
  expect(headers.get('deprecation')).toMatch(/^@\d+$/)
  expect(Date.parse(headers.get('sunset') ?? '')).toBeGreaterThan(Date.parse('2027-01-01'))
  expect(headers.get('link')).toBe(`<${successor}>; rel="successor-version"`)
}

describe('accounts.addOfEntity', () => {
  test('200: the same record as by the successor, for the customer of the path', async () => {
    const added = await add()
    expect(added.status).toBe(200)
    expectDeprecated(added, `${external}/add`)
    expect(added.body.data).toMatchObject({ entityId, accountKind: 'BANK', status: 'ENABLED' })
    const repeated = await add({ entityId })
    expect(repeated.body.message).toContain('already exists')
    expect([added.body.created, repeated.body.created]).toEqual([true, false])
    const read = await bff.get(`${externalBase}/${added.body.data.accountId}`)
    expect(read.body.data.fingerprint).toBe(added.body.data.fingerprint)
    const tried = await add({ dryRun: true }, other)
    expect(tried.body.data).not.toHaveProperty('accountId')
  })

  test('400: another customer in the body, and wrong fields', async () => {
    const refused = await add({ entityId: other })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
    expectDeprecated(refused, `${external}/add`)
    const wrong = await add({ account: { iban: 'DE00' } })
    expect(wrong.body.error.details[0]).toMatchObject({ path: 'account.iban' })
    const type = await add({ type: 'WALLET' })
    expect([type.status, type.body.error.code]).toEqual([400, 'ACCOUNT_TYPE_NOT_ALLOWED'])
  })

  test('404: a foreign customer, an unknown jurisdiction', async () => {
    const foreign = await add({}, await makeEntity(bff, bff.second))
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
    const nowhere = await add({ jurisdictionId: 'jur_x' })
    expect([nowhere.status, nowhere.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
  })
})

describe('accounts.listOfEntity', () => {
  test('200: a page of the customer’s accounts, filtered', async () => {
    const listed = await bff.get(`${base()}?kind=BANK&limit=10`)
    expect(listed.status).toBe(200)
    expectDeprecated(listed, `${external}/entity/{entityId}`)
    expect(listed.body.data).toMatchObject([{ entityId, accountKind: 'BANK' }])
    expect(listed.body.pagination).toMatchObject({ total: 1, hasMore: false })
    expect((await bff.get(base(other))).body.data).toEqual([])
  })

  test('400 and 404: an unknown value, a foreign cursor, a foreign customer', async () => {
    const badStatus = await bff.get(`${base()}?status=FINE`)
    expect([badStatus.status, badStatus.body.error.code]).toEqual([400, 'FIELD_INVALID'])
    const cursor = await bff.get(`${base()}?cursor=x.y`)
    expect([cursor.status, cursor.body.error.code]).toEqual([400, 'CURSOR_INVALID'])
    const foreign = await bff.get(base(await makeEntity(bff, bff.second)))
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
  })
})

describe('accounts.readOfEntity and accounts.deleteOfEntity', () => {
  test('200: read whole, then deleted, then not found', async () => {
    const { accountId } = await anAccount(bff, { entityId: other })
    const read = await bff.get(`${base(other)}/${accountId}`)
    expectDeprecated(read, `${external}/{accountId}`)
    expect(read.body.data).toMatchObject({ accountId, routes: [], recentTransfers: [] })
    expect(read.body.data.account.bankIban).toBe('DE89370400440532013000')
    const gone = await bff.send(`${base(other)}/${accountId}`, { method: 'DELETE' })
    expectDeprecated(gone, `${external}/{accountId}`)
    expect(gone.body.data).toMatchObject({ accountId, status: 'DELETED' })
    const twice = await bff.send(`${base(other)}/${accountId}`, { method: 'DELETE' })
    expect([twice.status, twice.body.error.code]).toEqual([404, 'ACCOUNT_NOT_FOUND'])
  })

  test('404: an account of another customer, and of another partner', async () => {
    const { accountId } = await anAccount(bff, { entityId: other })
    const foreign = await anAccount(bff, {}, bff.second)
    for (const path of [
      `${base()}/${accountId}`,
      `${base(foreign.entityId)}/${foreign.accountId}`,
      `${base()}/acc_01h455vb4pex5vsknk084sn02q`,
    ])
      for (const method of ['GET', 'DELETE']) {
        const refused = await bff.send(path, { method })
        expect([refused.status, refused.body.error.code]).toEqual([404, 'ACCOUNT_NOT_FOUND'])
        expectDeprecated(refused, `${external}/{accountId}`)
      }
  })

  test('409: another version than the one that was read', async () => {
    const { accountId } = await anAccount(bff, { entityId })
    const stale = await bff.send(`${base()}/${accountId}`, {
      method: 'DELETE',
      headers: { 'if-match': '"99"' },
    })
    expect([stale.status, stale.body.error.code]).toEqual([409, 'VERSION_CONFLICT'])
  })
})
