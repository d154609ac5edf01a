import { parseId, type ExternalAccountState } from '@corridor/domain'
import { decodeTransfer } from '@corridor/signing/evm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ownBff } from '../../../../test/support/process/bff.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import {
  aTransfer,
  fund,
  makeWallet,
  simulatePath,
  type TestWallet,
  transfer,
  until,
} from '../../../../test/support/money/wallets.ts'

const bff = ownBff()
let alice: TestWallet
let bob: TestWallet
let stranger: TestWallet
beforeAll(async () => {
  alice = await makeWallet(bff)
  bob = await makeWallet(bff)
  stranger = await makeWallet(bff, bff.second)
  await fund(bff, alice, 10_000)
  await fund(bff, stranger, 10_000)
})
afterEach(() => expectConsistent(bff))

const quote = (change: Record<string, unknown> = {}) =>
  bff.post(simulatePath, aTransfer(alice, bob, change))

describe('transfers.simulate', () => {
  test('200: a bare quote whose payload says what was quoted', async () => {
    const { status, body } = await quote({ exactAmountIn: 12.5 })
    expect(status).toBe(200)
    const [account] = bob.accounts
    expect(body.executionId).toMatch(/^cexec-[0-9a-z]{26}$/)
    expect(body.quote).toMatchObject({
      inAmount: { amount: 12.5 },
      outAmount: { amount: 12.5 },
      exchangeRate: { rate: 1 },
      fees: { partnerFees: { amount: 0 }, svcFees: { amount: 0 }, totalFees: { amount: 0 } },
    })
    expect(body).not.toHaveProperty('depositAccount')
    expect(body).not.toHaveProperty('success')
    const payload = JSON.parse(body.payloadToSign)
    expect(payload).toMatchObject({
      type: 'ACTIVITY_TYPE_SIGN_TRANSACTION',
      organizationId: alice.entityId,
    })
    const decoded = decodeTransfer(payload.parameters.unsignedTransaction)
    expect(decoded).toMatchObject({ ok: true, value: { chainId: 31337, amount: 12_500_000n } })
    if (decoded.ok)
      expect(decoded.value.recipient.toLowerCase()).toBe(account?.address.toLowerCase())
    const minutes =
      (new Date(body.validUntil).getTime() -
        Date.parse((await bff.get('/api/v1/sandbox/clock')).body.data.now)) /
      60_000
    expect(minutes).toBeGreaterThan(9.9)
  })

  test('200: the same transaction id and body gives the same quote; exact out is exact', async () => {
    const sent = aTransfer(alice, bob, { exactAmountIn: undefined, exactAmountOut: 3 })
    const first = await bff.post(simulatePath, sent)
    const again = await bff.post(simulatePath, sent)
    expect(again.body).toEqual(first.body)
    expect(first.body.quote.outAmount.amount).toBe(3)
  })

  test('200: quotes are not listed as transfers unless asked for', async () => {
    const { body } = await quote()
    const listed = (query: string) =>
      bff.get(`/api/v1/xfer/transaction/transfers?q=${body.executionId}${query}`)
    expect((await listed('')).body.data).toEqual([])
    expect((await listed('&includeQuotes=true')).body.data[0]).toMatchObject({
      status: 'QUOTED',
      executionId: body.executionId,
    })
  })

  test.each([
    ['no amount', { exactAmountIn: undefined }, 400, 'AMOUNT_CHOICE'],
    ['both amounts', { exactAmountOut: 25 }, 400, 'AMOUNT_CHOICE'],
    ['seven decimals of a token with six', { exactAmountIn: 1.0000001 }, 400, 'AMOUNT_PRECISION'],
    ['nothing', { exactAmountIn: 0 }, 400, 'FIELD_INVALID'],
    ['a text', { exactAmountIn: '25' }, 400, 'FIELD_INVALID'],
    ['no transaction id', { transactionId: undefined }, 400, 'FIELD_REQUIRED'],
    [
      'an unknown entity',
      { fromEntityId: 'ent_01h455vb4pex5vsknk084sn02q' },
      404,
      'ENTITY_NOT_FOUND',
    ],
    [
      'an unknown account',
      { toAccountId: 'acc_01h455vb4pex5vsknk084sn02q' },
      404,
      'ACCOUNT_NOT_FOUND',
    ],
    ['more than the corridor takes', { exactAmountIn: 2_000_000_000 }, 400, 'AMOUNT_ABOVE_MAX'],
    ['more than the wallet holds', { exactAmountIn: 1_000_000 }, 422, 'INSUFFICIENT_BALANCE'],
  ])('refused: %s', async (_, change, status, code) => {
    const refused = await quote(change)
    expect([refused.status, refused.body.error.code]).toEqual([status, code])
  })

  test('400: two tokens of one chain are two jurisdictions and need a swap', async () => {
    const refused = await quote({ toAccountId: bob.accounts[1]?.externalAccountId })
    expect([refused.status, refused.body.error.code]).toEqual([
      400,
      'CROSS_JURISDICTION_NOT_DIRECT',
    ])
    expect(refused.body.message).toMatch(/swap or a bridge/)
  })

  test('400: only a non-custodial wallet can send; 422: only an enabled account', async () => {
    const [account] = bob.accounts
    const id = parseId('acc', account?.externalAccountId ?? '') ?? ''
    const setTo = (change: {
      kind?: 'WALLET' | 'NON_CUSTODIAL_WALLET'
      status?: ExternalAccountState
    }) =>
      bff.deps.db.asWorker((tx) =>
        tx.updateTable('external_account').set(change).where('id', '=', id).execute(),
      )
    const back = aTransfer(bob, alice)
    await setTo({ kind: 'WALLET' })
    const custodial = await bff.post(simulatePath, back)
    expect([custodial.status, custodial.body.error.code]).toEqual([400, 'ACCOUNT_TYPE_NOT_ALLOWED'])
    await setTo({ kind: 'NON_CUSTODIAL_WALLET', status: 'DISABLED' })
    const disabled = await quote()
    expect([disabled.status, disabled.body.error.code]).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
    await setTo({ status: 'ENABLED' })
  })

  test('404: another partner’s customers and accounts do not exist', async () => {
    const foreign = await quote({
      toEntityId: stranger.entityId,
      toAccountId: stranger.accounts[0]?.externalAccountId,
    })
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
    const mixed = await quote({ toAccountId: alice.accounts[0]?.externalAccountId })
    expect([mixed.status, mixed.body.error.code]).toEqual([404, 'ACCOUNT_NOT_FOUND'])
  })

  test('400: a transaction id as the service’s own', async () => {
    for (const transactionId of ['cexec-1', 'dep_01h455vb4pex5vsknk084sn02q', 'refund-exec_1']) {
      const refused = await bff.post(simulatePath, { ...aTransfer(alice, bob), transactionId })
      expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
    }
  })

  test('409: a transaction id with another body, or of an executed transfer', async () => {
    const sent = aTransfer(alice, bob)
    await bff.post(simulatePath, sent)
    const other = await bff.post(simulatePath, { ...sent, exactAmountIn: 26 })
    expect([other.status, other.body.error.code]).toEqual([409, 'TRANSACTION_ID_USED'])
    const executed = aTransfer(alice, bob)
    const executionId = await transfer(bff, alice, bob, executed)
    const again = await bff.post(simulatePath, executed)
    expect([again.status, again.body.error.code]).toEqual([409, 'TRANSACTION_ID_USED'])
    expect(again.body.error.details[0].existingId).toBe(executionId)
    await until(bff, executionId, 'COMPLETED')
  })
})
