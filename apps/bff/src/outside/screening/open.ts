import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { StartRefused } from '../../config/start-refused.ts'
import { BadList } from './list-file.ts'
import { openListScreening, sampleList } from './list-screening.ts'

/**
 * The screening of this instance: the list of the operator, or in the sandbox the sample.
 * @throws StartRefused where the list cannot be used
 */
export async function openScreening(config: Pick<Config, 'SCREENING_LIST'>, log: Logger) {
  try {
    return await openListScreening(config.SCREENING_LIST ?? sampleList, log)
  } catch (error) {
    throw new StartRefused(`SCREENING_LIST: the sanctions list cannot be used; ${reasonOf(error)}.`)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof BadList) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return 'there is no such file'
  return code.startsWith('CSV') ? 'it is not CSV' : `it cannot be read (${code})`
}
