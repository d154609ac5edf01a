/** Fewer completed transfers say nothing of what is usual. */
const completedMin = 10

/** What the completed transfers of a corridor took: of 95 in 100 at most so many seconds. */
export type UsualWait = { completed: number; p95Seconds: number | null }

/** Where the money is with the service, its bank or the network, and the payer has done their part. */
const underWay: ReadonlySet<string> = new Set(['PROCESSING', 'IN_REVIEW'])
export const isUnderWay = (status: string): boolean => underWay.has(status)

/**
 * The usual time in milliseconds, once a transfer that is under way has waited for longer; undefined
 * before, and where too few have completed to know.
 */
export function exceededUsual(
  { status, startedAt, at }: { status: string; startedAt: Date | null; at: Date },
  { completed, p95Seconds }: UsualWait,
): number | undefined {
  if (!isUnderWay(status) || startedAt === null) return undefined
  if (completed < completedMin || p95Seconds === null) return undefined
  const usualMs = Math.ceil(p95Seconds) * 1000
  return at.getTime() - startedAt.getTime() > usualMs ? usualMs : undefined
}
