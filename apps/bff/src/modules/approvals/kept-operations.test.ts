// Operations that others have to agree to, one by one: asked for, published, done once when they do.
import { sql } from 'kysely'
import { parseId } from '@corridor/domain'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  detailOf,
  drawn,
  frameOf,
  partnerMe,
  payFee,
  quoteFrame,
  quoteReplenish,
  replenish,
  serviceNow,
  transactions,
  units,
  until as found,
} from '../../../test/support/money/liquidity.ts'
import { accountIn, aParty, setTerms } from '../../../test/support/money/ordinary.ts'
import {
  advanceClock,
  aQuoteOf,
  readTransfer,
  stepsOf,
  takeUp,
} from '../../../test/support/money/ordinary-flow.ts'
import { openOrdinarySite, type OrdinarySite } from '../../../test/support/money/ordinary-site.ts'
import { payTo, untilDeposit } from '../../../test/support/money/payin-deposits.ts'
import { aRoute, payinPath, toggleRoute } from '../../../test/support/money/payin-routes.ts'
import { makePayer, pay, type Payer } from '../../../test/support/money/payments.ts'
import { transferPath, until } from '../../../test/support/money/wallets.ts'
import { type Acting, aMember, waitingIn } from '../../../test/support/people/acting.ts'
import { type AnyBody, type Got, ownBff } from '../../../test/support/process/bff.ts'
import { readCommand } from '../../admin/commands.ts'
import type { Site } from '../../admin/base/site.ts'

const bff = ownBff()
let site: OrdinarySite
let maker: Acting
let checker: Acting
let payer: Payer
beforeAll(async () => {
  site = await openOrdinarySite(bff)
  maker = await aMember(bff, 'owner')
  checker = await aMember(bff, 'treasury')
  payer = await makePayer(bff, 100_000)
})
afterEach(async () => {
  await setTerms(bff, {})
  await expectConsistent(bff)
})

const read = async (approvalId: string): Promise<AnyBody> =>
  (await checker.get(`/api/v1/approvals/${approvalId}`)).body.data

/** Asks for it above the threshold, sees that nothing happened, and has another member agree. */
async function agreed(ask: () => Promise<Got>): Promise<AnyBody> {
  await setTerms(bff, { approvalAbove: 0 })
  const asked = await ask()
  expect(codeOf(asked)[1]).toBe('APPROVAL_REQUIRED')
  const approvalId = waitingIn(asked)
  expect(await read(approvalId)).toMatchObject({ status: 'REQUESTED', mayDecide: true })
  expect((await checker.decide(approvalId, 'APPROVED')).status).toBe(200)
  await expect.poll(async () => (await read(approvalId)).status).toBe('EXECUTED')
  await setTerms(bff, {})
  return read(approvalId)
}

/** What events report of a request, oldest first. */
async function eventsOf(approvalId: string): Promise<string[]> {
  const { body } = await bff.get('/api/v1/xfer/utility/webhook/events?limit=200')
  return body.data
    .filter(
      ({ eventCategory, eventObject }: AnyBody) =>
        eventCategory === 'approval' && eventObject.approvalId === approvalId,
    )
    .map(({ eventType, eventStatus }: AnyBody) => `${eventType} ${eventStatus}`)
    .toReversed()
}

/** The operational wallet filled by the payer, as soon as the service has seen it. */
async function filled(amount: number): Promise<void> {
  const { partnerOperationalWallet: to, tokenBalance } = await partnerMe(bff)
  await pay(bff, payer, { to, amount: units(amount) })
  await found(async () => ((await partnerMe(bff)).tokenBalance > tokenBalance ? true : undefined))
}

test('liquidity.replenishBatch pays each drawing once', async () => {
  await filled(2_000)
  const drawings = [await drawn(bff, { amount: 100 }), await drawn(bff, { amount: 50 })]
  const originalTxnHashes = drawings.map(({ originalTxnHash }) => originalTxnHash)
  const { data: quote } = (await bff.post(`${replenish}/quote/batch`, { originalTxnHashes })).body
  const items = quote.items.map(({ originalTxnHash, totalReplenishAmount }: AnyBody) => ({
    originalTxnHash,
    totalReplenishAmount,
  }))
  const { batchQuoteId } = quote
  const body = { batchQuoteId, mode: 'ATOMIC', items, asset: 'USDC' }
  await agreed(() => maker.post(`${replenish}/transaction/batch`, body))
  for (const { ltxId } of drawings) {
    const list = await bff.get(`${replenish}/transaction?ltxId=${ltxId}`)
    expect(list.body.data).toHaveLength(1)
  }
})

