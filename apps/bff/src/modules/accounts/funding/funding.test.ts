import { isChecksumAddress } from '@corridor/signing/evm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import {
  decide,
  jurisdictionOf,
  makePerson,
  makeVerified,
} from '../../../../test/support/people/customers.ts'
import {
  codeOf,
  fundingEvents,
  fundingPath,
  fundingRows,
  openFunding,
  setFundingStatus,
  uuidOf,
} from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { makeWallet } from '../../../../test/support/money/wallets.ts'

const bff = ownBff()
let us: string
let de: string
let token: AnyBody
let customer: string
let foreign: string
beforeAll(async () => {
  us = (await jurisdictionOf(bff, 'US')).id
  de = (await jurisdictionOf(bff, 'DE')).id
  token = await jurisdictionOf(bff, 'token')
  customer = await makeVerified(bff)
  foreign = await makeVerified(bff, {}, bff.second)
})
afterEach(() => expectConsistent(bff))

const create = (body: object, headers: Record<string, string> = {}) =>
  bff.post(`${fundingPath}/create`, body, headers)
const opened = (jurisdictionId = us) => openFunding(bff, jurisdictionId)

describe('accounts.createFunding', () => {
  test('200: a bank account in the customer’s name, with the six specified members', async () => {
    const answer = await create({ entityId: customer, jurisdictionId: us })
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('Funding account created.')
    const { data } = answer.body
    expect(data).toMatchObject({
      entityId: customer,
      accountOwner: { entityId: customer, name: 'Ada Okonkwo' },
      jurisdiction: { id: us, name: 'United States', currency: 'USD', type: 'country' },
      status: 'ACTIVE',
      statusReason: '',
      returnPolicy: { strategy: 'ORIGIN_ACCOUNT' },
      totals: { deposits: 0, amount: 0 },
      version: 2,
    })
    expect(Object.keys(data.depositAccountInfo).toSorted()).toEqual([
      'bank_account_number',
      'bank_address',
      'bank_name',
      'bank_routing_number',
      'currency',
      'payment_rail',
    ])
    for (const text of Object.values(data.depositAccountInfo)) expect(text).not.toBe('')
    expect(data.acceptedRails).toContain(data.depositAccountInfo.payment_rail)
    expect(data.limits.minDeposit).toBeLessThanOrEqual(100)
    expect(data.limits.maxDeposit).toBeGreaterThanOrEqual(1_000)
    expect(data.limits.dailyLimit).toBeGreaterThanOrEqual(data.limits.maxDeposit)
    expect(data.activatedAt).toMatch(/Z$/)
    await expect
      .poll(() => fundingEvents(bff, data.fundingAccountId))
      .toEqual([
        ['created', 'provisioning', ''],
        ['transitioned', 'active', 'PROVISIONING'],
      ])
  })

  test('200: on a chain an address of its own, which the chain watcher follows', async () => {
    const item = await opened(token.id)
    const two = await opened(token.id)
    expect(item.depositAccountInfo).toMatchObject({
      currency: token.currency,
      bank_name: '',
      bank_address: '',
      bank_routing_number: '',
      bank_account_number: '',
      payment_rail: 'blockchain',
      networkName: token.networkName,
      chainId: token.chainId,
      tokenAddress: token.tokenAddress,
    })
    const addresses = [item, two].map((each) => each.depositAccountInfo.depositWalletAddress)
    expect(addresses.every(isChecksumAddress)).toBe(true)
    expect(new Set(addresses).size).toBe(2)
    const watched = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('watched_address').select('address').execute(),
    )
    const known = watched.map(({ address }) => address)
    for (const address of addresses) expect(known).toContain(address.toLowerCase())
  })

  test('200: no two accounts share a number, and each country has its own form', async () => {
    const all = await Promise.all([us, us, de, de].map((jurisdiction) => opened(jurisdiction)))
    const numbers = all.map((each) => each.depositAccountInfo.bank_account_number)
    expect(new Set(numbers).size).toBe(4)
    expect(numbers[2]).toMatch(/^DE\d{20}$/)
  })

  test('200: a repeat gives the account that is there and says that it already exists', async () => {
    const entityId = await makeVerified(bff)
    const first = await create({ entityId, jurisdictionId: us })
    const again = await create({ entityId, jurisdictionId: us, returnPolicy: { strategy: 'HOLD' } })
    expect(again.status).toBe(200)
    expect(again.body.message).toContain('already')
    expect([first.body.created, again.body.created]).toEqual([true, false])
    expect(again.body.data).toEqual(first.body.data)
  })

  test('200: under one Idempotency-Key the same answer, also for many at once', async () => {
    const entityId = await makeVerified(bff)
    const body = { entityId, jurisdictionId: us }
    const first = await create(body, { 'idempotency-key': entityId })
    const again = await create(body, { 'idempotency-key': entityId })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    const other = await create({ ...body, jurisdictionId: de }, { 'idempotency-key': entityId })
    expect(codeOf(other)).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
  })

  test('200: ten creates at once open one account', async () => {
    const entityId = await makeVerified(bff)
    const body = { entityId, jurisdictionId: de }
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(body)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(answers.map((answer) => answer.body.data.fundingAccountId)).size).toBe(1)
    const repeats = answers.filter(({ body: { message } }) => message.includes('already'))
    expect(repeats).toHaveLength(9)
    expect(await fundingRows(bff, entityId)).toHaveLength(1)
  })

  test('200: what cannot be forwarded goes to an account or address that was named', async () => {
    const wallet = await makeWallet(bff)
    await decide(bff, wallet.entityId, 'APPROVED')
    const [first, second] = wallet.accounts
    const returnPolicy = { strategy: 'STATIC_ADDRESS', target: first?.externalAccountId }
    const { entityId } = wallet
    const item = { entityId, jurisdictionId: first?.jurisdictionId, returnPolicy }
    expect((await create(item)).body.data.returnPolicy).toEqual(returnPolicy)
    const address = { strategy: 'STATIC_ADDRESS', target: second?.address }
    const two = { entityId, jurisdictionId: second?.jurisdictionId, returnPolicy: address }
    expect((await create(two)).body.data.returnPolicy).toEqual(address)
  })

  test('400: a return policy that leads nowhere names its member, and nothing is stored', async () => {
    const wallet = await makeWallet(bff)
    const stranger = await makeWallet(bff)
    await decide(bff, wallet.entityId, 'APPROVED')
    const [first, second] = wallet.accounts
    const strategy = 'STATIC_ADDRESS'
    const onChain = first?.jurisdictionId
    const ofToken = bff.deps.jurisdictions.tokenById(onChain ?? '')
    const cases: [string | undefined, object, string][] = [
      [onChain, { strategy }, 'FIELD_REQUIRED'],
      [onChain, { strategy: 'HOLD', target: first?.address }, 'FIELD_INVALID'],
      [onChain, { strategy, target: second?.externalAccountId }, 'FIELD_INVALID'],
      [onChain, { strategy, target: stranger.accounts[0]?.externalAccountId }, 'FIELD_INVALID'],
      [onChain, { strategy, target: '0x1234' }, 'FIELD_INVALID'],
      [onChain, { strategy, target: `0xab${'A'.repeat(38)}` }, 'FIELD_INVALID'],
      [onChain, { strategy, target: `0x${'0'.repeat(40)}` }, 'FIELD_INVALID'],
      [onChain, { strategy, target: ofToken?.tokenAddress }, 'FIELD_INVALID'],
      [us, { strategy, target: first?.address }, 'FIELD_INVALID'],
    ]
    for (const [jurisdictionId, returnPolicy, code] of cases) {
      const refused = await create({ entityId: wallet.entityId, jurisdictionId, returnPolicy })
      expect([codeOf(refused), returnPolicy]).toEqual([[400, code], returnPolicy])
      expect(refused.body.error.details[0]).toMatchObject({ path: 'returnPolicy.target', code })
    }
    await bff.deps.db.asWorker((tx) =>
      tx
        .updateTable('external_account')
        .set({ status: 'DISABLED' })
        .where('entity_id', '=', uuidOf('ent', wallet.entityId))
        .execute(),
    )
    const returnPolicy = { strategy, target: first?.externalAccountId }
    const disabled = await create({
      entityId: wallet.entityId,
      jurisdictionId: onChain,
      returnPolicy,
    })
    expect(codeOf(disabled)).toEqual([400, 'FIELD_INVALID'])
    const unknown = { strategy: 'KEEP' }
    const refused = await create({ entityId: customer, jurisdictionId: us, returnPolicy: unknown })
    expect(codeOf(refused)).toEqual([400, 'FIELD_INVALID'])
    expect(await fundingRows(bff, wallet.entityId)).toEqual([])
  })

  test('404: customer, jurisdiction and target that are not there or not ours', async () => {
    for (const entityId of ['ent_01h455vb4pex5vsknk084sn02q', foreign, 'ent_x']) {
      const refused = await create({ entityId, jurisdictionId: us })
      expect([entityId, ...codeOf(refused)]).toEqual([entityId, 404, 'ENTITY_NOT_FOUND'])
    }
    const nowhere = await create({ entityId: customer, jurisdictionId: 'jur_x' })
    expect(codeOf(nowhere)).toEqual([404, 'RECORD_NOT_FOUND'])
    expect(nowhere.body.error.details[0].path).toBe('jurisdictionId')
    const stranger = await makeWallet(bff, bff.second)
    for (const target of [
      'acc_01h455vb4pex5vsknk084sn02q',
      stranger.accounts[0]?.externalAccountId,
    ]) {
      const returnPolicy = { strategy: 'STATIC_ADDRESS', target }
      const refused = await create({ entityId: customer, jurisdictionId: de, returnPolicy })
      expect(codeOf(refused)).toEqual([404, 'ACCOUNT_NOT_FOUND'])
    }
    expect(await fundingRows(bff, foreign)).toEqual([])
  })

  test('422: a customer that is not verified there; the answer says where and what is missing', async () => {
    const entityId = await makePerson(bff)
    const refused = await create({ entityId, jurisdictionId: us })
    expect(codeOf(refused)).toEqual([422, 'KYC_REQUIRED'])
    const [detail] = refused.body.error.details
    expect(detail).toMatchObject({
      path: 'jurisdictionId',
      jurisdictionId: us,
      kycStatus: 'NOT_STARTED',
    })
    expect(detail.message).toContain('United States')
    expect(detail.missing.length).toBeGreaterThan(0)
    expect(await fundingRows(bff, entityId)).toEqual([])
  })

  test('422: CORRIDOR_UNAVAILABLE where the jurisdiction is paused', async () => {
    const entityId = await makeVerified(bff)
    const jurisdiction = bff.deps.jurisdictions.byId(de)
    if (!jurisdiction) throw new Error('no Germany')
    jurisdiction.status = 'PAUSED'
    try {
      const refused = await create({ entityId, jurisdictionId: de })
      expect(codeOf(refused)).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
    } finally {
      jurisdiction.status = 'AVAILABLE'
    }
  })
})

