import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { StartRefused } from '../../config/start-refused.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Screening } from '../../ports/screening.ts'
import { onlyFresh } from './fresh.ts'
import { openListDownload } from './list-download.ts'
import { BadList } from './list-file.ts'
import { openListScreening, sampleList } from './list-screening.ts'
import { createServiceScreening } from './service-screening.ts'

type Settings = Pick<
  Config,
  | 'ENVIRONMENT'
  | 'DATA_DIR'
  | 'SCREENING_LIST'
  | 'SCREENING_LIST_SECONDS'
  | 'SCREENING_LIST_HOURS'
  | 'SCREENING_LIST_MAY_SHRINK'
  | 'SCREENING_URL'
  | 'SCREENING_KEY'
  | 'SCREENING_TIMEOUT_MS'
  | 'SCREENING_FALLBACK'
>
type Parts = Pick<Deps, 'log' | 'realTime'> & { config: Settings }
type Closers = (() => Promise<void> | void)[]

const hourMs = 3_600_000
/** A list that is published daily was then missed twice. */
const liveHours = 48

/** How old a list that comes by itself may be; nothing: any age. */
const hoursOf = ({ SCREENING_LIST_HOURS: hours, ENVIRONMENT }: Settings) =>
  hours ?? (ENVIRONMENT === 'live' ? liveHours : undefined)

/**
 * The screening of this instance: a service, else the list of the operator, or in the sandbox the
 * sample. What has to be stopped is added to the closers.
 * @throws StartRefused where a list cannot be used
 */
export async function openScreening(parts: Parts, closers: Closers): Promise<Screening> {
  const { config, log, realTime } = parts
  const { SCREENING_URL: url, SCREENING_KEY: key, SCREENING_TIMEOUT_MS: timeoutMs } = config
  if (url === undefined) return openList(parts, closers)
  const asked = createServiceScreening({ url, key, timeoutMs })
  const service = upTo(hoursOf(config), asked, asked.publishedAt, realTime)
  if (config.SCREENING_FALLBACK === 'none') return service
  return orElse(service, await openList(parts, closers), log)
}

function upTo(
  hours: number | undefined,
  screening: Screening,
  confirmedAt: () => Promise<number>,
  realTime: Deps['realTime'],
): Screening {
  return hours === undefined
    ? screening
    : onlyFresh(screening, hours * hourMs, confirmedAt, realTime)
}

/** The embedded list where the service cannot be asked, as the operator's setting allows. */
function orElse(service: Screening, list: Screening, log: Deps['log']): Screening {
  return {
    name: service.name,
    screen: async (subjects) => {
      try {
        return await service.screen(subjects)
      } catch (error) {
        log.warn({ err: error }, 'the screening service cannot be asked; the list is')
        return list.screen(subjects)
      }
    },
  }
}

async function openList({ config, log, realTime }: Parts, closers: Closers): Promise<Screening> {
  const { SCREENING_LIST: list = sampleList } = config
  const mayShrink = config.SCREENING_LIST_MAY_SHRINK === 'yes'
  try {
    if (!/^https?:/.test(list)) {
      const screening = await openListScreening(list, log, { mayShrink })
      const writtenAt = async () => (await screening.loaded()).writtenAt
      return upTo(config.SCREENING_LIST_HOURS, screening, writtenAt, realTime)
    }
    const { path, copy } = await openListDownload(
      {
        url: list,
        folder: join(config.DATA_DIR, 'sanctions-list'),
        everyMs: config.SCREENING_LIST_SECONDS * 1_000,
        mayShrink,
        log,
        realTime,
      },
      closers,
    )
    const screening = await openListScreening(path, log, { mayShrink })
    let latest = copy().confirmedAt
    // A copy that could not be loaded says nothing of the list that answers.
    const confirmedAt = async () => {
      const { version } = await screening.loaded()
      if (copy().sha256.startsWith(version)) latest = copy().confirmedAt
      return latest
    }
    return upTo(hoursOf(config), screening, confirmedAt, realTime)
  } catch (error) {
    throw new StartRefused(`SCREENING_LIST: the sanctions list cannot be used; ${reasonOf(error)}.`)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof BadList) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return 'there is no such file'
  if (error instanceof TypeError || code === String(DOMException.TIMEOUT_ERR))
    return 'its address cannot be reached'
  return code.startsWith('CSV') ? 'it is not CSV' : `it cannot be read (${code})`
}