test('liquidity.acceptReserve takes on the frame', async () => {
  const { data: frame } = (await quoteFrame(bff)).body
  const feeTxnHash = await payFee(bff, payer, frame)
  const body = { reserveFrameId: frame.id, feeTxnHash }
  await agreed(() => maker.post(`${transactions}/reserve/accept`, body))
  await found(async () => ((await frameOf(bff, frame.id)).status === 'ACCEPTED' ? true : undefined))
})

test('liquidity.withdrawOperational pays out once', async () => {
  await filled(40)
  const before = (await partnerMe(bff)).tokenBalance
  const body = { asset: 'USDC', amount: 12, toWalletAddress: payer.address }
  const withdraw = () => maker.post('/api/v1/partner/operational/withdraw', body)
  // That the payer filled it is seen a moment after its balance.
  const done = await agreed(() =>
    found(async () => {
      const answer = await withdraw()
      return codeOf(answer)[1] === 'POLICY_BLOCKED' ? undefined : answer
    }),
  )
  expect(done.destination).toBe(payer.address)
  await found(async () => ((await partnerMe(bff)).tokenBalance === before - 12 ? true : undefined))
})

test.each([
  ['FORWARD', 'FORWARDED'],
  ['RETURN', 'RETURNED'],
])('payinRoutes.resolve: %s of a held deposit', async (action, status) => {
  const route = await aRoute(bff, { from: 'DE', to: 'ES' })
  await toggleRoute(bff, route.teleportId, 'inactive')
  const paid = { currency: 'EUR', senderAccount: 'DE89370400440532013000' }
  const { depositId } = await payTo(bff, route.fundingAccountId, paid)
  await untilDeposit(bff, depositId, 'HELD')
  const body = { depositId, action, reason: 'As agreed.' }
  const done = await agreed(() => maker.post(`${payinPath}/deposit/resolve`, body))
  expect(done).toMatchObject({ subject: { kind: 'deposit', id: depositId } })
  await untilDeposit(bff, depositId, status)
})

test('transfers.refund to another account of the payer; the events show it, and a repeat does nothing more', async () => {
  const { executionId } = await site.failed()
  const target = await accountIn(bff, site.germany.entityId, 'DE', {
    account: { iban: 'DE75512108001245126199' },
  })
  const refund = () => maker.post('/api/v1/xfer/transaction/refund', { executionId, target })
  const { approvalId, destination, payee } = await agreed(refund)
  expect([destination, payee]).toEqual([target, expect.stringMatching(/./)])
  await until(bff, executionId, 'REFUNDED')
  await expect
    .poll(() => eventsOf(approvalId))
    .toEqual(['action_required requested', 'transitioned approved'])
  expect(codeOf(await refund())).toEqual([422, 'ILLEGAL_TRANSITION'])
  expect(codeOf(await checker.decide(approvalId, 'APPROVED'))).toEqual([422, 'ILLEGAL_TRANSITION'])
})

test('the events show a rejection, a withdrawal and a time that is up', async () => {
  await setTerms(bff, { approvalAbove: 0 })
  const ask = async (place: string) =>
    waitingIn(
      await maker.send('PUT', '/api/v1/partner/registerPartnerWebhook', {
        webhookUrl: `https://hooks.example.com/${place}`,
      }),
    )
  const [rejected, withdrawn, late] = [await ask('r'), await ask('w'), await ask('l')]
  await checker.decide(rejected, 'REJECTED', 'no')
  await maker.post(`/api/v1/approvals/${withdrawn}/cancel`, {})
  await advanceClock(bff, 86_401)
  await expect.poll(() => eventsOf(rejected)).toContain('transitioned rejected')
  await expect.poll(() => eventsOf(withdrawn)).toContain('transitioned expired')
  await expect.poll(() => eventsOf(late)).toContain('transitioned expired')
})

