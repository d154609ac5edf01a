import { lockDeposit } from '../../../records/deposits/store.ts'
import { nameReturn } from '../../../records/transfers/change-store.ts'
import type { payinRoutes } from '@corridor/contract'
import { fail, formatId, ok, parseId, type Result } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { partOf, inTwoParts, success } from '../../../api/handlers.ts'
import {
  answersFor,
  detail,
  illegalTransition,
  versionConflict,
} from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { depositEvent } from '../../../records/deposits/record.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import type { LockedTransfer } from '../../../db/schema/rows.ts'
import { createActions } from '../../transfers/actions/actions.ts'
import { findTransfer, lockTransfer } from '../../../records/transfers/store.ts'
import {
  type Action,
  actionsOf,
  carries,
  type Waiting,
  waitingOf,
} from '../deposits/held-actions.ts'
import { type DepositRecord, findDeposit } from '../deposits/store.ts'
import { type AssignFailure, assignHeld, lockAssigned } from './assign.ts'
import { forwardHeld, type ForwardFailure } from './forward.ts'
import { returnHeld, type ReturnFailure, sentBackTo } from './return.ts'
import type { TransferKey } from '../../../ports/jobs.ts'

export type ResolveInput = {
  depositId: string
  action: Action
  /** Another external account than the one that would be paid. */
  target?: string | undefined
  /** Of ASSIGN: the transfer that it pays. */
  executionId?: string | undefined
  reason: string
}
export type Resolved = { deposit: DepositRecord; previous: DepositRecord; woken?: TransferKey }
type ResolveFailure =
  | ForwardFailure
  | ReturnFailure
  | AssignFailure
  | { code: 'RECORD_NOT_FOUND' | 'VERSION_CONFLICT' | 'ILLEGAL_TRANSITION' }

export type ResolveService = ReturnType<typeof createResolveService>

/** A partner's decisions about deposits that are held (operations.md 6). */
export function createResolveService(deps: Deps) {
  const actions = createActions(deps)
  return { resolve, runNow: (key: TransferKey) => deps.jobs.runNow(key) }

  async function resolve(
    tx: Tx,
    caller: Caller,
    input: ResolveInput,
  ): Promise<Result<Resolved, ResolveFailure>> {
    const paid =
      input.action === 'ASSIGN' ? await lockAssigned(tx, caller, input.executionId) : undefined
    const held = await hold(tx, caller.partnerId, parseId('dep', input.depositId))
    if (!held) return unknown()
    const conflict = versionConflict(caller, held)
    if (conflict) return fail(conflict)
    const waiting = waitingOf(held)
    if (!actionsOf(waiting).includes(input.action))
      return fail(illegal(held, waiting, input.action))
    if (input.action === 'HOLD') {
      await noteKept(tx, caller, held, input.reason)
      return ok({ deposit: held, previous: held })
    }
    if (paid) return paid.ok ? assign(tx, caller, held, { ...input, transfer: paid.value }) : paid
    const done = await (input.action === 'FORWARD'
      ? forward(tx, caller, held, input)
      : sendBack(tx, caller, held, input))
    if (!done.ok) return done
    const deposit = await found(tx, held)
    if (!done.value) return ok({ deposit, previous: held })
    const { partner_id: partnerId, id: transferId } = done.value
    await recordAudit(tx, caller, {
      action: `payin_deposit.${input.action.toLowerCase()}`,
      object: { kind: 'deposit', id: formatId('dep', held.id) },
      before: { status: held.status, heldReason: held.held_reason },
      after: { status: deposit.status, executionId: formatId('exec', transferId) },
      ...(input.reason === '' ? {} : { reason: input.reason }),
    })
    return ok({ deposit, previous: held, woken: { partnerId, transferId } })
  }

  async function assign(
    tx: Tx,
    caller: Caller,
    held: DepositRecord,
    { transfer, reason }: ResolveInput & { transfer: LockedTransfer },
  ): Promise<Result<Resolved, ResolveFailure>> {
    const taken = await assignHeld(tx, deps, held, transfer)
    if (!taken.ok) return taken
    const deposit = await found(tx, held)
    const paid = await findTransfer(tx, held.partner_id, transfer.id)
    if (deposit.status !== 'HELD') {
      const goesOn = { type: 'transitioned', status: 'funds_received' } as const
      await recordEvent(tx, depositEvent(deposit, paid, goesOn))
    }
    await recordAudit(tx, caller, {
      action: 'payin_deposit.assign',
      object: { kind: 'deposit', id: formatId('dep', held.id) },
      before: { status: held.status, heldReason: held.held_reason },
      after: { status: deposit.status, executionId: formatId('exec', transfer.id) },
      ...(reason === '' ? {} : { reason }),
    })
    const woken = taken.value
    return ok({ deposit, previous: held, ...(woken ? { woken } : {}) })
  }

  async function forward(tx: Tx, caller: Caller, held: DepositRecord, input: ResolveInput) {
    if (!carries(held)) return forwardHeld(tx, deps, caller, held, input)
    const executionId = formatId('exec', held.carrier_id ?? '')
    const retried = await actions.retry(tx, caller, { executionId, toAccountId: input.target })
    return retried.ok ? retried : fail(named(retried.failure))
  }

  async function sendBack(tx: Tx, caller: Caller, held: DepositRecord, input: ResolveInput) {
    if (!carries(held)) return returnHeld(tx, deps, caller, held, input)
    const { target, reason } = input
    if (target === undefined) {
      const to = await sentBackTo(tx, held)
      if (!to.ok) return to
      const { partner_id, carrier_id } = held
      if (carrier_id !== null)
        await nameReturn(tx, { partner_id, id: carrier_id }, JSON.stringify({ to: to.value }))
    }
    const executionId = formatId('exec', held.carrier_id ?? '')
    const refunded = await actions.refund(tx, caller, { executionId, reason, target })
    return refunded.ok ? refunded : fail(named(refunded.failure))
  }
}

