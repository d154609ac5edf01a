// The sandbox's listed names at every entry: nothing is paid, all is held or refused, and decided.
// Whom money goes to: listed-payees.test.ts; money for the service itself: listed-senders.test.ts.
import { beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import { externalBase } from '../../../test/support/money/accounts.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import {
  accountIn,
  aQuote,
  aParty,
  quote,
  type Side,
} from '../../../test/support/money/ordinary.ts'
import {
  eventTypesOf,
  paidIn,
  readTransfer,
  started,
  stepsOf,
} from '../../../test/support/money/ordinary-flow.ts'
import {
  eventsOfDeposit,
  findDeposit,
  payTo,
  resolveDeposit,
  untilDeposit,
} from '../../../test/support/money/payin-deposits.ts'
import { aRoute } from '../../../test/support/money/payin-routes.ts'
import { openOrdinarySite, type OrdinarySite } from '../../../test/support/money/ordinary-site.ts'
import { until } from '../../../test/support/money/wallets.ts'
import { makeVerified } from '../../../test/support/people/customers.ts'
import { decideAbout, reviewAbout } from '../../../test/support/people/operator.ts'

const bff = ownBff()
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})

const listedName = 'Osama bin Laden'
const listedAddress = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'

const setStatus = (accountId: string, status: string) =>
  bff.post(`/api/v1/sandbox/external-account/${accountId}/status`, { status, reason: 'Decided.' })
const review = (executionId: string, decision: 'APPROVED' | 'REJECTED') =>
  bff.post(`/api/v1/sandbox/transfer/${executionId}/review`, { decision })
const readAccount = async (accountId: string): Promise<AnyBody> =>
  (await bff.get(`${externalBase}/${accountId}`)).body.data
const openReviews = async () =>
  bff.deps.db.asWorker((tx) =>
    tx.selectFrom('review').select('subject_id').where('status', '=', 'OPEN').execute(),
  )

/** Held with a reason, which its partner reads, and not paid out. */
async function expectHeld(executionId: string) {
  await until(bff, executionId, 'IN_REVIEW')
  const record = await readTransfer(bff, executionId)
  const steps = stepsOf(record)
  expect([record.eventStatus, steps['compliance_check'], steps['payout_submitted']]).toEqual([
    'in_review',
    'waiting',
    'pending',
  ])
  expect(await eventTypesOf(bff, executionId)).toContain(
    'action_required in_review: IN_REVIEW → IN_REVIEW',
  )
}

describe('the holder of an account', () => {
  const added = (name: string) => site.payeeNamed(name)

  test('is looked up when the account is added: it is kept, and somebody decides', async () => {
    const payee = await added(listedName)
    const before = (await openReviews()).length
    expect(await readAccount(payee.accountId)).toMatchObject({
      status: 'PENDING_VERIFICATION',
      statusReason: 'SCREENING',
    })
    const refused = await quote(bff, aQuote(site.germany, payee))
    expect(codeOf(refused)).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
    const enabling = { accountId: payee.accountId, reason: '' }
    expect(codeOf(await bff.post(`${externalBase}/enable`, enabling))).toEqual([
      422,
      'ILLEGAL_TRANSITION',
    ])
    expect((await setStatus(payee.accountId, 'ENABLED')).status).toBe(200)
    expect((await openReviews()).length).toBe(before - 1)
    // The account is cleared; the transfer is another matter, and another decision.
    const { executionId } = await started(bff, site.germany, payee)
    await paidIn(bff, executionId)
    await expectHeld(executionId)
    expect((await readTransfer(bff, executionId)).to.fullName).toBe(listedName)
    await review(executionId, 'APPROVED')
    await until(bff, executionId, 'COMPLETED')
  })

  test('that is listed after all fails its verification for good', async () => {
    const payee = await added(listedName)
    expect(await reviewAbout(bff, payee.accountId)).toMatchObject({
      kind: 'account',
      reason: 'SCREENING_HIT',
      hits: [{ name: listedName }],
    })
    expect(await decideAbout(bff, payee.accountId, 'reject')).toMatchObject({
      decided: true,
      decision: 'REJECTED',
    })
    expect((await readAccount(payee.accountId)).status).toBe('VERIFICATION_FAILED')
    expect(await reviewAbout(bff, payee.accountId)).toBeUndefined()
    const refused = await quote(bff, aQuote(site.germany, payee))
    expect(codeOf(refused)).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
  })
})

test('a wallet is looked up by its address, in a dry run, and in each transfer', async () => {
  const wallet = { walletAddress: listedAddress.toLowerCase() }
  const of = { entityId: site.spain.entityId, jurisdictionId: site.tokenId, ownership: 'SELF' }
  const tried = await bff.post(`${externalBase}/add`, {
    ...of,
    type: 'WALLET',
    wallet,
    dryRun: true,
  })
  expect(tried.body.data.statusReason).toBe('SCREENING')
  const payee = await aParty(bff, site.tokenId, { wallet })
  expect(await readAccount(payee.accountId)).toMatchObject({
    status: 'PENDING_VERIFICATION',
    statusReason: 'SCREENING',
  })
  expect(codeOf(await quote(bff, aQuote(site.germany, payee)))).toEqual([
    422,
    'CORRIDOR_UNAVAILABLE',
  ])
  await decideAbout(bff, payee.accountId)
  const { executionId } = await started(bff, site.germany, payee)
  await paidIn(bff, executionId)
  await expectHeld(executionId)
  await review(executionId, 'APPROVED')
  await until(bff, executionId, 'COMPLETED')
})

