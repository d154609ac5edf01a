import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { type Config, readConfig } from '../../../src/config/config.ts'
import { createKek } from '../../../src/db/kek.ts'
import { createIds } from '../../../src/outside/ids.ts'
import { createAccessService } from '../../../src/modules/access/service.ts'
import { createMailbox } from '../../../src/modules/sandbox/mailbox.ts'
import { createWake } from '../../../src/engine/wake.ts'
import { createTestDatabase } from '../database/database.ts'

/** Real time that only moves when a test moves it. */
export function createTestClock(start = Date.parse('2026-05-04T10:00:00Z')) {
  let nowMs = start
  return {
    realTime: () => new Date(nowMs),
    advance: (ms: number) => {
      nowMs += ms
    },
  }
}

export const seconds = 1_000
export const minutes = 60 * seconds
export const hours = 60 * minutes

export type AccessSite = Awaited<ReturnType<typeof openAccessSite>>

/** What sign-in, keys and the dashboard need, on a database of its own, with a clock that tests move. */
export async function openAccessSite(settings: Partial<Config> = {}) {
  const db = await createTestDatabase()
  const log = pino({ level: 'silent' })
  const wake = await createWake({ databaseUrl: db.urls.worker, log })
  const clock = createTestClock()
  const random = (bytes: number) => new Uint8Array(randomBytes(bytes))
  const config: Config = { ...readConfig({ RATE_LIMIT: 'off' }, '/nowhere'), ...settings }
  const { realTime } = clock
  const kek = createKek(random(32), random)
  const ids = createIds(random)
  const post = createMailbox({ db, ids })
  const deps = { config, db, ids, kek, log, post, random, realTime, wake }
  const close = async () => {
    await wake.close()
    await db.close()
  }
  return { deps, clock, access: createAccessService(deps), close }
}
