import {
  type ExecutionFailureCode,
  failureKinds,
  reviewMs,
  transferLifecycle,
  type TransferStatus,
  executionId,
  transferStates,
} from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import { claimTransfer } from '../../../records/transfers/steps/claim-store.ts'
import { closeSteps } from '../../../records/transfers/steps/completion-store.ts'
import { factsOf } from '../../../records/transfers/steps/failure-facts.ts'
import * as store from '../../../records/transfers/steps/store.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { OrderStopped } from '../payouts/order-check.ts'
import type { FaultMoment } from '../../../ports/faults.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'
import type { RunResult, RunTransfer } from '../../../ports/jobs.ts'
import type {
  StepOutcome,
  Flow,
  Failed,
  ForcedFailure,
} from '../../../records/transfers/steps/step.ts'

type Parts = Pick<Deps, 'db' | 'jobs' | 'wake' | 'faults' | 'log' | 'random'>

const retryMsMin = 250
const retryMsMax = 10_000
const waitMs = 5_000
const actor = { actor: { type: 'service', id: 'worker' }, requestId: '' } as const

/**
 * Takes a transfer through its steps: claim, outside effect, one closing transaction, next step.
 * Each closing repeats the fence, so a worker that was overtaken writes nothing
 * (guarantees.md 3.7).
 */
