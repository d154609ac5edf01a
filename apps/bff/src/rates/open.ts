import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { openKeptRates } from './kept.ts'
import type { Rates } from './port.ts'
import { openSampleRates } from './sample.ts'

export type OpenRates = { rates: Rates; stop: () => Promise<void> }

/**
 * The rates of this instance: the sample in the sandbox, fetched ones in live, which never falls back
 * on the sample. Live without any quotes nothing but what is at par.
 */
export async function openRates(
  parts: Pick<Deps, 'db' | 'log'> & { config: Pick<Config, 'ENVIRONMENT' | 'RATES_FILE'> },
): Promise<OpenRates> {
  if (parts.config.ENVIRONMENT === 'sandbox')
    return { rates: openSampleRates(), stop: () => Promise.resolve() }
  const kept = await openKeptRates(parts)
  return { rates: kept, stop: () => kept.stop() }
}
