// A listed sender's money: booked, held or claimed by nobody, and decided by the operator alone.
import { parseId } from '@corridor/domain'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../../test/support/money/funding.ts'
import {
  detailOf,
  drawn,
  eventsOf,
  partnerMe,
  quoteReplenish,
  units,
  until,
} from '../../../test/support/money/liquidity.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { findDeposit, payTo, untilDeposit } from '../../../test/support/money/payin-deposits.ts'
import {
  balanceOf,
  deposit,
  depositTarget,
  faucet,
  pay,
  type Payer,
  paymentsPath,
  prepaidPath,
  proofOf,
} from '../../../test/support/money/payments.ts'
import { aRoute } from '../../../test/support/money/payin-routes.ts'
import { makePerson } from '../../../test/support/people/customers.ts'
import { examples, kycPath } from '../../../test/support/people/kyc.ts'
import { decideAbout, reviewAbout } from '../../../test/support/people/operator.ts'
import { type AnyBody, sharedBff } from '../../../test/support/process/bff.ts'

const bff = sharedBff()
const listedName = 'Osama bin Laden'
/** The list has its address, and everybody knows its key. */
const listed: Payer = {
  address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  privateKey: new Uint8Array(32).with(31, 1),
}
beforeAll(() => faucet(bff, listed.address, 5_000))

const paymentsNow = async (): Promise<AnyBody[]> =>
  (await bff.get('/api/v1/transactions/payments?limit=200')).body.data
const paymentBy = (of: object) =>
  until(async () => {
    const found = (await paymentsNow()).find((one) =>
      Object.entries(of).every(([name, value]) => one[name] === value),
    )
    return found
  })
const statusOf = async (ltxId: string) => (await detailOf(bff, ltxId)).status

describe('a repayment', () => {
  const byBank = async (quoted: AnyBody, minor = 20_000n) => {
    const { bank } = quoted.replenishTo
    await bff.deps.bank.sandbox?.credit({
      entryId: `credit/${quoted.quoteId}`,
      countryCode: 'US',
      routingNumber: bank.bankRoutingNumber,
      accountNumber: bank.accountNumber,
      currency: 'USD',
      scale: 2,
      minor,
      sender: { name: listedName, account: '' },
      reference: bank.reference,
    })
    return paymentBy({ bankReference: bank.reference, status: 'HELD' })
  }

  test('by bank is booked and repays nothing before the operator has decided', async () => {
    const drawing = await drawn(bff, { amount: 100 })
    const { data: quoted } = (await quoteReplenish(bff, drawing.originalTxnHash)).body
    const { paymentId } = await byBank(quoted)
    expect(await statusOf(drawing.ltxId)).toBe('DISBURSED')
    const refused = await bff.post('/api/v1/transactions/payments/credit', { paymentId })
    expect(codeOf(refused)).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect(await reviewAbout(bff, paymentId)).toMatchObject({
      kind: 'screening',
      reason: 'SCREENING_HIT',
      hits: [{ name: listedName }],
    })
    expect(await eventsOf(bff, 'payments_account', paymentId)).toEqual([
      'action_required held >HELD',
    ])
    await expectConsistent(bff)
    expect(await decideAbout(bff, paymentId)).toMatchObject({ decision: 'APPROVED' })
    await until(async () => (await statusOf(drawing.ltxId)) === 'REPLENISHED' || undefined)
    await expectConsistent(bff)
  })

  test('by bank of the listed one stays where it is, and nobody is asked again', async () => {
    const drawing = await drawn(bff, { amount: 100 })
    const { data: quoted } = (await quoteReplenish(bff, drawing.originalTxnHash)).body
    const { paymentId } = await byBank(quoted)
    await decideAbout(bff, paymentId, 'reject')
    expect(await reviewAbout(bff, paymentId)).toBeUndefined()
    expect(await paymentBy({ paymentId })).toMatchObject({ status: 'HELD' })
    expect(await statusOf(drawing.ltxId)).toBe('DISBURSED')
    await expectConsistent(bff)
  })

  test('on a chain is booked and repays nothing before the operator has decided', async () => {
    const drawing = await drawn(bff, { amount: 50 })
    await quoteReplenish(bff, drawing.originalTxnHash)
    const { partnerDepositWallet: to } = await partnerMe(bff)
    const transactionHash = await pay(bff, listed, { to, amount: units(60) })
    const { paymentId } = await paymentBy({ transactionHash, status: 'HELD' })
    const credited = await bff.post(`${paymentsPath}/deposit`, proofOf(listed, transactionHash))
    expect(credited.status).toBe(400)
    expect(await statusOf(drawing.ltxId)).toBe('DISBURSED')
    await expectConsistent(bff)
    await decideAbout(bff, paymentId)
    expect(await paymentBy({ paymentId, status: 'UNMATCHED' })).toMatchObject({ amount: 60 })
  })
})

