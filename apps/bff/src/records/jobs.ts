import {
  type BackgroundJob,
  leaderLoop,
  type LoopJob,
  whileQuiet,
} from '../engine/background-job.ts'
import { checkpointPosting } from './audit/checkpoint-post.ts'
import type { Deps } from '../ports/deps.ts'
import { ledgerCheck, pendingExpiry } from './ledger/ledger-check.ts'
import { orphanCheck } from './ledger/orphans.ts'
import { sql } from 'kysely'
import { now } from '../db/open.ts'

const monthMs = 31 * 86_400_000

/** Makes the partitions of the coming months, long before they are needed. */
function monthPartitions({ db }: Pick<Deps, 'db'>): LoopJob {
  let madeUntil = 0
  return leaderLoop({
    name: 'month partitions',
    everyMs: 1_000,
    ...whileQuiet,
    wakeOn: ['sweep'],
    run: async () => {
      const at = (await db.readingAll(now)).getTime()
      if (at + monthMs < madeUntil) return undefined
      const until = new Date(at + 2 * monthMs)
      await db.asWorker((tx) => sql`select ensure_month_partitions(${until})`.execute(tx))
      madeUntil = until.getTime()
      return undefined
    },
  })
}

/** Counts tables as they grow from nothing: what was planned while they were empty is planned anew. */
const tableCounts = ({ db }: Pick<Deps, 'db'>): LoopJob =>
  leaderLoop({
    name: 'table counts',
    everyMs: 5_000,
    ...whileQuiet,
    run: async () => {
      const { rows } = await db.asWorker((tx) =>
        sql<{ grown: string }>`select analyze_grown_table() as grown`.execute(tx),
      )
      return rows[0]?.grown ? { againInMs: 100 } : undefined
    },
  })

export const jobs = (deps: Deps): BackgroundJob[] => [
  monthPartitions(deps),
  tableCounts(deps),
  pendingExpiry(deps),
  ledgerCheck(deps),
  orphanCheck(deps),
  checkpointPosting(deps),
]
