import type { Config } from '../../config/config.ts'
import type { Deps } from '../../ports/deps.ts'
import { openKeptRates } from './kept.ts'
import type { Rates } from '../../ports/rates.ts'
import { openSampleRates } from './sample.ts'

/**
 * The rates of this instance: the sample in the sandbox, fetched ones in live, which never falls back
 * on the sample. Live without any quotes nothing but what is at par. What has to be stopped is added
 * to the closers.
 */
export async function openRates(
  parts: Pick<Deps, 'db' | 'log'> & { config: Pick<Config, 'ENVIRONMENT' | 'RATES_FILE'> },
  closers: (() => Promise<void> | void)[],
): Promise<Rates> {
  if (parts.config.ENVIRONMENT === 'sandbox') return openSampleRates()
  const kept = await openKeptRates(parts)
  closers.push(() => kept.stop())
  return kept
}
