import type { Client } from 'pg'
import type { Logger } from 'pino'
import type { Kek } from '../../db/kek.ts'
import { leaderLoop, type LoopJob, whileQuiet } from '../../engine/background-job.ts'
import { auditKeys } from './audit-keys.ts'
import { batchMax, createSealer } from './audit-seal.ts'
import { openWitness, type Witness } from './witness.ts'
import { auditFiles } from './witness-files.ts'

/** Correctness is this poll; being woken only makes it quick. */
const pollMs = 1_000
/** In a burst one pass seals what many transactions wrote. */
const apartMs = 200
/** guarantees.md 3.12. */
const checkpointMs = 60_000

type Parts = {
  config: { DATA_DIR: string }
  kek: Pick<Kek, 'derive'>
  log: Logger
  realTime: () => Date
}

type Sealing = { client: Client; witness: Witness; seal: () => Promise<number> }

/** Seals audit entries while this process leads, and witnesses them outside the database. */
export function auditSealing(
  { config, kek, log, realTime }: Parts,
  everyMs = checkpointMs,
): LoopJob {
  const keys = auditKeys(kek)
  const files = auditFiles(config.DATA_DIR)
  let sealing: Sealing | undefined
  let isAsked = false
  const job = leaderLoop({
    name: 'audit sealing',
    everyMs: pollMs,
    ...whileQuiet,
    // Whoever verifies the log asks for a checkpoint of what is newer than the last.
    wakeOn: ['events', 'audit'],
    apartMs,
    run: async ({ client, woken }) => {
      isAsked ||= woken.has('audit')
      if (sealing?.client !== client) await begin(client)
      if (!sealing) return undefined
      try {
        const sealed = await sealing.seal()
        const isWitnessed = await sealing.witness.checkpoint(realTime(), { isAsked })
        if (isWitnessed) isAsked = false
        if (sealed === batchMax) return { againInMs: 0 }
        if (isWitnessed) return undefined
        return isAsked ? { againInMs: pollMs } : { restMs: sealing.witness.dueInMs(realTime()) }
      } catch (error) {
        // What was witnessed may or may not be in the database: the next pass compares.
        await end()
        throw error
      }
    },
  })
  return {
    start: (host) => {
      const { kick, stop } = job.start(host)
      return { kick, stop: () => stop().then(end) }
    },
  }

  async function begin(client: Client): Promise<void> {
    await end()
    const witness = await openWitness({ client, keys, files, everyMs, at: realTime() })
    if (witness.found.length > 0)
      log.error(
        { alert: 'audit_tampered', found: witness.found },
        'the audit log is not as it was witnessed; `admin audit verify` names the entries',
      )
    sealing = { client, witness, seal: await createSealer(client, keys, witness) }
  }

  async function end(): Promise<void> {
    const last = sealing
    sealing = undefined
    await last?.witness.close()
  }
}
