import { executionId, fail, ok, parseExecutionId } from '@corridor/domain'
import { byScheduler } from '../../../records/transfers/transition.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { TravelVerdict } from '../../../ports/travel-rule.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { ordersOf } from '../../../records/transfers/payout-store.ts'
import { newestOrder } from '../../../records/transfers/payouts.ts'
import { reviewOf } from '../../../records/transfers/review.ts'
import { lockTransfer } from '../../../records/transfers/store.ts'
import { decideReview, type ReviewParts } from '../funding/review.ts'
import { silentCode, tokenHashOf } from './check.ts'
import * as store from './store.ts'

export type AnswerParts = ReviewParts & Pick<Deps, 'db'>
/** TAKEN changed something, also where it came too late; REPEATED is the same once more. */
export type Taken = 'TAKEN' | 'REPEATED' | 'CONTRADICTS'

/** What a provider says of a payment after it was asked. */
export function createTravelAnswers(deps: AnswerParts) {
  return { byToken, ofTransfer }

  /** By whoever has the token; undefined where nobody was given it. */
  async function byToken(
    token: string,
    verdictFor: (address: string) => TravelVerdict | undefined,
  ) {
    const found = await deps.db.readingAll((tx) => store.findByToken(tx, tokenHashOf(token)))
    if (!found) return undefined
    const verdict = verdictFor(found.address ?? '')
    if (!verdict) return { kind: 'UNREADABLE' as const }
    const { partner_id: partnerId, transfer_id: transferId } = found
    const kind = await deps.db.asWorker((tx) => take(tx, found, verdict))
    return { kind, key: { partnerId, transferId } }
  }

  /** The sandbox answers in the provider's place. */
  async function ofTransfer(tx: Tx, partnerId: string, asked: string, verdict: TravelVerdict) {
    const parsed = parseExecutionId(asked)
    const newest = parsed && (await store.findNewest(tx, partnerId, parsed.id))
    if (!newest || newest.state === 'SELF_HOSTED')
      return fail({ code: 'RECORD_NOT_FOUND' as const })
    const kind = await take(tx, newest, verdict)
    const key = { partnerId, transferId: newest.transfer_id }
    return ok({ kind, key, address: newest.address ?? '' })
  }

  async function take(tx: Tx, of: store.Asked, verdict: TravelVerdict): Promise<Taken> {
    const { partner_id, payout_id: id, transfer_id } = of
    const held = await lockTransfer(tx, partner_id, transfer_id)
    if (!held) throw new Error(`the transfer ${transfer_id} is gone`)
    const by = byScheduler(partner_id, 'travel-rule')
    const inTime = await store.setVerdict(tx, { partner_id, id }, verdict)
    const isReleased = held.status === 'PROCESSING' && verdict.state === 'REJECTED'
    const row = inTime ?? (await store.setLate(tx, { partner_id, id }, verdict, isReleased))
    if (!row) return (await isSame(tx, { partner_id, id }, verdict)) ? 'REPEATED' : 'CONTRADICTS'
    await recordAudit(tx, by, {
      action: inTime ? 'transfer.travel_rule' : 'transfer.travel_rule_late',
      object: { kind: 'transfer', id: executionId(held) },
      after: { travelRule: verdict.state },
      ...('reason' in verdict ? { reason: verdict.reason } : {}),
    })
    // What waits for a decision only because nobody answered needs none any more.
    const isOver = held.status === 'IN_REVIEW' && reviewOf(held).reason === silentCode
    const isNewest = newestOrder(await ordersOf(tx, held), 'payout')?.id === id
    if (isOver && isNewest && verdict.state !== 'REJECTED')
      await decideReview(tx, deps, by, held, { decision: 'APPROVED' })
    return 'TAKEN'
  }
}

async function isSame(tx: Tx, key: Parameters<typeof store.findMessage>[1], again: TravelVerdict) {
  const row = await store.findMessage(tx, key)
  return (row?.late_state ?? row?.state) === again.state
}
