import type { Deps } from '../../../ports/deps.ts'
import { deleteOld } from './attempt-store.ts'
import { deliveryKeptDays } from './resend-store.ts'
import type { Leader } from '../../../engine/leader.ts'
import { type Loop, startLoop } from '../../../engine/loop.ts'

const everyMs = 60 * 60_000
const batchMax = 500
/** Between two batches others have their turn. */
const againInMs = 50

/** Deletes deliveries that ended and are older than 30 days; events stay (guarantees.md, 3.2). */
export function startDeliveryRetention(
  deps: Pick<Deps, 'db' | 'log' | 'wake'>,
  leader: Pick<Leader, 'client' | 'onElected'>,
): Loop {
  const loop = startLoop({ name: 'webhook retention', everyMs, log: deps.log, run })
  const off = deps.wake.on('sweep', loop.kick)
  leader.onElected(loop.kick)
  return {
    kick: loop.kick,
    stop: async () => {
      off()
      await loop.stop()
    },
  }

  async function run(): Promise<{ againInMs: number } | undefined> {
    if (!leader.client()) return undefined
    const deleted = await deps.db.asWorker((tx) =>
      deleteOld(tx, { days: deliveryKeptDays, max: batchMax }),
    )
    return deleted === batchMax ? { againInMs } : undefined
  }
}
