import { formatId } from '@corridor/domain'
import type { LoopJob } from '../../../engine/background-job.ts'
import type { Deps } from '../../../ports/deps.ts'
import { openReview } from '../../../records/reviews/reviews.ts'
import { keep } from '../../screening/screen.ts'
import { screeningSweep } from '../../screening/sweep.ts'
import { kycContext } from '../case/screening-context.ts'
import { readRecord } from '../case/store.ts'
import { createDecisionService } from './decisions.ts'
import { approvedAfter } from './reminder-store.ts'
import { subjectsOf } from './review-worker.ts'

type Parts = Pick<
  Deps,
  'db' | 'ids' | 'kek' | 'jurisdictions' | 'screening' | 'wake' | 'log' | 'config' | 'faults'
>
const actor = { type: 'service', id: 'screening' } as const

/**
 * Approved customers and everyone behind them when the list has a new version: who is found is
 * paused, and with them what is under way, until an operator resumes or offboards.
 */
export function customerScreening(deps: Parts): LoopJob {
  const decisions = createDecisionService(deps)
  return screeningSweep(deps, {
    kind: 'kyc',
    read: async (tx, after, limit) => {
      const items = []
      for (const of of await approvedAfter(tx, after, limit)) {
        const record = await readRecord(tx, of)
        const subjects = record ? subjectsOf(deps, record) : []
        items.push({ partnerId: of.partnerId, id: of.entityId, subjects })
      }
      return items
    },
    hit: async (tx, { partnerId, id }, found) => {
      const context = kycContext({ partner_id: partnerId, id })
      if ((await keep(tx, deps, context, found)).outcome === 'CLEAR') return
      const by = { partnerId, actor, requestId: '' }
      const reason = 'A name is being compared with public lists.'
      await decisions.hold(tx, by, formatId('ent', id), { event: 'pause', reason })
      await openReview(tx, {
        partnerId,
        subject: { kind: 'kyc', id },
        reason: 'SCREENING_HIT',
        decider: 'operator',
      })
    },
  })
}
