import { now } from '../../db/open.ts'
import { moveClock } from './store.ts'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'

/**
 * Moves the one clock forward: first the partitions that the new time needs, then the database's
 * offset, then the dev chains, whose next block carries the new time. Due work is woken at once.
 * Returns the new service time.
 */
export async function advanceClock(
  deps: Pick<Deps, 'db' | 'chains' | 'wake' | 'log'>,
  seconds: number,
): Promise<Date> {
  const moved = await deps.db.asWorker((tx) => moveClock(tx, seconds))
  await followClock(deps, moved)
  deps.wake.notify('sweep')
  return moved
}

/** Has the dev chains follow where the operator's command moved the clock, which knows no chain. */
export const followOperator = (deps: Pick<Deps, 'db' | 'chains' | 'wake' | 'log'>): (() => void) =>
  deps.wake.on('clock', () => {
    deps.db
      .readingAll(now)
      .then((at) => followClock(deps, at))
      .catch((error: unknown) =>
        deps.log.warn({ err: error }, 'the chains did not follow the clock'),
      )
  })

/** The next block of each dev chain carries the new time. */
async function followClock(deps: Pick<Deps, 'chains' | 'log'>, to: Date): Promise<void> {
  await Promise.all([...deps.chains.values()].map((chain) => moveChain(deps, chain, to)))
}

async function moveChain(deps: Pick<Deps, 'log'>, chain: ChainLink, to: Date): Promise<void> {
  if (!chain.dev) return
  const moved = await chain.dev.setNextBlockTime(Math.floor(to.getTime() / 1000))
  const mined = moved.ok ? await chain.dev.mine(1) : moved
  if (!mined.ok) {
    const { chainKey } = chain.definition
    deps.log.warn({ chainKey, reason: mined.failure }, 'the chain did not follow the clock')
  }
}
