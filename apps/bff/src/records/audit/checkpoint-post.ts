import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { leaderLoop, type LoopJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { replaceFile } from './witness-files.ts'

const postMs = 60_000
const batchMax = 100

type Parts = Pick<Deps, 'log'> & {
  config: Pick<Deps['config'], 'DATA_DIR' | 'AUDIT_CHECKPOINT_URL'>
  outbound: Pick<Deps['outbound'], 'post'>
}

/**
 * Posts each checkpoint, as it is signed, to the address of the settings, in order and at least
 * once. What could not be posted is tried again with the next pass; the place is kept in a file.
 */
export function checkpointPosting({ config, log, outbound }: Parts, everyMs = postMs): LoopJob {
  const placeFile = join(config.DATA_DIR, 'audit', 'posted')
  return leaderLoop({
    name: 'audit checkpoint posting',
    everyMs,
    mayWait: true,
    run: async ({ client, signal }) => {
      const url = config.AUDIT_CHECKPOINT_URL
      if (url === undefined) return undefined
      const lines = await linesAfter(client, await readPlace(placeFile))
      for (const { number, line } of lines) {
        if (signal.aborted) return undefined
        const headers = { 'content-type': 'application/json' }
        const outcome = await outbound.post({ url, headers, body: line })
        if (outcome.kind === 'failed' || outcome.status < 200 || outcome.status > 299) {
          const why = outcome.kind === 'failed' ? outcome.message : `status ${outcome.status}`
          log.error({ alert: 'audit_checkpoint_not_posted', number, why }, 'will be tried again')
          return undefined
        }
        await replaceFile(placeFile, `${number}\n`)
      }
      return lines.length === batchMax ? { againInMs: 0 } : undefined
    },
  })
}

async function readPlace(path: string): Promise<number> {
  const number = Number.parseInt(await readFile(path, 'utf8').catch(() => '0'), 10)
  return Number.isSafeInteger(number) ? number : 0
}

async function linesAfter(client: Client, after: number) {
  const { rows } = await client.query<{ number: number; line: string }>(
    'select number, line from audit_checkpoint where number > $1 order by number limit $2',
    [after, batchMax],
  )
  return rows
}
