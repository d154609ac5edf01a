import { setTimeout as sleep } from 'node:timers/promises'
import { formatId, parseId } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { ReviewRow } from '../../db/schema/rows.ts'
import { type AuditedBy, recordAudit } from '../../records/audit/audit.ts'
import { findReviewOfAny, orderDecision } from '../../records/reviews/store.ts'
import { decideAccount } from '../../modules/accounts/external/screening.ts'
import { contextOfCase } from '../../modules/screening/cases.ts'
import {
  openHits,
  type ScreenedHit,
  type ScreeningContext,
} from '../../modules/screening/screen.ts'
import { byOperator, choice, onSite, reason, Refused, textOption } from '../base/command.ts'
import type { Site } from '../base/site.ts'

const decisions = { approve: 'APPROVED', reject: 'REJECTED' } as const
type Ruling = { decision: 'APPROVED' | 'REJECTED'; reason: string }

export const reviewDecide = onSite({
  summary: 'decide about what is in review, whatever it is: approve or reject',
  options: {
    review: textOption('<reviewId>', 'which, from `review list`'),
    decision: choice(['approve', 'reject'], 'approve or reject'),
    reason: reason(),
  },
  run: async (site, { review: reviewId, decision, reason: why }) => {
    const ruling = { decision: decisions[decision], reason: why }
    const review = await site.db.asWorker((tx) => openReviewOf(tx, reviewId))
    const by = byOperator(review.partner_id)
    if (review.decider === 'partner')
      throw new Refused('This is for the partner to decide: POST …/resolve.')
    if (review.subject_kind === 'account') await ofAccount(site, by, review, ruling)
    else if (review.subject_kind === 'kyc') await ofCustomer(site, by, review, ruling)
    else await order(site, by, review, ruling)
    site.published()
    return outcome(site, review.id)
  },
})

async function openReviewOf(tx: Tx, reviewId: string): Promise<ReviewRow> {
  const id = parseId('rev', reviewId)
  const review = id && (await findReviewOfAny(tx, id))
  if (!review) throw new Refused(`No review has the id ${reviewId}.`)
  if (review.status !== 'OPEN') throw new Refused(`The review is ${review.status} already.`)
  return review
}

async function ofAccount(site: Site, by: AuditedBy, review: ReviewRow, ruling: Ruling) {
  const accountId = formatId('acc', review.subject_id)
  const decided = await site.db.asWorker((tx) =>
    decideAccount(tx, by, accountId, { ...ruling, about: review.reason }),
  )
  if (!decided.ok) throw new Refused(`Nothing has to be decided about ${accountId}.`)
  site.wake.notify('sweep')
}

/** A verification that is paused for a name goes on, or ends; any other is approved or rejected. */
async function ofCustomer(
  site: Site,
  by: AuditedBy,
  review: ReviewRow,
  { decision, reason: why }: Ruling,
) {
  const entityId = formatId('ent', review.subject_id)
  const { decisions: kyc } = site.kyc
  const isPaused = review.reason === 'SCREENING_HIT'
  const event = decision === 'APPROVED' ? 'resume' : 'offboard'
  const decided = await site.db.asWorker((tx) =>
    isPaused
      ? kyc.hold(tx, by, entityId, { event, reason: why })
      : kyc.decide(tx, by, entityId, { decision, reasons: [why] }),
  )
  if (decided.ok) return
  const { failure } = decided
  throw new Refused(
    failure.code === 'POLICY_BLOCKED'
      ? (failure.details[0]?.message ?? failure.code)
      : `${entityId} is in a state that does not allow this.`,
  )
}

/** The running server carries it out, with the money; without one it waits for its start. */
async function order(site: Site, by: AuditedBy, review: ReviewRow, ruling: Ruling): Promise<void> {
  await site.db.asWorker(async (tx) => {
    const isNamed =
      review.reason === 'PAYER_NOT_ALLOWED' || (await hitsOfReview(tx, review)).length > 0
    if (review.subject_kind === 'deposit' && !isNamed)
      throw new Refused('No name was found: the customer’s verification decides about this.')
    await orderDecision(tx, review, ruling)
    await recordAudit(tx, by, {
      action: 'review.order',
      object: { kind: 'review', id: formatId('rev', review.id) },
      after: { decision: ruling.decision },
      reason: ruling.reason,
    })
  })
  site.wake.notify('sweep')
}

const waitMsMax = 3_000
const lookMs = 50

async function outcome({ db }: Site, id: string): Promise<object> {
  for (let waitedMs = 0; ; waitedMs += lookMs) {
    const review = await db.asWorker((tx) => findReviewOfAny(tx, id))
    const isDecided = review?.status !== 'OPEN'
    if (isDecided || waitedMs >= waitMsMax)
      return { reviewId: formatId('rev', id), decided: isDecided, decision: review?.decision ?? '' }
    await sleep(lookMs)
  }
}

/** What a review of a name is about: of a deposit's sender, or of what was refused. */
export async function contextOfReview(
  tx: Tx,
  { partner_id: partnerId, subject_kind, subject_id }: ReviewRow,
): Promise<ScreeningContext | undefined> {
  switch (subject_kind) {
    case 'screening':
      return contextOfCase(tx, partnerId, subject_id)
    case 'deposit':
      return { partnerId, kind: 'deposit', id: formatId('dep', subject_id) }
    case 'kyc':
      return { partnerId, kind: 'kyc', id: formatId('ent', subject_id) }
    case 'account':
      return { partnerId, kind: 'account', id: formatId('acc', subject_id) }
    default:
      return undefined
  }
}

/** The names and entries that nobody has cleared; none for a transfer, which has a list of its own. */
export async function hitsOfReview(tx: Tx, review: ReviewRow): Promise<ScreenedHit[]> {
  const context = await contextOfReview(tx, review)
  return context ? openHits(tx, context) : []
}