describe('a customer', () => {
  test('who was cleared as a customer is looked up in each transfer', async () => {
    const customer = await listedCustomer()
    const { executionId } = await started(bff, site.germany, customer)
    await paidIn(bff, executionId)
    await expectHeld(executionId)
    await review(executionId, 'REJECTED')
    await until(bff, executionId, 'REFUNDED')
    const next = await started(bff, site.germany, customer)
    await paidIn(bff, next.executionId)
    await expectHeld(next.executionId)
    await review(next.executionId, 'APPROVED')
    await until(bff, next.executionId, 'COMPLETED')
  })

  /** Staff verified the customer, and cleared the account. */
  async function listedCustomer(): Promise<Side> {
    const entityId = await makeVerified(bff, { firstName: 'Osama', lastName: 'bin Laden' })
    const accountId = await accountIn(bff, entityId, 'ES')
    await setStatus(accountId, 'ENABLED')
    return { entityId, accountId }
  }
})

describe('who pays', () => {
  test('all at once is looked up', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    await paidIn(bff, executionId, { senderName: listedName })
    await expectHeld(executionId)
    await review(executionId, 'APPROVED')
    await until(bff, executionId, 'COMPLETED')
  })

  test('an instalment is looked up, whoever pays the rest', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    await paidIn(bff, executionId, { amount: 60, senderName: listedName })
    await until(bff, executionId, 'IN_REVIEW')
    await paidIn(bff, executionId, { amount: 40 })
    await expectHeld(executionId)
    await review(executionId, 'APPROVED')
    await until(bff, executionId, 'COMPLETED')
  })

  test('an instalment that is refused goes back to nobody who is listed', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    await paidIn(bff, executionId, { amount: 60, senderName: listedName })
    await until(bff, executionId, 'IN_REVIEW')
    await review(executionId, 'REJECTED')
    await until(bff, executionId, 'IN_REVIEW')
    const record = await readTransfer(bff, executionId)
    expect(record.eventStatus).toBe('refund_failed')
    await review(executionId, 'APPROVED')
    await until(bff, executionId, 'REFUNDED')
  })
})

describe('money that pays nothing', () => {
  /** A second payment of a listed sender for a transfer that is complete. */
  async function stray(): Promise<string> {
    const { executionId } = await started(bff, site.germany, site.spain)
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
    const paid = await paidIn(bff, executionId, { senderName: listedName })
    return untilHeld(paid.body.data.depositId)
  }
  const untilHeld = async (depositId: string) =>
    (await untilDeposit(bff, depositId, 'HELD')).depositId

  test('is held for compliance on arrival, and only the operator decides', async () => {
    const depositId = await stray()
    expect(await findDeposit(bff, depositId)).toMatchObject({
      heldReason: 'COMPLIANCE',
      allowedActions: [],
    })
    const target = site.spain.accountId
    for (const action of ['RETURN', 'FORWARD'])
      expect(codeOf(await resolveDeposit(bff, { depositId, action, target, reason: '' }))).toEqual([
        422,
        'ILLEGAL_TRANSITION',
      ])
    expect((await reviewAbout(bff, depositId))?.['hits']).toMatchObject([{ name: listedName }])
    await decideAbout(bff, depositId, 'reject')
    expect(await reviewAbout(bff, depositId)).toBeUndefined()
    const still = await resolveDeposit(bff, { depositId, action: 'RETURN', reason: '' })
    expect(codeOf(still)).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect(await eventsOfDeposit(bff, depositId)).toEqual(['action_required held (COMPLIANCE)'])
  })

  /** The operator has cleared the sender: the deposit is its partner's to decide. */
  async function strayCleared(): Promise<string> {
    const depositId = await stray()
    expect(await decideAbout(bff, depositId)).toMatchObject({ decided: true })
    expect(await findDeposit(bff, depositId)).toMatchObject({ heldReason: 'NO_TRANSFER' })
    return depositId
  }

  test('is not returned to its listed sender before somebody decides', async () => {
    const depositId = await strayCleared()
    const returned = await resolveDeposit(bff, { depositId, action: 'RETURN', reason: '' })
    const { executionId } = returned.body.data.data
    await until(bff, executionId, 'IN_REVIEW')
    expect((await readTransfer(bff, executionId)).eventStatus).toBe('refund_failed')
    await review(executionId, 'APPROVED')
    await until(bff, executionId, 'REFUNDED')
  })

  test('is not forwarded before somebody decides', async () => {
    const depositId = await strayCleared()
    const target = site.spain.accountId
    const sent = await resolveDeposit(bff, { depositId, action: 'FORWARD', target, reason: '' })
    const { executionId } = sent.body.data.data
    await until(bff, executionId, 'IN_REVIEW')
    await review(executionId, 'APPROVED')
    await until(bff, executionId, 'COMPLETED')
  })

  test('on a route is held, and goes on once it is decided', async () => {
    const route = await aRoute(bff, { from: 'DE', to: 'ES' })
    const paid = await payTo(bff, route.fundingAccountId, {
      currency: 'EUR',
      senderName: listedName,
    })
    const { executionId } = await untilDeposit(bff, paid.depositId, 'HELD')
    await review(executionId, 'APPROVED')
    await untilDeposit(bff, paid.depositId, 'FORWARDED')
  })
})
