import type { Step, Timeline, Transfer } from '../../../../api/queries/transfers.ts'

/** Something changed then; `at` is that second's last moment. */
type Moment = { at: string; status: string }

const secondOf = (at: string) => at.slice(0, 19)

/** The seconds at which something happened, oldest first, each with the status at its end. */
export function momentsOf(timeline: Timeline): Moment[] {
  const { events, steps, ledger } = timeline
  const times = [
    ...events.map(({ at }) => at),
    ...ledger.map(({ at }) => at),
    ...steps.flatMap(({ startedAt, completedAt }) => [startedAt, completedAt]),
  ].filter((at) => at !== undefined)
  const bySecond = new Map<string, string>()
  for (const at of times.toSorted()) bySecond.set(secondOf(at), at)
  return [...bySecond.values()].map((at) => ({ at, status: statusAt(timeline, at) }))
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
