import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import {
  type BankParties,
  bankParties,
  depositFor,
  quoteBank,
  startBank,
} from '../../../test/support/money/bank-transfers.ts'
import { decide, jurisdictionOf } from '../../../test/support/people/customers.ts'
import { codeOf, openFunding } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { findDeposit } from '../../../test/support/money/payin-deposits.ts'
import {
  aTransfer,
  fund,
  makeWallet,
  simulatePath,
  transferPath,
  until,
} from '../../../test/support/money/wallets.ts'

const bff = ownBff()
let parties: BankParties
let foreign: BankParties
beforeAll(async () => {
  parties = await bankParties(bff)
  foreign = await bankParties(bff, '', bff.second)
})
afterEach(() => expectConsistent(bff))

const read = async (executionId: string) =>
  (await bff.get(`${transferPath}/${executionId}`)).body.data
const depositIds = /^dep_[0-9a-hjkmnp-tv-z]{26}$/
const setDown = (isDown: boolean) => Object.assign(bff.deps.bank.sandbox?.faults ?? {}, { isDown })

describe('sandbox.depositForTransfer', () => {
  test('200: just the quoted amount arrives, and is taken in before the answer', async () => {
    const { executionId } = await startBank(bff, parties)
    const answer = await depositFor(bff, executionId)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ success: true, message: expect.stringMatching(/./) })
    expect(answer.body.data).toMatchObject({
      depositId: expect.stringMatching(depositIds),
      executionId,
      status: expect.stringMatching(/^[A-Z_]+$/),
    })
    expect((await read(executionId)).status).not.toBe('PENDING')
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done.depositId).toBe(answer.body.data.depositId)
  })

  test('200: less than quoted, from another sender', async () => {
    const { executionId } = await startBank(bff, parties)
    const answer = await depositFor(bff, executionId, { amount: 100.5, senderName: 'Nina Dahl' })
    expect(answer.body.data).toMatchObject({
      depositId: expect.stringMatching(depositIds),
      executionId,
    })
    expect((await read(executionId)).status).toBe('IN_REVIEW')
  })

  test.each([
    ['is whom it names, and a stranger is looked at', 'Nina Dahl', 'FUNDING_SENDER_MISMATCH'],
    ['is looked up on the lists', 'Osama bin Laden', 'COMPLIANCE_SCREENING_HIT', 250],
    ['is the payer where it is left out', undefined, undefined],
    ['is nobody where it is empty', '', undefined],
  ])('200: the sender %s', async (_, senderName, reason, exactAmountIn = 1_500) => {
    const { executionId } = await startBank(bff, parties, { exactAmountIn })
    const { depositId } = (await depositFor(bff, executionId, { senderName })).body.data
    const held = await until(bff, executionId, reason === undefined ? 'COMPLETED' : 'IN_REVIEW')
    expect(held.review?.reason).toBe(reason)
    const { sender } = await findDeposit(bff, depositId)
    expect(sender.name).toBe(senderName ?? held.from.fullName)
  })

  test('200: another currency is held and pays nothing', async () => {
    const { executionId } = await startBank(bff, parties)
    const answer = await depositFor(bff, executionId, { amount: 250, currency: 'usd' })
    expect(answer.body.data).toMatchObject({ executionId, status: 'HELD' })
    expect((await read(executionId)).status).toBe('PENDING')
  })

  test('200: an off-ramp is paid on the chain', async () => {
    const wallet = await makeWallet(bff)
    await decide(bff, wallet.entityId, 'APPROVED')
    await fund(bff, wallet, 1)
    const offRamp = {
      ...parties,
      fromEntityId: wallet.entityId,
      fromAccountId: wallet.accounts[0]?.externalAccountId ?? '',
    }
    const { executionId, depositAccount } = await startBank(bff, offRamp)
    const answer = await depositFor(bff, executionId)
    expect(answer.body.data).toMatchObject({
      depositId: expect.stringMatching(depositIds),
      executionId,
    })
    await until(bff, executionId, 'COMPLETED')
    const [chain] = bff.deps.chains.values()
    const held = await chain?.adapter.balances(depositAccount.depositWalletAddress, [
      depositAccount.tokenAddress,
    ])
    expect(held).toMatchObject({ ok: true })
  })

  test('400: an amount with too many decimals, a currency that cannot arrive there', async () => {
    const { executionId } = await startBank(bff, parties)
    expect(codeOf(await depositFor(bff, executionId, { amount: 1.005 }))).toEqual([
      400,
      'AMOUNT_PRECISION',
    ])
    for (const currency of ['USDC', 'XYZ'])
      expect(codeOf(await depositFor(bff, executionId, { currency }))).toEqual([
        400,
        'FIELD_INVALID',
      ])
    expect((await read(executionId)).status).toBe('PENDING')
  })

  test('404: no such transfer, and another partner’s, with the same body', async () => {
    const { executionId } = await startBank(bff, foreign)
    const unknown = await depositFor(bff, 'exec_01jn2h7m3v5x9q8r6t4w2y0z1a')
    const other = await depositFor(bff, executionId)
    expect(codeOf(unknown)).toEqual([404, 'TRANSFER_NOT_FOUND'])
    const without = ({ body }: { body: AnyBody }) => ({ ...body.error, requestId: '' })
    expect(without(other)).toEqual(without(unknown))
  })

  test('422: a quote that was not executed, and a transfer between wallets', async () => {
    const { executionId } = (await quoteBank(bff, parties)).body.data
    expect(codeOf(await depositFor(bff, executionId))).toEqual([422, 'ILLEGAL_TRANSITION'])
    const wallet = await makeWallet(bff)
    await fund(bff, wallet, 50)
    const quote = await bff.post(simulatePath, aTransfer(wallet, await makeWallet(bff)))
    const refused = await depositFor(bff, quote.body.executionId)
    expect(codeOf(refused)).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect(refused.body.error.details[0]).toMatchObject({ from: 'QUOTED', allowed: [] })
  })

  test('503: the bank does not answer; what it booked is taken in when it does', async () => {
    const { executionId } = await startBank(bff, parties)
    setDown(true)
    const answer = await depositFor(bff, executionId)
    setDown(false)
    expect(codeOf(answer)).toEqual([503, 'PROVIDER_UNAVAILABLE'])
    expect(answer.headers.get('retry-after')).toBe('1')
    await until(bff, executionId, 'COMPLETED')
  })

  test('200: money for a transfer that was cancelled is held', async () => {
    const { executionId } = await startBank(bff, parties)
    await bff.post('/api/v1/xfer/transaction/cancel', { executionId })
    const answer = await depositFor(bff, executionId)
    expect(answer.body.data).toMatchObject({ executionId, status: 'HELD' })
    expect((await read(executionId)).status).toBe('CANCELLED')
  })
})

