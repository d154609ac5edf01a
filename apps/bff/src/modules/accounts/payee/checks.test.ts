// What banks answer about a name before anything is paid, and how far that answer carries.
import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addAccount, externalBase } from '../../../../test/support/money/accounts.ts'
import {
  accountIn,
  aParty,
  aQuote,
  quote,
  type Side,
} from '../../../../test/support/money/ordinary.ts'
import {
  advanceClock,
  paidIn,
  readTransfer,
  takeUp,
} from '../../../../test/support/money/ordinary-flow.ts'
import { transferPath, until } from '../../../../test/support/money/wallets.ts'
import { jurisdictionOf } from '../../../../test/support/people/customers.ts'
import { type AnyBody, ownBff, type Partner } from '../../../../test/support/process/bff.ts'
import { numberKeyOf } from '../../../outside/payee-check/payee-check.ts'

const bff = ownBff()
const path = `${externalBase}/check`
let payer: Side
let payee: Side
let place: string
beforeAll(async () => {
  const holder = { name: 'Grace Payee', type: 'individual' }
  const account = { iban: 'DE75512108001245126199' }
  payer = await aParty(bff, 'DE')
  payee = await aParty(bff, 'DE', { ownership: 'THIRD_PARTY', accountHolder: holder, account })
  place = (await jurisdictionOf(bff, 'DE')).id
})

const check = (body: object, partner?: Partner) => bff.post(path, body, {}, partner)
const ofName = (name: string, iban = 'DE02120300000000202051') => ({
  jurisdictionId: place,
  accountHolder: { name, type: 'individual' },
  account: { iban },
})
const bankHas = (change: object) => bff.post('/api/v1/sandbox/accounts/bank-name', change)
const putPolicy = (body: object) => bff.send(`${path}/policy`, { method: 'PUT', body })
const codeOf = ({ status, body }: { status: number; body: AnyBody }) => [status, body.error?.code]

describe('accounts.checkExternal', () => {
  test('200: an account on record, which shows the answer, and no other outcome gives a name away', async () => {
    const { accountId } = payee
    const first = await check({ accountId })
    expect(first.body.data).toMatchObject({
      outcome: 'MATCH',
      askedName: 'Grace Payee',
      bankName: '',
      scheme: 'SIMULATED',
      token: expect.stringMatching(/^[\w-]{100,}$/),
    })
    const seen: string[][] = []
    for (const change of [
      { name: 'Grace Payee Stone' },
      { name: 'Walter Otherman' },
      { unavailable: true },
    ]) {
      await bankHas({ accountId, ...change })
      const { outcome, bankName } = (await check({ accountId })).body.data
      seen.push([outcome, bankName])
    }
    expect(seen).toEqual([
      ['CLOSE_MATCH', 'Grace Payee Stone'],
      ['NO_MATCH', ''],
      ['NOT_POSSIBLE', ''],
    ])
    const { body } = await bff.get(`${externalBase}/${accountId}`)
    expect(body.data.payeeCheck).toMatchObject({
      outcome: 'NOT_POSSIBLE',
      askedName: 'Grace Payee',
    })
    expect(body.data.payeeCheck.checkedAt).not.toBe(body.data.createdAt)
    await bankHas({ accountId, name: null })
  })

  test('200: a number as it would be added; 4xx where it would not be', async () => {
    expect((await check(ofName('Ada Lovelace'))).body.data).toMatchObject({ outcome: 'MATCH' })
    const wrong = await check(ofName('Ada Lovelace', 'DE00120300000000202051'))
    expect(codeOf(wrong)).toEqual([400, 'FIELD_INVALID'])
    expect(codeOf(await check({}))).toEqual([400, 'FIELD_REQUIRED'])
    expect(codeOf(await check({ accountId: `acc_${'0'.repeat(26)}` }))[0]).toBe(404)
  })

  test('429: who tries many names on a number does not find its holder', async () => {
    const iban = 'DE44500105175407324931'
    await bankHas({ number: iban, name: 'Zebulon Quartermain' })
    const names = ['Ann', 'Ben', 'Cem', 'Dan', 'Eva', 'Fay', 'Gus', 'Hal', 'Ida', 'Jon']
    const tried = await Promise.all(names.map((name) => check(ofName(`${name} Miller`, iban))))
    expect(tried.map(({ body }) => body.data?.outcome)).toEqual(names.map(() => 'NO_MATCH'))
    expect(codeOf(await check(ofName('Zebulon Quartermain', iban)))).toEqual([429, 'RATE_LIMITED'])
    expect((await check(ofName('Ann Miller', iban))).status).toBe(200)
  })
})

