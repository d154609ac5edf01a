import type { Deps } from '../../ports/deps.ts'
import { isPayoutHalted } from '../ledger/service.ts'

/** A halt is seen after this time at the latest, and looked for no more often. */
const keptMs = 500

/** Whether payouts of an asset are halted, looked up once for all transfers of the moment. */
export function createHaltLook(deps: Pick<Deps, 'db' | 'realTime'>) {
  const looks = new Map<string, { at: number; answer: Promise<boolean> }>()
  return { isHalted }

  function isHalted(asset: string): Promise<boolean> {
    const known = looks.get(asset)
    const at = deps.realTime().getTime()
    if (known && at - known.at < keptMs) return known.answer
    const answer = deps.db.asWorker((tx) => isPayoutHalted(tx, asset))
    looks.set(asset, { at, answer })
    answer.catch(() => looks.delete(asset))
    return answer
  }
}
