import { parseId } from '@corridor/domain'
import { leaderLoop, type LoopJob, whileQuiet } from '../../engine/background-job.ts'
import type { Tx } from '../../db/open.ts'
import type { DepositRow } from '../../db/schema/rows.ts'
import type { Deps } from '../../ports/deps.ts'
import type { AuditedBy } from '../../records/audit/audit.ts'
import { recordDeposit } from '../../records/deposits/record.ts'
import { lockHeld } from '../../records/deposits/store.ts'
import { decideReview } from '../../records/reviews/reviews.ts'
import { findOrdered, type OrderedReview } from '../../records/reviews/store.ts'
import type { FeeDeps } from '../partners/fees.ts'
import { type CaseRuling, decideCase } from '../screening/cases.ts'
import { depositContext } from '../screening/deposits.ts'
import { clearHits, confirmHits } from '../screening/screen.ts'
import { lockLine } from '../../records/liquidity/line-store.ts'
import { lockPayment, releasePayment } from '../../records/liquidity/payment-store.ts'
import { findQuotesByReference } from '../../records/liquidity/quote-store.ts'
import { matchPayment } from '../liquidity/payments/arrive.ts'
import { payQuote } from '../liquidity/payments/bank.ts'

type Parts = FeeDeps & Pick<Deps, 'db' | 'wake' | 'log'>

/** Carries out what the operator decided about listed senders and about names that were refused. */
export const senderDecisions = (deps: Parts): LoopJob =>
  leaderLoop({
    name: 'decisions about senders',
    everyMs: 1_000,
    ...whileQuiet,
    wakeOn: ['sweep'],
    run: async () => {
      const ordered = await deps.db.readingAll((tx) => findOrdered(tx, ['screening', 'deposit']))
      for (const review of ordered)
        await deps.db
          .asWorker((tx) => carryOut(tx, deps, review))
          .catch((error: unknown) =>
            deps.log.error({ err: error, review: review.subjectId }, 'a decision is tried again'),
          )
      if (ordered.length > 0) deps.wake.notify('events')
      return undefined
    },
  })

async function carryOut(
  tx: Tx,
  deps: Parts,
  { partnerId, kind, subjectId, ordered }: OrderedReview,
): Promise<void> {
  const actor = { type: 'service', id: 'operator' } as const
  const by: AuditedBy = { partnerId, actor, requestId: '' }
  if (kind === 'deposit') return decideSender(tx, by, subjectId, ordered)
  const context = await decideCase(tx, by, subjectId, ordered)
  if (context?.kind === 'payment' && ordered.decision === 'APPROVED')
    await releaseHeld(tx, deps, partnerId, context.id)
}

/**
 * Decides about the sender of a deposit that pays nothing. Cleared, it is held for what else is the
 * matter, and its partner decides; the listed one's money stays where it is.
 */
async function decideSender(
  tx: Tx,
  by: AuditedBy,
  depositId: string,
  { decision, reason }: CaseRuling,
): Promise<void> {
  const held = await lockHeld(tx, by.partnerId, depositId)
  if (!held || held.held_behind === '') return
  const isCleared = decision === 'APPROVED'
  await (isCleared ? clearHits : confirmHits)(tx, by, depositContext(held), reason)
  await decideReview(tx, by, { kind: 'deposit', id: held.id }, { decision, reason })
  if (!isCleared) return
  const reasonNow = held.held_behind as DepositRow['held_reason']
  await recordDeposit(tx, held, {
    by,
    moves: [],
    also: { held_reason: reasonNow, held_behind: '', held_limit: held.held_limit },
    publish: [{ type: 'action_required', status: 'held' }],
  })
}

/** The sender of a held payment is cleared: it is used for what waits for it, as at its arrival. */
async function releaseHeld(tx: Tx, deps: FeeDeps, partnerId: string, paymentId: string) {
  const id = parseId('lpay', paymentId)
  if (id === undefined) return
  const line = await lockLine(tx, partnerId)
  const held = await lockPayment(tx, partnerId, id)
  if (held?.status !== 'HELD') return
  const payment = await releasePayment(tx, held)
  const [quote] =
    payment.source === 'BANK' ? await findQuotesByReference(tx, [payment.bank_reference]) : []
  if (quote) await payQuote(tx, deps, line, quote, payment)
  else await matchPayment(tx, deps, line, payment)
}