test('names are not tried by adding either: each counts, and who only looks learns no name', async () => {
  const iban = 'DE62370400440532013001'
  await bankHas({ number: iban, name: 'Zebulon Quartermain' })
  const add = async (name: string, dryRun = true) => {
    const holder = { name, type: 'individual' }
    const body = { accountHolder: holder, account: { iban }, ownership: 'THIRD_PARTY', dryRun }
    const { data } = (await addAccount(bff, { ...body, entityId: payer.entityId })).body
    return [data.payeeCheck.outcome, data.payeeCheck.bankName]
  }
  expect(await add('Zebulon Quarterman')).toEqual(['CLOSE_MATCH', ''])
  expect(await add('Zebulon Quarterman', false)).toEqual(['CLOSE_MATCH', 'Zebulon Quartermain'])
  for (const name of ['Ann', 'Ben', 'Cem', 'Dan', 'Eva', 'Fay', 'Gus', 'Hal', 'Ida'])
    expect(await add(`${name} Miller`)).toEqual(['NO_MATCH', ''])
  expect(await add('Zebulon Quartermane', false)).toEqual(['NOT_POSSIBLE', ''])
})

test('a number is one bank’s and one branch’s; in the sandbox its name is set at all of them', async () => {
  const at = (change: object) => ({
    countryCode: 'GB',
    account: { bankRoutingNumber: '200000', accountNumber: '55 779 911', ...change },
  })
  const [known, ...others] = [
    at({}),
    at({ bankRoutingNumber: '400000' }),
    at({ bankRoutingNumber: '', bankBic: 'BARCGB22XXX' }),
    at({ branchCode: '001' }),
    at({ accountType: 'SAVINGS' }),
  ].map(numberKeyOf)
  expect(numberKeyOf(at({ accountNumber: '55779911', bankBic: 'BARCGB22' }))).toBe(known)
  expect(new Set([known, ...others]).size).toBe(5)
  await bankHas({ countryCode: 'GB', number: '55779911', name: 'Walter Otherman' })
  const partnerId = parseId('par', bff.first.svcPartnerId) ?? ''
  const asked = [at({}), at({ bankRoutingNumber: '400000' })]
  const answers = await Promise.all(
    asked.map((of) => bff.deps.payeeCheck.check({ partnerId, name: 'Grace Payee', ...of })),
  )
  expect(answers.map(({ outcome }) => outcome)).toEqual(['NO_MATCH', 'NO_MATCH'])
})

test('a micro-deposit is not paid to another name; one that left before names were asked is settled', async () => {
  const begin = async (accountId: string) =>
    (await bff.post(`${externalBase}/${accountId}/proof`, { method: 'MICRO_DEPOSIT' })).body.data
  const claimed = (name: string) =>
    accountIn(bff, payer.entityId, 'DE', {
      accountHolder: { name, type: 'individual' },
      account: { iban: 'DE91100000000123456789' },
    })
  const paymentOf = async (proofId: string) => {
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql<AnyBody>`select p.status, p.payee_outcome, p.payee_release, f.reason from proof_payment p
        join account_proof f on f.partner_id = p.partner_id and f.id = p.proof_id
        where f.id = ${parseId('prf', proofId)}`.execute(tx),
    )
    return rows[0]
  }
  const other = await claimed('Ada Maria Okonkwo')
  await bankHas({ accountId: other, name: 'Walter Otherman' })
  const { proofId } = await begin(other)
  const ended = { status: 'FAILED', payee_outcome: 'NO_MATCH', reason: 'NAME_MISMATCH' }
  await expect.poll(() => paymentOf(proofId), { timeout: 5_000 }).toMatchObject(ended)
  await bankHas({ accountId: other, name: null })
  const { proofId: sent } = await begin(await claimed('Slow'))
  await expect
    .poll(() => paymentOf(sent), { timeout: 5_000 })
    .toMatchObject({ status: 'SUBMITTED' })
  // As the migration leaves what was not known to have been sent.
  await bff.deps.db.asWorker((tx) =>
    sql`update proof_payment set status = 'CREATED', payee_outcome = null, payee_release = null,
      due_at = service_now() where proof_id = ${parseId('prf', sent)}`.execute(tx),
  )
  const settled = { status: 'SUBMITTED', payee_outcome: 'NOT_POSSIBLE' }
  await expect
    .poll(() => paymentOf(sent), { timeout: 5_000 })
    .toMatchObject({ ...settled, payee_release: 'BEFORE_CHECKS' })
})

test('accounts.checkExternals: each row has an outcome of its own', async () => {
  const rows = [{ accountId: payee.accountId }, ofName('Ada Lovelace'), {}, ofName('')]
  const { status, body } = await bff.post(`${path}/bulk`, { rows })
  expect(status).toBe(200)
  expect(body.data.rows).toMatchObject([
    { row: 0, check: { outcome: 'MATCH' } },
    { row: 1, check: { outcome: 'MATCH' } },
    { row: 2, code: 'FIELD_REQUIRED', message: expect.stringMatching(/./) },
    { row: 3, code: 'FIELD_REQUIRED' },
  ])
  const tooMany = { rows: Array.from({ length: 1_001 }, () => ({})) }
  expect((await bff.post(`${path}/bulk`, tooMany)).status).toBe(400)
})

