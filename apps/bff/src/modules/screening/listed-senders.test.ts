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
  replenish,
  units,
  until,
} from '../../../test/support/money/liquidity.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  findDeposit,
  payTo,
  resolveDeposit,
  routeDeposits,
  untilDeposit,
} from '../../../test/support/money/payin-deposits.ts'
import {
  balanceOf,
  deposit,
  depositTarget,
  faucet,
  makePayer,
  pay,
  type Payer,
  paymentsPath,
  prepaidPath,
  proofOf,
} from '../../../test/support/money/payments.ts'
import { aRoute } from '../../../test/support/money/payin-routes.ts'
import { until as untilTransfer } from '../../../test/support/money/wallets.ts'
import { makePerson } from '../../../test/support/people/customers.ts'
import { kycPath, wholeSubmission } from '../../../test/support/people/kyc.ts'
import { decideAbout, reviewAbout } from '../../../test/support/people/operator.ts'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'

const bff = ownBff()
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
    const found = (await paymentsNow()).find((item) =>
      Object.entries(of).every(([name, value]) => item[name] === value),
    )
    return found
  })
const statusOf = async (ltxId: string) => (await detailOf(bff, ltxId)).status

describe('a repayment', () => {
  const byBank = async (quoted: AnyBody) => {
    const body = { purpose: 'REPAYMENT', id: quoted.quoteId, by: 'BANK', senderName: listedName }
    await bff.post('/api/v1/sandbox/liquidity/pay', body)
    return paymentBy({ bankReference: quoted.replenishTo.bank.reference, status: 'HELD' })
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
    const used = await bff.post('/api/v1/transactions/payments/credit', { paymentId })
    expect(used.body.data).toMatchObject({ status: 'CREDITED' })
    await expectConsistent(bff)
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

  const byTransaction = async () => {
    const entityId = await makePerson(bff)
    const { toWalletAddress: to } = await depositTarget(bff)
    const hash = await pay(bff, listed, { to, amount: units(2) })
    const more = { feeSource: 'TRANSACTION', ...proofOf(listed, hash) }
    const submission = await wholeSubmission(bff, entityId, '', more)
    return { hash, submit: () => bff.post(kycPath(entityId, '/submit'), submission) }
  }

  test('as the fee of a verification is taken once the operator has cleared who sent it', async () => {
    const { hash, submit } = await byTransaction()
    expect(codeOf(await submit())).toEqual([422, 'POLICY_BLOCKED'])
    await decideAbout(bff, hash)
    const taken = await submit()
    expect(taken.status).toBe(200)
    expect(codeOf(await submit())[1]).not.toBe('POLICY_BLOCKED')
  })

  test('as the fee of a verification of the listed one stays refused', async () => {
    const { hash, submit } = await byTransaction()
    expect(codeOf(await submit())).toEqual([422, 'POLICY_BLOCKED'])
    await decideAbout(bff, hash, 'reject')
    expect(codeOf(await submit())).toEqual([422, 'POLICY_BLOCKED'])
    expect(await reviewAbout(bff, hash)).toBeUndefined()
  })
})

describe('the operational wallet', () => {
  const withdraw = (toWalletAddress: string, amount = 5) =>
    bff.post('/api/v1/partner/operational/withdraw', { amount, asset: 'USDC', toWalletAddress })

  test('pays nothing of what a listed address sent, and nothing to it, before a decision', async () => {
    const { partnerOperationalWallet: to } = await partnerMe(bff)
    const own = await makePayer(bff)
    await pay(bff, own, { to, amount: units(10) })
    await pay(bff, listed, { to, amount: units(60) })
    // It is there for the operator on arrival, before anybody uses it.
    const waiting = listed.address.toLowerCase()
    await until(async () => reviewAbout(bff, waiting))
    expect((await partnerMe(bff)).tokenBalance).toBe(70)
    const drawing = await drawn(bff, { amount: 50 })
    const { data: quoted } = (await quoteReplenish(bff, drawing.originalTxnHash)).body
    const repay = () =>
      bff.post(`${replenish}/transaction/initiate`, {
        originalTxnHash: drawing.originalTxnHash,
        totalReplenishAmount: quoted.totalReplenishAmount,
        asset: 'USDC',
      })
    expect(codeOf(await repay())).toEqual([400, 'INSUFFICIENT_BALANCE'])
    expect(codeOf(await withdraw(own.address, 11))).toEqual([422, 'INSUFFICIENT_BALANCE'])
    const refused = await withdraw(listed.address)
    expect(codeOf(refused)).toEqual([422, 'POLICY_BLOCKED'])
    expect(refused.body.error.details[0].message).toBe('Compliance does not allow this now.')
    expect((await withdraw(own.address, 10)).status).toBe(200)
    await decideAbout(bff, waiting)
    expect((await repay()).status).toBe(200)
    await until(async () => (await statusOf(drawing.ltxId)) === 'REPLENISHED' || undefined)
    const sent = await withdraw(listed.address)
    expect(sent.status).toBe(200)
    await until(async () => (await partnerMe(bff)).tokenBalance < 6 || undefined)
    await expectConsistent(bff)
  })
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
    const { depositId } = paid
    const returned = await resolveDeposit(bff, { depositId, action: 'RETURN', reason: '' })
    expect([returned.status, returned.body.error]).toEqual([200, undefined])
    const { executionId } = returned.body.data.data
    await untilTransfer(bff, executionId, 'IN_REVIEW')
    await bff.post(`/api/v1/sandbox/transfer/${executionId}/review`, { decision: 'APPROVED' })
    await untilTransfer(bff, executionId, 'REFUNDED')
  })
})