describe('money for the service', () => {
  const money = async () => (await balanceOf(bff)).balances[0].available

  test('to the payments account is credited once the operator has cleared who sent it', async () => {
    const before = await money()
    const refused = await deposit(bff, listed, paymentsPath, 7)
    expect(codeOf(refused)).toEqual([422, 'POLICY_BLOCKED'])
    expect(JSON.stringify(refused.body)).not.toMatch(/sanction|listed|screening/i)
    expect(await money()).toBe(before)
    const { toWalletAddress: to } = await depositTarget(bff)
    const hash = await pay(bff, listed, { to, amount: units(7) })
    const body = proofOf(listed, hash)
    expect(codeOf(await bff.post(`${paymentsPath}/deposit`, body))[1]).toBe('POLICY_BLOCKED')
    expect(codeOf(await bff.post(`${prepaidPath}/deposit`, body))).toEqual([400, 'POLICY_BLOCKED'])
    await decideAbout(bff, hash)
    expect((await bff.post(`${paymentsPath}/deposit`, body)).status).toBe(200)
    expect(await money()).toBe(before + 7)
  })

  test('as the fee of a verification is taken once the operator has cleared who sent it', async () => {
    const entityId = await makePerson(bff)
    const { body } = await bff.get(kycPath(entityId, '/requirements'))
    const { toWalletAddress: to } = await depositTarget(bff)
    const hash = await pay(bff, listed, { to, amount: units(2) })
    const submission = {
      fields: examples(body.data),
      feeSource: 'TRANSACTION',
      ...proofOf(listed, hash),
    }
    const submit = () => bff.post(kycPath(entityId, '/submit'), submission)
    expect(codeOf(await submit())).toEqual([422, 'POLICY_BLOCKED'])
    await decideAbout(bff, hash, 'reject')
    expect(codeOf(await submit())).toEqual([422, 'POLICY_BLOCKED'])
    expect(await reviewAbout(bff, hash)).toBeUndefined()
  })
})

test('a withdrawal to a listed address is refused until the operator has cleared it', async () => {
  const { partnerOperationalWallet: to } = await partnerMe(bff)
  await pay(bff, listed, { to, amount: units(20) })
  const body = { amount: 5, asset: 'USDC', toWalletAddress: listed.address }
  const withdraw = () => bff.post('/api/v1/partner/operational/withdraw', body)
  const refused = await withdraw()
  expect(codeOf(refused)).toEqual([422, 'POLICY_BLOCKED'])
  expect(refused.body.error.details[0].message).toBe('Compliance does not allow this now.')
  await decideAbout(bff, listed.address.toLowerCase())
  expect((await withdraw()).status).toBe(200)
})

describe('money on a funding account', () => {
  test('that would go back by itself is held, and goes nowhere before a decision', async () => {
    const route = await aRoute(bff, { from: 'DE', to: 'ES' })
    await bff.deps.db.asWorker((tx) =>
      tx
        .updateTable('funding_account')
        .set({ status: 'INACTIVE', return_strategy: 'ORIGIN_ACCOUNT' })
        .where('id', '=', parseId('fund', route.fundingAccountId) ?? '')
        .execute(),
    )
    const paid = await payTo(bff, route.fundingAccountId, {
      currency: 'EUR',
      senderName: listedName,
      senderAccount: 'DE89370400440532013000',
    })
    const held = await untilDeposit(bff, paid.depositId, 'HELD')
    expect(held).toMatchObject({ heldReason: 'COMPLIANCE', allowedActions: [], executionId: '' })
    await decideAbout(bff, paid.depositId)
    expect(await findDeposit(bff, paid.depositId)).toMatchObject({
      status: 'HELD',
      heldReason: 'FUNDING_INACTIVE',
    })
  })
})
