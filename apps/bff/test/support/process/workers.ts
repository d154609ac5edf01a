import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../../../src/config/config.ts'
import type { Deps } from '../../../src/ports/deps.ts'
import { openOutbound } from '../../../src/outside/calls/open.ts'
import { noFaults } from '../../../src/engine/faults.ts'
import { createJobs } from '../../../src/engine/jobs.ts'
import { createWake } from '../../../src/engine/wake.ts'
import { createTestDatabase, type TestDatabase } from '../database/database.ts'

export type WorkerDeps = Pick<
  Deps,
  'config' | 'jobs' | 'wake' | 'outbound' | 'faults' | 'log' | 'random' | 'realTime'
> & { db: TestDatabase; close: () => Promise<void> }

/** What background work needs beside chains and signer, over a database of its own. */
export async function workerDeps(settings: Record<string, string> = {}): Promise<WorkerDeps> {
  const dataDir = mkdtempSync(join(tmpdir(), 'corridor-workers-'))
  const config = readConfig({ DATA_DIR: dataDir, ...settings }, dataDir)
  const log = pino({ level: 'silent' })
  const db = await createTestDatabase()
  const wake = await createWake({ databaseUrl: db.urls.worker, log })
  const jobs = await createJobs({ config, db, wake, log })
  return {
    config,
    db,
    wake,
    outbound: openOutbound(config),
    jobs,
    log,
    faults: noFaults,
    random: (bytes) => new Uint8Array(randomBytes(bytes)),
    realTime: () => new Date(),
    close: async () => {
      await jobs.stop(5_000)
      await jobs.close()
      await wake.close()
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
