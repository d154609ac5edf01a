import { leaderLoop, type LoopJob, whileQuiet } from '../../engine/background-job.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { hitsIn, lookUp, type LookUp, type Subject } from './screen.ts'
import { nextPass, readSweep, type SweepKind, type SweepPlace, writeSweep } from './sweep-store.ts'

export { restartSweep } from './sweep-store.ts'

type Parts = Pick<Deps, 'db' | 'screening' | 'wake' | 'log'>
export type SweptItem = { partnerId: string; id: string; subjects: readonly Subject[] }

export type SweepOptions<I extends SweptItem> = {
  kind: SweepKind
  /** The next items after a place, by partner and id. */
  read: (tx: Tx, after: SweepPlace, limit: number) => Promise<I[]>
  /** Keeps a hit, and stops what must not go on; asked again it changes nothing. */
  hit: (tx: Tx, item: I, found: LookUp) => Promise<void>
  /** What waits for nothing but its look-up goes on; absent where nothing does. */
  clear?: (tx: Tx, item: I, found: LookUp) => Promise<void>
}

const everyMs = 1_000
const batchMax = 200

/**
 * Looks everybody of a kind up again when the list has a new version, in batches that a next leader
 * continues. Clear outcomes are not kept one by one: the sweep says which version they are clear of.
 */
export function screeningSweep<I extends SweptItem>(
  deps: Parts,
  { kind, read, hit, clear }: SweepOptions<I>,
): LoopJob {
  return leaderLoop({
    name: `screening of each ${kind}`,
    everyMs,
    ...whileQuiet,
    wakeOn: ['sweep'],
    run: async () => {
      const { version } = await deps.screening.screen([])
      const known = await deps.db.readingAll((tx) => readSweep(tx, kind))
      const pass = nextPass(known, version)
      if (!pass) return undefined
      const items = await deps.db.readingAll((tx) => read(tx, pass.after, batchMax))
      if (!(await screenAll(items, version))) return { againInMs: everyMs }
      const last = items.at(-1)
      const isOver = items.length < batchMax
      const after = last ? { partnerId: last.partnerId, id: last.id } : null
      const next = { listVersion: version, after, isOver, begun: pass.begun }
      await deps.db.asWorker((tx) => writeSweep(tx, kind, next))
      // Whether one more pass has to follow is seen at once.
      return { againInMs: 0 }
    },
  })

  /** False where the list cannot be asked, or was replaced meanwhile. */
  async function screenAll(items: readonly I[], version: string): Promise<boolean> {
    let hits = 0
    for (const item of items) {
      const found = await lookUp(deps, item.subjects)
      if (!found.ok || found.value.report.version !== version) return false
      const isHit = hitsIn(found.value).length > 0
      const work = isHit ? hit : clear
      if (work) await deps.db.asWorker((tx) => work(tx, item, found.value))
      if (isHit) hits += 1
    }
    if (hits > 0) deps.wake.notify('events')
    return true
  }
}
