import type { Limits } from '../../../api/queries/liquidity.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { clockText } from '../../../ui/format/times.ts'
import { t } from '../../../messages/text.ts'

export const dayMs = 24 * 3_600_000

/** A point of the day in milliseconds since its start, and what was used by then. */
export type Point = { at: number; total: number }

export type Usage = {
  dayStart: number
  /** What was used, as steps: the last point is now. */
  used: Point[]
  /** From now to the end of the day if it goes on as it did. */
  planned: [Point, Point]
  /** When the limit is reached; undefined where it is not. */
  reachedAt: number | undefined
  /** The highest value of the chart. */
  most: number
}

/** How the day goes, for drawing. */
export function usageOf(
  { hours, limit, projected, resetsAt, reachedAt, used }: Limits['daily'],
  now: number,
): Usage {
  const dayStart = Date.parse(resetsAt) - dayMs
  const at = Math.max(0, Math.min(now - dayStart, dayMs))
  const steps = hours
    .map(({ hour, total }) => ({ at: Date.parse(hour) - dayStart, total }))
    .filter((point) => point.at >= 0 && point.at <= at)
  return {
    dayStart,
    used: [
      { at: 0, total: steps[0]?.at === 0 ? steps[0].total : 0 },
      ...steps,
      { at, total: used },
    ],
    planned: [
      { at, total: used },
      { at: dayMs, total: Math.max(projected, used) },
    ],
    reachedAt: reachedAt === undefined ? undefined : Date.parse(reachedAt) - dayStart,
    most: Math.max(limit, projected, used, 1),
  }
}

/** What the chart says, for those who do not see it. */
export function usageText({ asset, daily }: Limits): string {
  const { used, limit, projected, reachedAt } = daily
  const sum = t('{used} of {limit} used since 00:00 UTC.', {
    used: amountText(used, asset),
    limit: amountText(limit, asset),
  })
  if (used === 0)
    return t('Nothing was drawn today. {amount} may be.', { amount: amountText(limit, asset) })
  const amount = amountText(projected, asset)
  const pace = reachedAt
    ? t('At this pace it is {amount} at the end of the day; the limit is reached at {time} UTC.', {
        amount,
        time: clockText(reachedAt, 'utc').slice(0, 5),
      })
    : t('At this pace it is {amount} at the end of the day; the limit is not reached.', { amount })
  return `${sum} ${pace}`
}