export function createStepRunner(
  deps: Parts,
  flowOf: (transfer: TransferRow) => Flow,
): RunTransfer {
  return async (key) => {
    const claim = await deps.db.groupCommit(async (tx) => {
      const claimed = await claimTransfer(tx, key)
      if (claimed) await flowOf(claimed.transfer).read?.(tx, claimed)
      return claimed
    })
    if (!claim) return { state: 'ended' }
    try {
      return await walk(claim)
    } catch (error) {
      if (!(error instanceof store.StaleClaim)) throw error
      deps.log.info({ transferId: key.transferId }, 'a newer claim goes on with this transfer')
      return { state: 'open' }
    }
  }

  async function walk(claim: store.Claim): Promise<RunResult> {
    const flow = flowOf(claim.transfer)
    const open = claim.steps.filter(store.isOpen).map((step) => step.name)
    let held = claim.transfer
    let first = 0
    let kept: Write[] = []
    for (let at = 0; at < open.length; at += 1) {
      const step = open[at] ?? ''
      const outcome = await perform(flow, step, Object.assign(claim, { transfer: held }))
      if (outcome.kind === 'nothing' && at + 1 < open.length) {
        if (outcome.write) kept.push(outcome.write)
        continue
      }
      const completed = open.slice(first, at)
      const goOn = async () => {
        if (completed.length > 0)
          held = await close(flow, held, { completed, next: step, done: {}, kept })
      }
      if (outcome.kind !== 'done' && outcome.kind !== 'nothing') {
        await goOn()
        if (outcome.kind === 'failed') return fail(flow, held, step, outcome)
        if (outcome.kind === 'review') return review(flow, held, step, outcome)
        return pause(flow, { ...claim, transfer: held }, step, outcome)
      }
      const done: Done = outcome
      const last = done.through === undefined ? at : Math.max(at, open.indexOf(done.through))
      // What one fact completes together has its points at one place.
      for (const moment of ['before_effect', 'after_effect'] as const)
        await reachAll(open.slice(at + 1, last + 1), moment)
      const all = open.slice(first, last + 1)
      const closed = await close(flow, held, {
        completed: all,
        next: open[last + 1],
        done,
        kept,
      }).catch(stopCode)
      if (typeof closed === 'string') {
        await goOn()
        return review(flow, held, step, { kind: 'review', code: closed })
      }
      held = closed
      kept = []
      at = last
      first = last + 1
    }
    return { state: 'ended' }
  }

  async function perform(flow: Flow, step: string, claim: store.Claim): Promise<StepOutcome> {
    const forced = claim.transfer.forced_failure as ForcedFailure | null
    if (forced?.step === step) {
      const failed: StepOutcome = { kind: 'failed', code: forced.code }
      const outcome = flow.forced ? flow.forced(claim, step, forced.code) : failed
      if (outcome) return outcome
    }
    const handler = flow.handlers[step]
    if (!handler) throw new Error(`no handler for the step ${step}`)
    await deps.faults.reach(step, 'before_effect')
    const outcome = await handler(claim)
    await deps.faults.reach(step, 'after_effect')
    return outcome
  }

  /** Steps, postings, event, audit, next step and state of the transfer, or none of them. */
  async function close(flow: Flow, held: TransferRow, part: Part): Promise<TransferRow> {
    const { completed, next, done, kept } = part
    const last = completed.at(-1) ?? ''
    const event = done.isSilent
      ? undefined
      : completed.map((name) => flow.eventStatuses[name]).findLast((status) => status)
    const closing = {
      completed,
      next,
      expectedInSeconds: flow.expectedSeconds?.[next ?? ''],
      reference: done.reference ?? '',
      transactionHash: done.transactionHash,
      status: next === undefined ? endOf(held) : held.status,
      eventStatus: event ?? held.event_status,
    }
    const write = flow.isShared ? deps.db.groupCommit : deps.db.asWorker
    const row = await write(async (tx) => {
      // The lock alone at first; what follows travels together.
      const changed = await closeSteps(tx, held, closing)
      await Promise.all([
        ...kept.map((each) => each(tx)),
        done.write?.(tx),
        next === undefined && end(tx, held, changed, { action: actionOf(changed) }),
        next === undefined && flow.settle?.(tx, changed),
        event &&
          recordEvent(
            tx,
            transferEvent(changed, held.status, 'transitioned', {
              step: last,
              bankStatus: done.bankStatus,
            }),
          ),
        flow.follow?.(tx, changed),
      ])
      await reachAll(completed, 'before_commit')
      return changed
    })
    done.committed?.()
    await reachAll(completed, 'after_commit')
    if (event) deps.wake.notify('events')
    return row
  }

  async function reachAll(steps: readonly string[], moment: FaultMoment): Promise<void> {
    for (const step of steps) await deps.faults.reach(step, moment)
  }

  async function pause(
    flow: Flow,
    { transfer: held, steps }: store.Claim,
    step: string,
    outcome: Paused,
  ): Promise<RunResult> {
    const isAttempt = outcome.kind === 'retry'
    const attempt = steps.find(({ name }) => name === step)?.attempt ?? 0
    const asked = outcome.kind === 'waiting' ? outcome.againInMs : undefined
    const againInMs = isAttempt ? retryAfter(attempt) : (asked ?? waitMs)
    const expected = outcome.kind === 'waiting' ? outcome.expectedInSeconds : againInMs / 1_000
    const isDeadline = outcome.kind === 'waiting' && outcome.isDeadline === true
    const expectedInSeconds = isDeadline ? expected : (flow.expectedSeconds?.[step] ?? expected)
    const { reason } = outcome
    const change = { step, reason, expectedInSeconds, isAttempt, isDeadline }
    await deps.db.groupCommit((tx) => store.pauseStep(tx, held, change))
    return { state: 'open', againInMs }
  }

  /** Twice as long each time, and spread, so that many transfers do not come back at once. */
  function retryAfter(attempt: number): number {
    const ms = Math.min(retryMsMin * 2 ** Math.min(attempt, 10), retryMsMax)
    return Math.round(ms * (0.75 + (deps.random(1)[0] ?? 0) / 512))
  }

  async function fail(
    flow: Flow,
    held: TransferRow,
    step: string,
    outcome: FailedOutcome,
  ): Promise<RunResult> {
    const { code, isRetryable, bankStatus, write } = outcome
    const failForGood = flow.fail ?? endInFailure
    const row = await deps.db.asWorker(async (tx) => {
      const changed = await failForGood(tx, held, { step, code, isRetryable, write })
      await Promise.all([
        end(tx, held, changed, { action: actionOf(changed), reason: code }),
        recordEvent(tx, transferEvent(changed, held.status, 'transitioned', { step, bankStatus })),
        needsSomebody(changed) &&
          recordEvent(tx, transferEvent(changed, changed.status, 'action_required', { step })),
        flow.follow?.(tx, changed),
      ])
      await deps.faults.reach(step, 'before_commit')
      return changed
    })
    await deps.faults.reach(step, 'after_commit')
    deps.wake.notify('events')
    return isWorkable(row) ? { state: 'open', againInMs: 0 } : { state: 'ended' }
  }

  async function review(
    flow: Flow,
    held: TransferRow,
    step: string,
    outcome: Reviewed,
  ): Promise<RunResult> {
    const { code } = outcome
    const reviewing = {
      step,
      eventStatus: 'in_review',
      reason: code,
      message: failureKinds[code].partnerText,
      isFailed: false,
      reviewMs,
    }
    await deps.db.asWorker(async (tx) => {
      const changed = await store.reviewStep(tx, held, reviewing)
      await Promise.all([
        outcome.write?.(tx),
        end(tx, held, changed, { action: actionOf(changed), reason: code }),
        recordEvent(tx, transferEvent(changed, held.status, 'transitioned', { step })),
        recordEvent(tx, transferEvent(changed, changed.status, 'action_required', { step })),
        flow.follow?.(tx, changed),
      ])
      await deps.faults.reach(step, 'before_commit')
    })
    await deps.faults.reach(step, 'after_commit')
    deps.wake.notify('events')
    return { state: 'ended' }
  }

  /** Audits a change of state, and takes the job away where there is nothing left to do. */
  async function end(
    tx: Tx,
    held: TransferRow,
    row: TransferRow,
    { action, reason }: { action: string; reason?: string },
  ): Promise<void> {
    const audited = recordAudit(
      tx,
      { ...actor, partnerId: row.partner_id },
      {
        action,
        object: { kind: 'transfer', id: executionId(row) },
        before: { status: held.status },
        after: { status: row.status },
        ...(reason === undefined ? {} : { reason }),
      },
    )
    await Promise.all([audited, !isWorkable(row) && deps.jobs.finishTransfer(tx, row.id)])
  }
}