describe('sandbox.depositForFunding', () => {
  const depositTo = (id: string, change: object = {}) =>
    bff.post(`/api/v1/sandbox/funding/${id}/deposit`, {
      amount: 120,
      currency: 'USD',
      senderName: 'Ada Okonkwo',
      ...change,
    })
  let account: AnyBody
  beforeAll(async () => {
    account = await openFunding(bff, (await jurisdictionOf(bff, 'US')).id)
  })

  test('200: money that no transfer waits for is held', async () => {
    const answer = await depositTo(account.fundingAccountId, {
      senderAccount: '000123456789',
      reference: 'May',
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual({
      depositId: expect.stringMatching(depositIds),
      status: 'HELD',
    })
  })

  test('200: the amount that a transfer waits for there pays it', async () => {
    const onFunding = {
      ...parties,
      fromEntityId: account.entityId,
      fromAccountId: account.fundingAccountId,
    }
    const { executionId } = await startBank(bff, onFunding, { exactAmountIn: 321 })
    const answer = await depositTo(account.fundingAccountId, { amount: 321 })
    expect(answer.body.data).toMatchObject({ executionId })
    await until(bff, executionId, 'COMPLETED')
  })

  test('200: the sender is whom it names: what a stranger sends pays nothing, the customer’s does', async () => {
    const onFunding = { fromEntityId: account.entityId, fromAccountId: account.fundingAccountId }
    const parts = { ...parties, ...onFunding }
    const { executionId } = await startBank(bff, parts, { exactAmountIn: 322 })
    const { from } = await read(executionId)
    const paidBy = async (senderName: string) => {
      const { body } = await depositTo(account.fundingAccountId, { amount: 322, senderName })
      return findDeposit(bff, body.data.depositId)
    }
    expect(await paidBy('Walter Stranger')).toMatchObject({
      sender: { name: 'Walter Stranger' },
      heldReason: 'UNKNOWN_SENDER',
      executionId: '',
    })
    expect(await paidBy('Osama bin Laden')).toMatchObject({
      sender: { name: 'Osama bin Laden' },
      heldReason: 'COMPLIANCE',
      executionId: '',
    })
    expect((await read(executionId)).status).toBe('PENDING')
    expect(await paidBy(from.fullName)).toMatchObject({
      sender: { name: from.fullName },
      executionId,
    })
    await until(bff, executionId, 'COMPLETED')
  })

  test('400: the sender has to be named', async () => {
    const problem = async (change: object) => {
      const refused = await depositTo(account.fundingAccountId, change)
      return [...codeOf(refused), refused.body.error.details[0].path]
    }
    expect(await problem({ senderName: undefined })).toEqual([400, 'FIELD_REQUIRED', 'senderName'])
    expect(await problem({ senderName: ' ' })).toEqual([400, 'FIELD_INVALID', 'senderName'])
  })

  test('200: a token arrives at the address of an account on a chain, and adds up there', async () => {
    const token = await jurisdictionOf(bff, 'token')
    const onChain = await openFunding(bff, token.id)
    const path = `/api/v1/xfer/accounts/funding/${onChain.fundingAccountId}`
    const answer = await depositTo(onChain.fundingAccountId, {
      amount: 12.5,
      currency: token.currency,
    })
    expect(answer.body.data).toEqual({
      depositId: expect.stringMatching(depositIds),
      status: 'HELD',
    })
    expect((await bff.get(path)).body.data.totals).toEqual({ deposits: 1, amount: 12.5 })
  })

  test('400: an amount with too many decimals, a currency that no bank has', async () => {
    expect(codeOf(await depositTo(account.fundingAccountId, { amount: 0.001 }))).toEqual([
      400,
      'AMOUNT_PRECISION',
    ])
    const refused = await depositTo(account.fundingAccountId, { currency: 'USDC' })
    expect(codeOf(refused)).toEqual([400, 'FIELD_INVALID'])
    expect(refused.body.error.details[0].path).toBe('currency')
  })

  test('404: no such account, and another partner’s', async () => {
    const unknown = await depositTo('fund_01jn2h7m3v5x9q8r6t4w2y0z1a')
    expect(codeOf(unknown)).toEqual([404, 'FUNDING_ACCOUNT_NOT_FOUND'])
    const path = `/api/v1/sandbox/funding/${account.fundingAccountId}/deposit`
    const body = { amount: 1, currency: 'USD', senderName: 'Ada' }
    const other = await bff.post(path, body, {}, bff.second)
    expect(codeOf(other)).toEqual([404, 'FUNDING_ACCOUNT_NOT_FOUND'])
  })

  test('503: the bank does not answer', async () => {
    setDown(true)
    const answer = await depositTo(account.fundingAccountId)
    setDown(false)
    expect(codeOf(answer)).toEqual([503, 'PROVIDER_UNAVAILABLE'])
  })
})