describe('when the bank does not open an account at once', () => {
  test('without an answer it is PROVISIONING, and ACTIVE as soon as the bank answers', async () => {
    const entityId = await makeVerified(bff, { firstName: 'Slow', lastName: 'Bank' })
    const answer = await create({ entityId, jurisdictionId: us })
    expect(answer.status).toBe(200)
    const { data } = answer.body
    expect(data).toMatchObject({ status: 'PROVISIONING', statusReason: 'BANK_UNAVAILABLE' })
    expect(data.depositAccountInfo).toMatchObject({ currency: 'USD', bank_account_number: '' })
    expect(data.activatedAt).toBeUndefined()
    const again = await create({ entityId, jurisdictionId: us })
    expect(again.body.message).toContain('already')
    const read = async () => (await bff.get(`${fundingPath}/${data.fundingAccountId}`)).body.data
    await expect.poll(async () => (await read()).status).toBe('ACTIVE')
    expect((await read()).depositAccountInfo.bank_account_number).toMatch(/^\d{12}$/)
    await expect
      .poll(() => fundingEvents(bff, data.fundingAccountId))
      .toEqual([
        ['created', 'provisioning', ''],
        ['transitioned', 'active', 'PROVISIONING'],
      ])
  })

  test('a bank that declines makes it FAILED, and a new attempt is a new account', async () => {
    const entityId = await makeVerified(bff, { firstName: 'No', lastName: 'Bank' })
    const first = await create({ entityId, jurisdictionId: us })
    expect(first.body.data).toMatchObject({ status: 'FAILED', statusReason: 'COUNTRY_NOT_SERVED' })
    const second = await create({ entityId, jurisdictionId: us })
    expect(second.body.data.fundingAccountId).not.toBe(first.body.data.fundingAccountId)
  })

  test('an account number that another account has is replaced by the next one', async () => {
    const taken = await opened()
    const { entityId } = taken
    await setFundingStatus(bff, taken.fundingAccountId, 'CLOSED')
    const { body } = await create({ entityId, jurisdictionId: us })
    const { fundingAccountId } = body.data
    const read = async () => (await bff.get(`${fundingPath}/${fundingAccountId}`)).body.data
    await expect.poll(async () => (await read()).status).toBe('ACTIVE')
    const number = (await read()).depositAccountInfo.bank_account_number
    expect(number).not.toBe(taken.depositAccountInfo.bank_account_number)
  })
})