/** Why an order was not written, with all that goes with it. */
function stopCode(error: unknown): ExecutionFailureCode {
  if (error instanceof OrderStopped) return error.code
  throw error
}

/** The end of a transfer whose money is held nowhere. */
export async function endInFailure(tx: Tx, held: TransferRow, failed: Failed) {
  const { step, code, isRetryable, write } = failed
  const status = transferLifecycle.next('PROCESSING', 'reject') ?? held.status
  const change = { step, status, eventStatus: 'error', failure: factsOf(code, isRetryable) }
  const row = await store.failStep(tx, held, change)
  await write?.(tx)
  return row
}

const endOf = ({ status }: TransferRow): TransferStatus =>
  transferLifecycle.next(status, status === 'REFUNDING' ? 'refundSettled' : 'settle') ?? status

/** Its payee can be put right, or its refund did not arrive: it waits for a decision. */
const needsSomebody = ({ status, held_until }: TransferRow) =>
  held_until !== null && transferStates[status].endsAt === 'held_until'

const isWorkable = ({ status }: TransferRow) => transferStates[status].isWorked

const actions: Readonly<Record<string, string>> = {
  COMPLETED: 'transfer.complete',
  REFUNDED: 'transfer.refunded',
  REFUNDING: 'transfer.refund',
  IN_REVIEW: 'transfer.review',
}
const actionOf = ({ status }: TransferRow) => actions[status] ?? 'transfer.fail'
type Done = Omit<Extract<StepOutcome, { kind: 'done' }>, 'kind'>
type Paused = Extract<StepOutcome, { kind: 'waiting' | 'retry' }>
type FailedOutcome = Extract<StepOutcome, { kind: 'failed' }>
type Reviewed = Extract<StepOutcome, { kind: 'review' }>
type Write = (tx: Tx) => Promise<void>
/** `kept`: writes of the steps before the last one, which had nothing to do outside. */
type Part = {
  completed: readonly string[]
  next: string | undefined
  done: Done
  kept: readonly Write[]
}
