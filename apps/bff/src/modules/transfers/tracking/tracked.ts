import { toText, transferStates, type TrackedState } from '@corridor/domain'
import type { TransferRow } from '../../../db/schema/rows.ts'
import type { TransferRecord } from '../../../records/transfers/store.ts'
import { transferBody } from '../reads/view.ts'

type TrackedStep = {
  key: 'received' | 'processed' | 'sent' | 'arrived' | 'returning' | 'returned'
  state: 'done' | 'current' | 'todo'
  at?: string
}

/**
 * All that whoever has the link sees: no account, no whole name, no reason of a check, and no id but
 * that of the payment from bank to bank, which is made to be passed on.
 */
export type Tracked = {
  environment: string
  workspace: string
  state: TrackedState
  amountIn: { value: string; currency: string }
  amountOut: { value: string; currency: string }
  payer: string
  payee: string
  /** Where the payee is paid: a country, or a token on its network. */
  payeePlace: string
  steps: TrackedStep[]
  /** By which the payee's bank finds the payment, once it has left. */
  uetr?: string
  startedAt: string
  /** When the payout leaves, while that is ahead, and when it is there. */
  leavesAt?: string
  expectedAt?: string
  /** The zone of the bank that pays out. */
  bankTimeZone?: string
  /** Of a year whose banking days are not published yet. */
  isEstimated?: boolean
  /** Until when the payer’s money is waited for. */
  payUntil?: string
  asOf: string
  expiresAt: string
}

/** `Lena Hofmann` as `L*** H***`; always three stars, so that no length is shown. */
export function maskedName(name: string): string {
  const parts = name.split(/\s+/).flatMap((part) => /[\p{L}\p{N}]/u.exec(part) ?? [])
  return (
    parts
      .slice(0, 3)
      .map((sign) => `${sign}***`)
      .join(' ') || '***'
  )
}

const stepNames = {
  ordinary: {
    received: ['deposit_received', 'deposit_confirmed'],
    processed: ['conversion'],
    sent: ['payout_submitted'],
    arrived: ['payout_confirmed'],
  },
  wallet: {
    received: ['signature_verified'],
    processed: ['broadcast'],
    sent: ['confirmed'],
    arrived: ['finalized'],
  },
  back: {
    received: ['deposit_received', 'deposit_confirmed'],
    processed: ['refund_submitted'],
    returned: ['refund_confirmed'],
  },
} as const

type Given = {
  environment: string
  workspace: string
  /** Of the payment that has left last; '' where none has. */
  uetr: string
  expiresAt: Date
}

export function trackedBody(row: TransferRecord, given: Given): Tracked {
  const body = transferBody(row)
  const { from, to, parties } = body
  const state = stateOf(body.status, row)
  return {
    environment: given.environment,
    workspace: given.workspace,
    state,
    amountIn: { value: toText(row.amount_in, row.scale_in), currency: from.currency },
    amountOut: { value: toText(row.amount_out, row.scale_out), currency: to.currency },
    payer: maskedName(parties.payer),
    payee: maskedName(parties.payee),
    payeePlace: to.jurisdiction,
    steps: stepsOf(body, state, row),
    ...(given.uetr === '' ? {} : { uetr: given.uetr }),
    startedAt: body.startedAt ?? body.createdAt,
    ...(state === 'moving' ? aheadOf(body, row.read_at) : {}),
    ...(body.status === 'PENDING' && row.deposit_until
      ? { payUntil: row.deposit_until.toISOString() }
      : {}),
    asOf: row.read_at.toISOString(),
    expiresAt: given.expiresAt.toISOString(),
  }
}

type Body = ReturnType<typeof transferBody>

function aheadOf({ leavesAt, estimatedArrival, bankTimeZone, isEstimated }: Body, now: Date) {
  return {
    ...(leavesAt && Date.parse(leavesAt) > now.getTime() ? { leavesAt } : {}),
    ...(estimatedArrival ? { expectedAt: estimatedArrival } : {}),
    ...(bankTimeZone ? { bankTimeZone } : {}),
    ...(isEstimated ? { isEstimated } : {}),
  }
}

/** A linked refund is on its way back until it has arrived. */
function stateOf(status: Body['status'], row: TransferRow): TrackedState {
  const { tracked } = transferStates[status]
  if (row.refund_of === null || tracked === 'returned') return tracked
  return tracked === 'arrived' ? 'returned' : 'returning'
}

function stepsOf(body: Body, state: TrackedState, row: TransferRow): TrackedStep[] {
  const isBack = state === 'returning' || state === 'returned'
  const names: Record<string, readonly string[]> = isBack
    ? stepNames.back
    : stepNames[row.kind === 'wallet' ? 'wallet' : 'ordinary']
  const steps = Object.entries(names).map(([key, all]) => {
    const done = body.details.find(
      ({ name, status }) => all.includes(name) && status === 'completed',
    )
    return { key: keyOf(key, isBack), at: done?.completedAt }
  })
  const reached = steps.findLastIndex(({ at }) => at !== undefined)
  const isOver = state === 'arrived' || state === 'returned'
  return steps.map(({ key, at }, index) => ({
    key,
    ...(at === undefined ? {} : { at }),
    state:
      isOver || index <= reached
        ? 'done'
        : index === reached + 1 && state !== 'stopped'
          ? 'current'
          : 'todo',
  }))
}

const keyOf = (key: string, isBack: boolean) =>
  (isBack && key === 'processed' ? 'returning' : key) as TrackedStep['key']
