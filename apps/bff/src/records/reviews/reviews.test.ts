import { parseId } from '@corridor/domain'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ownBff } from '../../../test/support/process/bff.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { paidIn, started } from '../../../test/support/money/ordinary-flow.ts'
import { openOrdinarySite, type OrdinarySite } from '../../../test/support/money/ordinary-site.ts'
import { until } from '../../../test/support/money/wallets.ts'
import { byWorker } from '../transfers/transition.ts'
import { askQuestion, answerQuestion, openReview } from './reviews.ts'

const bff = ownBff()
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})
afterEach(() => expectConsistent(bff))

const reviewsOf = (subjectId: string) =>
  bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('review')
      .select(['reason', 'decider', 'status', 'decision', 'decided_by_type'])
      .where('subject_id', '=', subjectId)
      .orderBy('opened_at')
      .execute(),
  )
const decide = (executionId: string, decision: string) =>
  bff.post(`/api/v1/sandbox/transfer/${executionId}/review`, { decision })

describe('a review', () => {
  test('is opened with a transfer that is looked at, and ends with what was decided', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    await paidIn(bff, executionId, { amount: 60 })
    const id = parseId('exec', executionId) ?? ''
    expect(await reviewsOf(id)).toMatchObject([
      { reason: 'FUNDING_UNDERPAID', decider: 'partner', status: 'OPEN', decision: '' },
    ])
    await decide(executionId, 'APPROVED')
    await until(bff, executionId, 'COMPLETED')
    expect(await reviewsOf(id)).toMatchObject([
      { status: 'DECIDED', decision: 'APPROVED', decided_by_type: 'api_key' },
    ])
  })

  test('of a deposit that pays nothing is the partner’s', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
    const { depositId } = (await paidIn(bff, executionId)).body.data
    const id = parseId('dep', depositId) ?? ''
    expect(await reviewsOf(id)).toMatchObject([
      { reason: 'NO_TRANSFER', decider: 'partner', status: 'OPEN' },
    ])
  })

  test('is opened once for a reason, and a question is answered once', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    const id = parseId('exec', executionId) ?? ''
    const partnerId = parseId('par', bff.first.svcPartnerId) ?? ''
    const subject = { kind: 'account', id } as const
    const by = byWorker(partnerId)
    const seen = await bff.deps.db.asWorker(async (tx) => {
      const reason = 'SCREENING_HIT'
      await openReview(tx, { partnerId, subject, reason })
      await openReview(tx, { partnerId, subject, reason })
      const dueAt = new Date('2099-01-01T00:00:00Z')
      const asked = await askQuestion(tx, by, subject, { text: 'Who is it?', dueAt })
      const question = { id: asked?.id ?? '' }
      const answer = { text: 'A cousin.', documents: [] }
      return [
        await answerQuestion(tx, by, question, answer),
        await answerQuestion(tx, by, question, answer),
      ]
    })
    expect(seen).toMatchObject([{ status: 'ANSWERED', answer: 'A cousin.' }, undefined])
    expect(await reviewsOf(id)).toMatchObject([{ decider: 'operator', status: 'OPEN' }])
  })
})
