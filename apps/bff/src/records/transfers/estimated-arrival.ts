import type { Tx } from '../../db/open.ts'
import { recordEvent } from '../events/outbox.ts'
import { transferEvent } from './event.ts'
import { quoteFacts } from './quote-facts.ts'
import type { TransferRow } from '../../db/schema/rows.ts'

/** Smaller differences are not published. */
const reportedFromMs = 60_000

/**
 * When the money arrives if a transfer continues now, as a column to write; none where that is what
 * was announced before. `paid` leaves out what its deposit takes.
 */
export function newArrival(row: TransferRow, at: Date, from: 'unpaid' | 'paid') {
  const announced = row.estimated_arrival
  if (announced === null) return {}
  const { steps } = quoteFacts(row)
  const left = steps.filter(({ name }) => from === 'unpaid' || !name.startsWith('deposit_'))
  const arrival = arrivalOf(at, left)
  const isSame = Math.abs(arrival.getTime() - announced.getTime()) < reportedFromMs
  return isSame ? {} : { estimated_arrival: arrival }
}

/** Publishes a new arrival time, after the change itself was published. */
export async function recordNewArrival(
  tx: Tx,
  before: Pick<TransferRow, 'estimated_arrival'>,
  row: TransferRow,
): Promise<void> {
  const [from, to] = [before.estimated_arrival, row.estimated_arrival]
  if (from?.getTime() === to?.getTime()) return
  const changes = {
    estimatedArrival: { from: from?.toISOString() ?? '', to: to?.toISOString() ?? '' },
  }
  await recordEvent(tx, transferEvent(row, row.status, 'updated', { changes }))
}

/** When the money is there, if it is sent at once. */
export const arrivalOf = (at: Date, steps: readonly Step[]): Date =>
  new Date(at.getTime() + steps.reduce((sum, { etaMinutes }) => sum + etaMinutes, 0) * 60_000)

export type Step = { name: string; etaMinutes: number }
