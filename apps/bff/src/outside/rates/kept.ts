import { readFile } from 'node:fs/promises'
import type { Config } from '../../config/config.ts'
import type { Deps } from '../../ports/deps.ts'
import { startLoop } from '../../engine/loop.ts'
import type { RateFile, Rates } from '../../ports/rates.ts'
import { ratesOf } from './rates.ts'
import { ecbSource, readTable } from './read-files.ts'
import { newestFile } from './store.ts'

type Parts = Pick<Deps, 'db' | 'log'> & { config: Pick<Config, 'RATES_FILE'> }

/** How soon every process quotes by a file that another one fetched. */
const everyMs = 60_000

/**
 * The files that were fetched, out of the database, and the operator's own file for currencies that
 * the bank does not quote. Both are read again while the service runs; a file that cannot be read is
 * logged, and the old one stays until it is too old.
 */
export async function openKeptRates(parts: Parts): Promise<Rates & { stop: () => Promise<void> }> {
  let files: readonly RateFile[] = []
  await read()
  const loop = startLoop({ name: 'rates', everyMs, log: parts.log, run: read })
  return { ...ratesOf(() => files), stop: loop.stop }

  async function read(): Promise<undefined> {
    const ecb = await parts.db.readingAll((tx) => newestFile(tx, ecbSource))
    const own = await ownFile()
    files = [ecb, own].filter((file) => file !== undefined)
  }

  async function ownFile(): Promise<RateFile | undefined> {
    const path = parts.config.RATES_FILE
    if (path === undefined) return undefined
    try {
      return readTable(await readFile(path, 'utf8'))
    } catch (error) {
      parts.log.error({ err: error }, 'RATES_FILE cannot be used; the rates before it stay')
      return files.find(({ source }) => source !== ecbSource)
    }
  }
}