describe('accounts.payeePolicy and accounts.setPayeePolicy', () => {
  test('200: what a partner sets holds for its payments, and is on record', async () => {
    const first = { CLOSE_MATCH: 'HOLD', NO_MATCH: 'HOLD', NOT_POSSIBLE: 'PAY' }
    expect((await bff.get(`${path}/policy`)).body.data).toEqual(first)
    const other = { ...first, NOT_POSSIBLE: 'HOLD' }
    expect((await putPolicy(other)).body.data).toEqual(other)
    expect((await bff.get(`${path}/policy`)).body.data).toEqual(other)
    const audit = await bff.get('/api/v1/audit?action=partner.terms')
    expect(audit.body.data[0]).toMatchObject({ action: 'partner.terms' })
    expect((await putPolicy({ ...first, NO_MATCH: 'MAYBE' })).status).toBe(400)
    await putPolicy(first)
  })
})

describe('a token', () => {
  const tokenOf = async (accountId: string) => (await check({ accountId })).body.data.token
  const quoted = (payeeCheckToken: string, to = payee) =>
    quote(bff, aQuote(payer, to, { payeeCheckToken }))

  test('carries its answer to the order: the bank is not asked again', async () => {
    const token = await tokenOf(payee.accountId)
    await bankHas({ accountId: payee.accountId, name: 'Walter Otherman' })
    const { body } = await quoted(token)
    expect(body.data.payeeCheck).toMatchObject({ outcome: 'MATCH', scheme: 'SIMULATED' })
    const { executionId } = (await bff.post(transferPath, takeUp(body.data))).body.data
    await paidIn(bff, executionId)
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done['payeeCheck']).toEqual(body.data.payeeCheck)
    const { body: timeline } = await bff.get(`${transferPath}/${executionId}/timeline`)
    expect(timeline.data.payouts[0].payeeCheck).toEqual(body.data.payeeCheck)
    // Of another transfer nobody carries it: there the bank is asked.
    const other = await quote(bff, aQuote(payer, payee))
    const started = (await bff.post(transferPath, takeUp(other.body.data))).body.data
    await paidIn(bff, started.executionId)
    await until(bff, started.executionId, 'IN_REVIEW')
    expect((await readTransfer(bff, started.executionId))['payeeCheck']).toMatchObject({
      outcome: 'NO_MATCH',
      bankName: '',
    })
    await bankHas({ accountId: payee.accountId, name: null })
  })

  test('400: that is forged, of another account, of another partner, or an hour old', async () => {
    const token = await tokenOf(payee.accountId)
    const other = await accountIn(bff, payer.entityId, 'ES', {})
    const second = bff.second
    const foreign = await check(ofName('Grace Payee', 'DE75512108001245126199'), second)
    const wrong = [
      await quoted(`${token.slice(0, -6)}AAAAAA`),
      await quoted('no token'),
      await quoted(await tokenOf(other)),
      await quoted(foreign.body.data.token),
    ]
    expect(wrong.map(codeOf)).toEqual(wrong.map(() => [400, 'PAYEE_CHECK_INVALID']))
    // For the same number and name it is good, whoever's account it was asked for.
    const named = await check(ofName('Grace Payee', 'DE75512108001245126199'))
    expect((await quoted(named.body.data.token)).status).toBe(200)
    await advanceClock(bff, 3_601)
    expect(codeOf(await quoted(token))).toEqual([400, 'PAYEE_CHECK_EXPIRED'])
  })
})

test('an account shows whose answer proved it, and another holder’s is only claimed', async () => {
  const added = async (iban: string) => {
    const accountId = await accountIn(bff, payer.entityId, 'DE', { account: { iban } })
    return (await bff.get(`${externalBase}/${accountId}`)).body.data
  }
  const own = await added('DE21500500009876543210')
  expect(own.ownershipProof).toMatchObject({
    status: 'PROVED',
    method: 'NAME_CHECK',
    scheme: 'SIMULATED',
    reference: own.payeeCheck.reference,
  })
  await bankHas({ number: 'DE12500105170648489890', name: 'Walter Otherman' })
  expect(await added('DE12500105170648489890')).toMatchObject({
    status: 'PENDING_VERIFICATION',
    ownershipProof: { status: 'CLAIMED' },
    payeeCheck: { outcome: 'NO_MATCH', bankName: '' },
  })
  expect(parseId('acc', own.accountId)).toBeDefined()
})
