import { formatId } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { TransferRow } from '../../db/schema/rows.ts'
import { type BackgroundJob, leaderLoop, whileQuiet } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../records/audit/audit.ts'
import { lockDeposit } from '../../records/deposits/store.ts'
import {
  findOrdered,
  listOpen,
  type OrderedReview,
  withdrawOrder,
} from '../../records/reviews/store.ts'
import { carries } from './deposits/held-actions.ts'
import { findDeposit } from './deposits/store.ts'
import { type ForwardFailure, forwardHeld } from './resolve/forward.ts'
import { returnHeld, type ReturnFailure } from './resolve/return.ts'
import { undoneIfRefused } from '../../db/undone.ts'

/** Carries out what the operator's command decided about held deposits. */
const decisions = (deps: Deps): BackgroundJob =>
  leaderLoop({
    name: 'decisions about deposits',
    everyMs: 2_000,
    ...whileQuiet,
    wakeOn: ['sweep'],
    run: async () => {
      const ordered = await deps.db.readingAll((tx) => findOrdered(tx, ['deposit']))
      for (const item of ordered) {
        try {
          const started = await deps.db.asWorker((tx) => carryOut(tx, deps, item))
          deps.wake.notify('events')
          if (started) deps.jobs.runNow(started)
        } catch (error) {
          const depositId = formatId('dep', item.subjectId)
          deps.log.error({ err: error, depositId }, 'a decision was not carried out')
        }
      }
    },
  })

/** What cannot be done, such as forwarding for a customer who is not verified, waits for another order. */
async function carryOut(tx: Tx, deps: Deps, { partnerId, subjectId, ordered }: OrderedReview) {
  const by: AuditedBy = {
    partnerId,
    actor: { type: 'service', id: 'operator' },
    requestId: '',
  }
  await lockDeposit(tx, partnerId, subjectId)
  // Its sender may have been cleared by this same decision meanwhile: then it is its partner's.
  const open = await listOpen(tx, { partnerId, kind: 'deposit', subjectId }, 1)
  if (!open.some((review) => review.ordered !== null)) return undefined
  const held = await findDeposit(tx, partnerId, subjectId)
  // A name that was found is decided about first, by itself.
  if (held && held.held_behind !== '') return undefined
  const subject = { kind: 'deposit', id: subjectId } as const
  if (held?.status !== 'HELD' || carries(held)) {
    await withdrawOrder(tx, partnerId, subject)
    return undefined
  }
  const { decision, reason } = ordered
  const done = await undoneIfRefused<TransferRow | undefined, ForwardFailure | ReturnFailure>(
    tx,
    () =>
      decision === 'APPROVED'
        ? forwardHeld(tx, deps, by, held, { reason, isCleared: true })
        : returnHeld(tx, deps, by, held, { reason }),
  )
  await recordAudit(tx, by, {
    action: done.ok ? 'payin_deposit.review' : 'payin_deposit.review_refused',
    object: { kind: 'deposit', id: formatId('dep', subjectId) },
    before: { status: held.status, heldReason: held.held_reason },
    after: { decision, ...(done.ok ? {} : { code: done.failure.code }) },
    reason,
  })
  if (done.ok) return done.value && { partnerId, transferId: done.value.id }
  await withdrawOrder(tx, partnerId, subject)
  return undefined
}

export const jobs = (deps: Deps): BackgroundJob[] => [decisions(deps)]
