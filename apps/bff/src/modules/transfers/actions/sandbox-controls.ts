import {
  bankInSteps,
  chainInSteps,
  type ExecutionFailureCode,
  fail,
  failureKinds,
  ok,
  refundSteps,
  transferLifecycle,
  walletSteps,
  executionId,
  stepStates,
} from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, illegalTransition } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { sourceOf } from '../execution/execute.ts'
import { type Decision, decideReview, type ReviewParts } from '../funding/review.ts'
import { askAbout } from '../funding/questions.ts'
import type { TransferRow, PayoutRow } from '../../../db/schema/rows.ts'
import { forceFailure } from '../../../records/transfers/change-store.ts'
import { signedStatus, stepStatuses } from '../../../records/transfers/steps/store.ts'
import { ordersOf } from '../../../records/transfers/payout-store.ts'
import { orderKindOf, orderKinds } from '../../../records/transfers/payouts.ts'
import { lock } from '../../../records/transfers/lookup.ts'

/** A transfer that is to fail; `refused` is a payment under way that the bank is to refuse. */
export type Forced = { row: TransferRow; refused?: { reference: string; code: string } }
type Named = { executionId: string }
type Asked = {
  decision: Decision | 'INFORMATION_REQUIRED'
  question: string
  dueAt?: string | undefined
}

/** What the sandbox may decide about a transfer in the service's place (operations.md 14). */
export function createTransferControls(deps: ReviewParts) {
  return { failAt, review }

  /** Has a step fail when it is reached; a worker that is at it is made to look again. */
  async function failAt(
    tx: Tx,
    caller: Caller,
    { executionId: id, step, failureCode }: Named & { step: string; failureCode: string },
  ) {
    const held = await lock(tx, caller, id)
    if (!held) return fail({ code: 'TRANSFER_NOT_FOUND' })
    const { status } = held
    const isOver =
      status === 'FAILED' ? held.held_until === null : transferLifecycle.isFinal(status)
    if (isOver)
      return fail(
        illegalTransition(`A transfer that is ${status} does nothing any more.`, {
          from: status,
          to: 'FAILED',
          allowed: [],
        }),
      )
    const out = await orderOut(tx, held)
    const isSent = held.kind === 'wallet' && (await isSignedSent(tx, held))
    const steps = isSent ? [] : (await stepsToCome(tx, held)).filter((name) => canFail(name, out))
    const issues = [
      ...(steps.includes(step) ? [] : [unknown('step', 'This step does not come.', steps)]),
      ...(Object.hasOwn(failureKinds, failureCode)
        ? []
        : [unknown('failureCode', 'No such failure code.', Object.keys(failureKinds))]),
    ]
    if (issues.length > 0) return fail({ code: 'FIELD_INVALID', details: issues })
    const [row] = await Promise.all([
      forceFailure(tx, held, {
        step,
        code: failureCode as ExecutionFailureCode,
        isEarly: held.status === 'QUOTED',
      }),
      recordAudit(tx, caller, {
        action: 'transfer.force_failure',
        object: { kind: 'transfer', id: executionId(held) },
        after: { step, failureCode },
      }),
    ])
    const isRefused = out !== undefined && orderKinds[orderKindOf(out)].confirmed === step
    return ok({ row, ...(isRefused ? { refused: { reference: out.id, code: failureCode } } : {}) })
  }

  async function review(
    tx: Tx,
    caller: Caller,
    { executionId: id, decision, question, dueAt }: Named & Asked,
  ) {
    const held = await lock(tx, caller, id)
    if (!held) return fail({ code: 'TRANSFER_NOT_FOUND' })
    if (decision !== 'INFORMATION_REQUIRED')
      return decideReview(tx, deps, caller, held, { decision })
    const until = dueAt === undefined ? undefined : new Date(dueAt)
    return askAbout(tx, caller, held, { text: question, dueAt: until })
  }
}

/** The order that may be on its way: only the bank or the chain decides how it ends. */
async function orderOut(tx: Tx, held: TransferRow): Promise<PayoutRow | undefined> {
  const orders = await ordersOf(tx, held)
  return orders.find(
    ({ status, failure_code }) =>
      status === 'SUBMITTED' || (status === 'CREATED' && failure_code === null),
  )
}

/** The chain decides how a submitted transaction of an owner ends. */
async function isSignedSent(tx: Tx, held: TransferRow): Promise<boolean> {
  const status = await signedStatus(tx, held)
  return status !== undefined && status !== 'SIGNED'
}

/** A payment under way can only be refused by the bank. */
function canFail(name: string, out: PayoutRow | undefined): boolean {
  if (!out) return true
  const { submitted, confirmed } = orderKinds[orderKindOf(out)]
  return name !== submitted && (name !== confirmed || out.kind === 'BANK')
}

/** Steps that can fail: those that are decided at once, before any money, cannot. */
const settled = new Set(['quote_locked', 'approval', 'signature_verified'])

/** Steps of a transfer that are not over, and those of a refund that it may come to. */
async function stepsToCome(tx: Tx, held: TransferRow): Promise<string[]> {
  const rows = await stepStatuses(tx, held)
  const over = new Set(rows.filter(({ status }) => stepStates[status].isBehind).map((r) => r.name))
  const names =
    held.kind === 'wallet'
      ? walletSteps
      : held.refund_of === null
        ? [...(sourceOf(held) === 'CHAIN' ? chainInSteps : bankInSteps), ...refundSteps]
        : refundSteps
  return names.filter((name) => !settled.has(name) && !over.has(name))
}

const unknown = (path: string, message: string, allowed: readonly string[]) =>
  detail(path, 'FIELD_INVALID', message, { allowed: [...allowed] })
