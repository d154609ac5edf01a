import { type CutOff, dayIn, scheduleOf } from '@corridor/domain/calendars'
import type { Tx } from '../../../db/open.ts'
import { recordEvent } from '../../events/outbox.ts'
import { transferEvent } from '../event.ts'
import { quoteFacts } from '../quote-facts.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'
import { systemNamed } from './bank-systems.ts'

/** Smaller differences are not published. */
const reportedFromMs = 60_000

/** `unpaid`: the payer pays first. */
type From = 'unpaid' | 'paid'
type Dates = Pick<TransferRow, 'estimated_arrival' | 'leaves_at'>

/**
 * When the money leaves and arrives if a transfer continues now, as columns to write; none where that
 * is what was announced before. `paid` leaves out what its deposit takes.
 */
export function newArrival(row: TransferRow, at: Date, from: From): Partial<Dates> {
  const announced = row.estimated_arrival
  if (announced === null) return {}
  const { leavesAt, arrivesBy } = plannedFrom(at, wayOf(row), from)
  const isSame = Math.abs(arrivesBy.getTime() - announced.getTime()) < reportedFromMs
  return isSame ? {} : { estimated_arrival: arrivesBy, leaves_at: leavesAt ?? null }
}

/**
 * The same for money that has just come, where its bank pays out on a later day than was announced:
 * of minutes nothing is published.
 */
export function laterArrival(row: TransferRow, at: Date): Partial<Dates> {
  const system = systemNamed(row.rail_out)
  if (!system || !row.leaves_at || at <= row.leaves_at) return {}
  const announced = dayIn(system.zone, row.leaves_at)
  const { executionDate } = scheduleOf(system, at, quoteFacts(row).cutOff)
  return executionDate > announced ? newArrival(row, at, 'paid') : {}
}

/** Publishes new times of leaving and arrival, after the change itself was published. */
export async function recordNewArrival(tx: Tx, before: Dates, row: TransferRow): Promise<void> {
  const [from, to] = [before.estimated_arrival, row.estimated_arrival]
  if (from?.getTime() === to?.getTime()) return
  const changes = {
    estimatedArrival: changeOf(from, to),
    ...(row.leaves_at ? { leavesAt: changeOf(before.leaves_at, row.leaves_at) } : {}),
  }
  await recordEvent(tx, transferEvent(row, row.status, 'updated', { changes }))
}

const changeOf = (from: Date | null, to: Date | null) => ({
  from: from?.toISOString() ?? '',
  to: to?.toISOString() ?? '',
})

export type Step = { name: string; etaMinutes: number }
/** Rails by their names; one of a chain is no system of banks. */
type Way = {
  railIn: string
  railOut: string
  steps: readonly Step[]
  /** Of the bank that pays out, where it has one of its own. */
  cutOff?: CutOff | undefined
}

const wayOf = (row: TransferRow): Way => ({
  railIn: row.rail_in,
  railOut: row.rail_out,
  steps: quoteFacts(row).steps,
  cutOff: quoteFacts(row).cutOff,
})

/** When the payout leaves, where a bank pays it, and when the money is there. */
export function plannedFrom(at: Date, { railIn, railOut, steps, cutOff }: Way, from: From) {
  const paidAt = from === 'paid' ? at : paidFrom(at, railIn, steps)
  const system = systemNamed(railOut)
  if (system) return scheduleOf(system, paidAt, cutOff)
  return { leavesAt: undefined, arrivesBy: later(paidAt, steps, (name) => !isDeposit(name)) }
}

function paidFrom(at: Date, railIn: string, steps: readonly Step[]): Date {
  const system = systemNamed(railIn)
  return system ? scheduleOf(system, at).arrivesBy : later(at, steps, isDeposit)
}

const isDeposit = (name: string) => name.startsWith('deposit_')

function later(at: Date, steps: readonly Step[], counts: (name: string) => boolean): Date {
  const minutes = steps.reduce((sum, step) => sum + (counts(step.name) ? step.etaMinutes : 0), 0)
  return new Date(at.getTime() + minutes * 60_000)
}