describe('while the lists cannot be asked', () => {
  /** As a service of lists that is down; undone when the test ends. */
  async function down<T>(work: () => Promise<T>): Promise<T> {
    const { screening } = bff.deps
    const working = { ...screening }
    Object.assign(screening, { screen: () => Promise.reject(new Error('the lists are down')) })
    try {
      return await work()
    } finally {
      Object.assign(screening, working)
      bff.deps.wake.notify('sweep')
    }
  }

  test('money arrives and pays nothing: it is taken in once they answer', async () => {
    const route = await aRoute(bff, { from: 'DE', to: 'ES' })
    const drawing = await drawn(bff, { amount: 100 })
    const { data: quoted } = (await quoteReplenish(bff, drawing.originalTxnHash)).body
    const { toWalletAddress } = await depositTarget(bff)
    const payer = await makePayer(bff)
    const { partnerDepositWallet } = await partnerMe(bff)
    const paid = await down(async () => {
      const hash = await pay(bff, payer, { to: partnerDepositWallet, amount: units(9) })
      await payTo(bff, route.fundingAccountId, { currency: 'EUR' })
      const body = { purpose: 'REPAYMENT', id: quoted.quoteId, by: 'BANK', senderName: 'Ada' }
      expect((await bff.post('/api/v1/sandbox/liquidity/pay', body)).status).toBe(200)
      const own = await pay(bff, payer, { to: toWalletAddress, amount: units(7) })
      const stated = await bff.post(`${paymentsPath}/deposit`, proofOf(payer, own))
      expect(codeOf(stated)).toEqual([503, 'PROVIDER_UNAVAILABLE'])
      expect(await statusOf(drawing.ltxId)).toBe('DISBURSED')
      const taken = (await paymentsNow()).filter(({ transactionHash }) => transactionHash === hash)
      expect(taken).toEqual([])
      expect(await routeDeposits(bff, route.teleportId)).toEqual([])
      return { hash, own }
    })
    await until(async () => (await statusOf(drawing.ltxId)) === 'REPLENISHED' || undefined)
    expect(await paymentBy({ transactionHash: paid.hash })).toMatchObject({ status: 'UNMATCHED' })
    const stated = await bff.post(`${paymentsPath}/deposit`, proofOf(payer, paid.own))
    expect(stated.status).toBe(200)
    const forwarded = ({ status }: AnyBody) => status === 'FORWARDED'
    await until(async () => (await routeDeposits(bff, route.teleportId)).find(forwarded))
    await expectConsistent(bff)
  })
})