test('in live a payee is new for 24 hours where nobody chose otherwise', async () => {
  const payee = await aParty(bff, 'ES', { account: { iban: 'ES6621000418401234567891' } })
  const inEnvironment = (environment: string) =>
    bff.deps.db.asWorker((tx) =>
      sql`update partner set environment = ${environment}
        where id = ${parseId('par', bff.first.svcPartnerId)}`.execute(tx),
    )
  await inEnvironment('live')
  try {
    const quoted = await aQuoteOf(bff, site.germany, payee)
    expect(quoted.approval).toMatchObject({ required: true, policyId: 'new-payee' })
    const { status } = (await maker.post(transferPath, takeUp(quoted))).body.data
    expect(status).toBe('AWAITING_APPROVAL')
    await advanceClock(bff, 86_401)
    expect((await aQuoteOf(bff, site.germany, payee)).approval.required).toBe(false)
  } finally {
    await inEnvironment('sandbox')
  }
})

describe('agreed to when its quote has expired', () => {
  /** What was asked for above the threshold, and what the last vote made of it too late. */
  async function agreedLate(ask: () => Promise<Got>, { validUntil }: AnyBody): Promise<AnyBody> {
    await setTerms(bff, { approvalAbove: 0 })
    const asked = await ask()
    expect(codeOf(asked)[1]).toBe('APPROVAL_REQUIRED')
    await advancePast(validUntil)
    const approvalId = waitingIn(asked)
    expect((await checker.decide(approvalId, 'APPROVED')).status).toBe(200)
    await expect.poll(async () => (await read(approvalId)).status).not.toBe('REQUESTED')
    const ended = await read(approvalId)
    expect(ended.result).toBeUndefined()
    await expect
      .poll(() => eventsOf(approvalId))
      .toEqual(['action_required requested', 'transitioned rejected'])
    const again = await checker.decide(approvalId, 'APPROVED')
    expect(codeOf(again)).toEqual([422, 'ILLEGAL_TRANSITION'])
    return ended
  }

  async function advancePast(validUntil: string): Promise<void> {
    const leftMs = Date.parse(validUntil) - (await serviceNow(bff)).getTime()
    await advanceClock(bff, Math.ceil(leftMs / 1_000) + 1)
  }

  /** A drawing, and what its repayment may be paid from. */
  async function owed() {
    await filled(200)
    const drawing = await drawn(bff, { amount: 100 })
    const { tokenBalance } = await partnerMe(bff)
    return { drawing, tokenBalance }
  }

  async function expectStillOwed({ drawing, tokenBalance }: Awaited<ReturnType<typeof owed>>) {
    const list = await bff.get(`${replenish}/transaction?ltxId=${drawing.ltxId}`)
    expect(list.body.data).toEqual([])
    expect(await detailOf(bff, drawing.ltxId)).toMatchObject({
      status: 'DISBURSED',
      principalOutstanding: 100,
    })
    expect((await partnerMe(bff)).tokenBalance).toBe(tokenBalance)
  }

  test('transfers.execute: the payer pays what was agreed to, at the present price, and nothing is paid yet', async () => {
    await setTerms(bff, { approvalAbove: 0 })
    const quoted = await aQuoteOf(bff, site.germany, site.spain)
    const { executionId } = quoted
    const asked = await maker.post(transferPath, takeUp(quoted))
    expect(asked.body.data).toMatchObject({ status: 'AWAITING_APPROVAL' })
    const before = await readTransfer(bff, executionId)
    const listed = await checker.get(`/api/v1/approvals?subjectId=${executionId}`)
    const [{ approvalId }] = listed.body.data
    await setTerms(bff, { approvalAbove: 0, partnerFeeBps: 100 })
    await advancePast(quoted.validUntil)
    const { body } = await checker.decide(approvalId, 'APPROVED')
    expect(body.data).toMatchObject({ status: 'EXECUTED', subject: { id: executionId } })
    const after = await readTransfer(bff, executionId)
    expect(after).toMatchObject({
      status: 'PENDING',
      from: { amount: before.from.amount },
      fees: { partnerFees: { amount: 1 } },
    })
    expect(after.to.amount).toBeCloseTo(before.to.amount - 1, 6)
    expect(Date.parse(after.validUntil)).toBeGreaterThan((await serviceNow(bff)).getTime())
    expect(stepsOf(after)).toMatchObject({
      approval: 'completed',
      deposit_received: 'waiting',
      payout_submitted: 'pending',
    })
    const timeline = await bff.get(`${transferPath}/${executionId}/timeline`)
    expect(timeline.body.data.ledger).toEqual([])
    const again = await checker.decide(approvalId, 'APPROVED')
    expect(codeOf(again)).toEqual([422, 'ILLEGAL_TRANSITION'])
  })

  test('liquidity.acceptReserve: is refused; its fee stays the partner’s', async () => {
    const { data: frame } = (await quoteFrame(bff)).body
    const feeTxnHash = await payFee(bff, payer, frame)
    const body = { reserveFrameId: frame.id, feeTxnHash }
    const ended = await agreedLate(() => maker.post(`${transactions}/reserve/accept`, body), frame)
    expect(ended).toMatchObject({ status: 'FAILED', failure: { code: 'RESERVE_EXPIRED' } })
    expect(await frameOf(bff, frame.id)).toMatchObject({ status: 'EXPIRED' })
    const paid = await bff.get('/api/v1/transactions/payments?limit=200')
    const fee = paid.body.data.find(
      ({ transactionHash }: AnyBody) => transactionHash === feeTxnHash,
    )
    expect(fee).toMatchObject({ status: 'UNMATCHED', subjectId: '' })
  })

  test('liquidity.initiateReplenish: is refused, and no token moves', async () => {
    const debt = await owed()
    const { originalTxnHash } = debt.drawing
    const { data: quote } = (await quoteReplenish(bff, originalTxnHash)).body
    const { totalReplenishAmount } = quote
    const body = { originalTxnHash, totalReplenishAmount, asset: 'USDC' }
    const ended = await agreedLate(
      () => maker.post(`${replenish}/transaction/initiate`, body),
      quote,
    )
    expect(ended).toMatchObject({ status: 'FAILED', failure: { code: 'QUOTE_REQUIRED' } })
    await expectStillOwed(debt)
  })

  test('liquidity.replenishBatch: is refused, and no token moves', async () => {
    const debt = await owed()
    const { originalTxnHash } = debt.drawing
    const { data: quote } = (
      await bff.post(`${replenish}/quote/batch`, { originalTxnHashes: [originalTxnHash] })
    ).body
    const { batchQuoteId, totalReplenishAmount } = quote
    const items = [{ originalTxnHash, totalReplenishAmount }]
    const body = { batchQuoteId, mode: 'BEST_EFFORT', items, asset: 'USDC' }
    const ended = await agreedLate(() => maker.post(`${replenish}/transaction/batch`, body), quote)
    expect(ended).toMatchObject({ status: 'FAILED', failure: { code: 'QUOTE_EXPIRED' } })
    await expectStillOwed(debt)
  })
})

test('`api-key issue --member`: what the key asks for, its member asked for', async () => {
  const command = (text: string) => {
    const asked = readCommand([...text.split(' '), '--partner', bff.first.svcPartnerId])
    if (asked.kind !== 'run' || !('onSite' in asked.command)) throw new Error('no such command')
    return asked.command.onSite({ access: bff.access } as Site, asked.options) as Promise<AnyBody>
  }
  const { apiToken: token } = await command(
    `api-key issue --scopes all --member ${checker.memberId}`,
  )
  await setTerms(bff, { approvalAbove: 0 })
  const body = { webhookUrl: 'https://hooks.example.com/key' }
  const asked = await bff.send('/api/v1/partner/registerPartnerWebhook', {
    method: 'PUT',
    body,
    token,
  })
  const own = await checker.decide(waitingIn(asked), 'APPROVED')
  expect(codeOf(own)[1]).toBe('MAKER_CANNOT_APPROVE')
  expect((await maker.decide(waitingIn(asked), 'APPROVED')).body.data.status).toBe('EXECUTED')
})
