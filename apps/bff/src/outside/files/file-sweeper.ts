import type { Deps } from '../../ports/deps.ts'
import { sweepOrphans } from './sweep.ts'
import type { Leader } from '../../engine/leader.ts'
import { type Loop, startLoop } from '../../engine/loop.ts'

const everyMs = 60 * 60_000

/**
 * Deletes kept files that no row names. A loop of its own and once an hour: a walk over many files
 * may take long, and quotes must not wait for it.
 */
export function startFileSweeper(
  deps: Pick<Deps, 'config' | 'db' | 'log' | 'realTime'>,
  leader: Leader,
): Loop {
  const stopping = new AbortController()
  const loop = startLoop({ name: 'file sweeper', everyMs, log: deps.log, run })
  leader.onElected(loop.kick)
  return {
    kick: loop.kick,
    stop: () => {
      stopping.abort()
      return loop.stop()
    },
  }

  async function run(): Promise<undefined> {
    if (!leader.client()) return
    const deleted = await sweepOrphans(deps, stopping.signal)
    if (deleted > 0) deps.log.info({ deleted }, 'files that no record names were deleted')
  }
}
