import type { Config } from '../../config/config.ts'
import type { Deps } from '../../ports/deps.ts'
import { openKeptRates } from './kept.ts'
import type { Rates } from '../../ports/rates.ts'
import { startLoop } from '../../engine/loop.ts'
import { openSampleRates, type Shifts } from './sample.ts'
import { readShifts } from './store.ts'

/**
 * The rates of this instance: the sample in the sandbox, fetched ones in live, which never falls back
 * on the sample. Live without any quotes nothing but what is at par. What has to be stopped is added
 * to the closers.
 */
export async function openRates(
  parts: Pick<Deps, 'db' | 'log'> & {
    config: Pick<Config, 'ENVIRONMENT' | 'RATES_FILE'>
    wake: Pick<Deps['wake'], 'written'>
  },
  closers: (() => Promise<void> | void)[],
): Promise<Rates> {
  if (parts.config.ENVIRONMENT === 'sandbox') return openMovingSample(parts, closers)
  const kept = await openKeptRates(parts)
  closers.push(() => kept.stop())
  return kept
}

/** How soon every process quotes by a rate that was moved. */
const everyMs = 1_000

/** The sample, moved as far as the operator moved it (`admin rates shift`). */
async function openMovingSample(
  { db, log, wake }: Pick<Deps, 'db' | 'log'> & { wake: Pick<Deps['wake'], 'written'> },
  closers: (() => Promise<void> | void)[],
): Promise<Rates> {
  let shifts: Shifts = new Map()
  let seen: string | undefined
  await read()
  const loop = startLoop({ name: 'rate shifts', everyMs, log, run: read })
  closers.push(loop.stop)
  return openSampleRates(() => shifts)

  async function read(): Promise<undefined> {
    const written = wake.written()
    if (seen !== undefined && seen === written) return
    const found = await db.readingAll(readShifts)
    seen = written
    // The same map as long as nothing was moved, since files are made anew for another one.
    if (JSON.stringify([...found]) !== JSON.stringify([...shifts])) shifts = found
  }
}
