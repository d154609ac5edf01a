import { now } from '../db/open.ts'
import type { Deps } from '../ports/deps.ts'

/** The service's clock as each answer states it; follows the database within a second. */
export type ServiceTime = { now(): Date; refresh(): Promise<void>; stop(): void }

export async function createServiceTime(deps: Deps): Promise<ServiceTime> {
  let offsetMs = 0
  async function refresh(): Promise<void> {
    const before = deps.realTime().getTime()
    const service = await deps.db.readingAll(now)
    const after = deps.realTime().getTime()
    offsetMs = service.getTime() - (before + after) / 2
  }
  await refresh()
  const follow = () =>
    void refresh().catch((error: unknown) => deps.log.warn({ err: error }, 'clock not read'))
  const timer = setInterval(follow, 30_000)
  const off = deps.wake.on('sweep', follow)
  return {
    now: () => new Date(deps.realTime().getTime() + offsetMs),
    refresh,
    stop: () => {
      clearInterval(timer)
      off()
    },
  }
}
