import { beforeAll, expect, test } from 'vitest'
import { expectFresh } from '../../../../test/support/money/invariants.ts'
import {
  act,
  advanceClock,
  aQuoteOf,
  paidIn,
  started,
  takeUp,
} from '../../../../test/support/money/ordinary-flow.ts'
import {
  openOrdinarySite,
  type OrdinarySite,
} from '../../../../test/support/money/ordinary-site.ts'
import { fundPayments } from '../../../../test/support/money/payments.ts'
import { transferPath, until } from '../../../../test/support/money/wallets.ts'
import { ownBff } from '../../../../test/support/process/bff.ts'

const bff = ownBff()
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})

/** Does something to a transfer, and looks at once at what the API says of it. */
const shown = async <T>(work: Promise<T>): Promise<T> => {
  const done = await work
  await expectFresh(bff)
  return done
}

test('each change of a transfer shows at once: quoted, taken up, paid, completed, refunded', async () => {
  const quoted = await shown(aQuoteOf(bff, site.germany, site.spain))
  const { executionId } = quoted
  await shown(bff.post(transferPath, takeUp(quoted)))
  await shown(paidIn(bff, executionId))
  await shown(until(bff, executionId, 'COMPLETED'))
  await fundPayments(bff)
  const refund = (await shown(act(bff, 'refund', { executionId, amount: 10, refundId: 'part' })))
    .body.data
  await shown(until(bff, refund.executionId, 'COMPLETED'))
  await shown(act(bff, 'refund', { executionId }))
})

test('each change shows at once: cancelled, expired, failed, retried', async () => {
  const cancelled = await started(bff, site.germany, site.spain)
  await shown(act(bff, 'cancel', { executionId: cancelled.executionId }))
  const failed = await shown(site.failed())
  const toAccountId = await site.spanish(failed.payee.entityId)
  await shown(act(bff, 'retry', { executionId: failed.executionId, toAccountId }))
  await shown(until(bff, failed.executionId, 'COMPLETED'))
  await shown(aQuoteOf(bff, site.germany, site.spain))
  await shown(started(bff, site.germany, site.spain))
  await shown(advanceClock(bff, 31 * 24 * 3_600))
})

test('each change shows at once: looked at, asked about, answered, decided', async () => {
  const { executionId } = await started(bff, site.germany, site.spain, { exactAmountIn: 1_500 })
  await shown(paidIn(bff, executionId, { senderName: 'Walter Stranger' }))
  const ask = { decision: 'INFORMATION_REQUIRED', question: 'Who is Walter?' }
  const asked = await shown(bff.post(`/api/v1/sandbox/transfer/${executionId}/review`, ask))
  expect(asked.status).toBe(200)
  const { rfiId } = asked.body.data.review.questions[0]
  const answer = { answer: 'My uncle.' }
  await shown(bff.post(`${transferPath}/${executionId}/rfi/${rfiId}`, answer))
  const underpaid = (await started(bff, site.germany, site.spain)).executionId
  await shown(paidIn(bff, underpaid, { amount: 60 }))
  await shown(bff.post(`${transferPath}/${underpaid}/resolve`, { action: 'ACCEPT_RECEIVED' }))
  await shown(until(bff, underpaid, 'COMPLETED'))
})