/** Nothing moves; who looked at it, and why it stays, is on record. */
async function noteKept(tx: Tx, caller: Caller, held: DepositRecord, reason: string) {
  if (reason === '') return
  await recordAudit(tx, caller, {
    action: 'payin_deposit.hold',
    object: { kind: 'deposit', id: formatId('dep', held.id) },
    after: { status: held.status, heldReason: held.held_reason },
    reason,
  })
}

type Refused = Extract<
  Awaited<ReturnType<ReturnType<typeof createActions>['retry' | 'refund']>>,
  { ok: false }
>['failure']

/**
 * The refusals a request about the deposit can get; the rest cannot happen to an execution of its
 * own.
 */
function named(failure: Refused): ForwardFailure | ReturnFailure | { code: 'ILLEGAL_TRANSITION' } {
  switch (failure.code) {
    case 'ACCOUNT_NOT_FOUND':
    case 'ACCOUNT_TYPE_NOT_ALLOWED':
    case 'CORRIDOR_UNAVAILABLE':
    case 'FIELD_REQUIRED':
    case 'ILLEGAL_TRANSITION':
      return { ...failure, code: failure.code }
    default:
      throw new Error(`an execution of a deposit was refused: ${failure.code}`)
  }
}

/**
 * Locks a deposit, its execution first, as every change of either does. A deposit that got an
 * execution meanwhile was decided by another request and is no longer held.
 */
async function hold(
  tx: Tx,
  partnerId: string,
  id: string | undefined,
): Promise<DepositRecord | undefined> {
  const seen = id && (await findDeposit(tx, partnerId, id))
  if (!seen) return undefined
  if (carries(seen) && seen.carrier_id !== null) await lockTransfer(tx, partnerId, seen.carrier_id)
  await lockDeposit(tx, partnerId, id)
  const held = await found(tx, seen)
  return held.transfer_id === seen.transfer_id ? held : { ...held, status: 'FORWARDING' }
}

async function found(tx: Tx, { partner_id, id }: DepositRecord): Promise<DepositRecord> {
  const deposit = await findDeposit(tx, partner_id, id)
  if (!deposit) throw new Error(`the deposit ${id} is gone`)
  return deposit
}

const unknown = () =>
  fail({
    code: 'RECORD_NOT_FOUND' as const,
    details: [detail('depositId', 'RECORD_NOT_FOUND', 'No deposit has this id.')],
  })

const targets = {
  FORWARD: 'FORWARDING',
  RETURN: 'RETURNING',
  HOLD: 'HELD',
  ASSIGN: 'FORWARDING',
} as const

function illegal(held: DepositRecord, waiting: Waiting, action: Action) {
  const text =
    held.status !== 'HELD'
      ? `A deposit that is ${held.status} cannot be decided about.`
      : waiting
        ? action === 'ASSIGN'
          ? 'This deposit pays no transfer: forward it, or send it back.'
          : 'This deposit can only go back.'
        : held.held_reason === 'TRANSFER_IN_REVIEW'
          ? 'This deposit is held with its transfer: decide about that.'
          : 'This deposit is looked at by compliance.'
  return illegalTransition(text, {
    from: held.status,
    to: targets[action],
    allowed: [...new Set(actionsOf(waiting).map((item) => targets[item]))],
  })
}

const valueOrThrow = answersFor({
  FIELD_INVALID: 'This transfer cannot be paid by this deposit.',
  ACCOUNT_NOT_FOUND: 'There is no such account to send this deposit to.',
  AMOUNT_BELOW_MIN: 'The fees leave nothing of this deposit.',
  CORRIDOR_UNAVAILABLE: 'Nothing can be paid to this account now.',
  KYC_REQUIRED: 'Both customers must be verified first.',
  LIMIT_DAILY: 'The deposit is above what is left of the limits.',
  FIELD_REQUIRED: 'Name where this deposit goes.',
  PROVIDER_UNAVAILABLE: 'There is no rate now. Try again.',
})

const messages = {
  FORWARD: 'The deposit is forwarded.',
  RETURN: 'The deposit is sent back.',
  HOLD: 'The deposit is already held.',
  ASSIGN: 'The deposit pays the transfer.',
} as const

/** Of a deposit that somebody paid who may not pay the account beyond small sums. */
export const leftText =
  'The deposit stays held: the operator decides about who paid it. You can send it back, or name the payer (POST /api/v1/xfer/accounts/funding/payers).'

/** `deposit/resolve`; the worker continues the execution after the commit. */
export function resolveHandler({ resolve, runNow }: ResolveService) {
  return partOf<typeof payinRoutes>()({
    resolve: inTwoParts({
      before: () => Promise.resolve<{ woken?: TransferKey }>({}),
      handle: async (tx, { body }, caller, touched) => {
        const { deposit, previous, woken } = valueOrThrow(await resolve(tx, caller, body))
        if (woken) touched.woken = woken
        const isLeft = body.action === 'FORWARD' && deposit.status === 'HELD'
        const message = isLeft ? leftText : messages[body.action]
        const data = {
          depositId: formatId('dep', deposit.id),
          teleportId: deposit.route_id === null ? '' : formatId('tele', deposit.route_id),
          executionId: deposit.carrier_id === null ? '' : formatId('exec', deposit.carrier_id),
          previousStatus: previous.status,
          status: deposit.status,
        }
        return success({ message, data })
      },
      after: (_input, _caller, { woken }) => {
        if (woken) runNow(woken)
      },
    }),
  })
}
