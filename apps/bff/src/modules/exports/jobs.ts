import { stat } from 'node:fs/promises'
import { type BackgroundJob, leaderLoop } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { exporter } from './exporter.ts'
import type { FindServed } from './walk.ts'
import { recordChange } from './changes.ts'
import { createExportFiles } from './files.ts'
import * as store from './store.ts'

export const jobs = (deps: Deps, find: FindServed): BackgroundJob[] => [
  exporter(deps, find),
  exportSweeper(deps),
]

const keptDays = 7
/** Real time: no attempt takes so long. */
const orphanAfterMs = 60 * 60_000

/** Old files are no longer offered; what dead attempts left behind goes too. */
function exportSweeper(deps: Pick<Deps, 'config' | 'db' | 'kek' | 'random' | 'wake' | 'realTime'>) {
  const files = createExportFiles(deps)
  return leaderLoop({ name: 'export sweeper', everyMs: 60 * 60_000, run })

  async function run(): Promise<undefined> {
    const at = deps.realTime().getTime()
    const old = await deps.db.asWorker(async (tx) => {
      const rows = await store.expireOld(tx, keptDays, 100)
      for (const row of rows) await recordChange(tx, row, 'deleted')
      return rows
    })
    for (const row of old)
      if (row.file !== null) await files.remove({ partnerId: row.partner_id, file: row.file })
    if (old.length > 0) deps.wake.notify('events')
    for (const { path, ...of } of await files.list()) {
      const { mtimeMs } = await stat(path)
      const isKept = await deps.db.readingAll((tx) => store.isNamed(tx, of))
      if (!isKept && at - mtimeMs > orphanAfterMs) await files.remove(of)
    }
    return undefined
  }
}
