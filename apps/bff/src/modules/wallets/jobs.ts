import { type BackgroundJob, leaderLoop, whileQuiet } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { expireSessions } from './base/session-ends.ts'
import { endedMax } from './base/session-store.ts'

export const jobs = ({ db, wake }: Pick<Deps, 'db' | 'wake'>): BackgroundJob[] => [
  leaderLoop({
    name: 'session ends',
    everyMs: 1_000,
    ...whileQuiet,
    wakeOn: ['sweep'],
    run: async () => {
      const ended = await db.asWorker(expireSessions)
      if (ended > 0) wake.notify('events')
      return ended >= endedMax ? { againInMs: 0 } : undefined
    },
  }),
]
