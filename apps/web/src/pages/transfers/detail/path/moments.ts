import type { Step, Timeline, Transfer } from '../../../../api/queries/transfers.ts'

/** Something changed then. */
type Moment = { at: string; status: string }

/** The times at which something happened, oldest first, each with the status from then on. */
export function momentsOf(timeline: Timeline): Moment[] {
  const { events, steps, ledger } = timeline
  const times = [
    ...events.map(({ at }) => at),
    ...ledger.map(({ at }) => at),
    ...steps.flatMap(({ startedAt, completedAt }) => [startedAt, completedAt]),
  ].filter((at) => at !== undefined)
  return [...new Set(times)].toSorted().map((at) => ({ at, status: statusAt(timeline, at) }))
}

/** Of the last event with a status until then; before the first, the transfer was a quote. */
function statusAt({ events }: Timeline, at: string): string {
  return events.findLast((event) => event.at <= at && event.status !== '')?.status ?? 'QUOTED'
}

/** The transfer as it was then, as far as its money path needs: what came later has not happened. */
export function transferAt(transfer: Transfer, moment: Moment): Transfer {
  const { failure: _failure, amountReceived, review: _review, ...rest } = transfer
  const hasArrived = transfer.details.some(
    ({ name, completedAt = '9' }) =>
      /^deposit_(received|confirmed)$/.test(name) && completedAt <= moment.at,
  )
  return {
    ...rest,
    ...(amountReceived && hasArrived ? { amountReceived } : {}),
    status: moment.status as Transfer['status'],
    details: transfer.details.map((step) => stepAt(step, moment.at)),
  }
}

function stepAt(step: Step, at: string): Step {
  const { startedAt, completedAt, ...rest } = step
  if (startedAt === undefined || startedAt > at)
    return { ...rest, status: step.status === 'skipped' ? 'skipped' : 'pending', error: '' }
  if (completedAt !== undefined && completedAt > at)
    return { ...rest, startedAt, status: 'in_progress', error: '' }
  return step
}

export const postingsUntil = ({ ledger }: Timeline, at: string): Timeline['ledger'] =>
  ledger.filter((posting) => posting.at <= at)
