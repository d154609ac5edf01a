import { rateText, toRate } from '@corridor/domain'
import type { Deps } from '../../ports/deps.ts'
import { keepFile } from './store.ts'
import { leaderLoop, type LoopJob } from '../../engine/background-job.ts'
import type { RateFile } from '../../ports/rates.ts'
import { BadRates, readEcb } from './read-files.ts'

const timeoutMs = 10_000
/** The file has some two kilobytes. */
const bytesMax = 256 * 1_024

/**
 * Fetches the European Central Bank's file of the day. The address is the operator's.
 * @throws where it cannot be had; BadRates where it is none
 */
async function fetchEcb(url: string): Promise<RateFile> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (!answer.ok) throw new BadRates(`the bank answered ${answer.status}`)
  return readEcb(await limitedText(answer))
}

async function limitedText(answer: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.byteLength
    if (size > bytesMax) throw new BadRates('it is too long')
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

/** The bank publishes once a day, about 16:00 in Frankfurt, and asks for no more than this. */
const everyMs = 15 * 60_000

/**
 * Fetches the rates of the day in live; the sandbox has its sample. What cannot be fetched is tried
 * again at the next round, and quotes end once the last file is too old.
 */
export const rateFetcher = (deps: Pick<Deps, 'config' | 'db'>): LoopJob =>
  leaderLoop({
    name: 'rate fetcher',
    everyMs,
    run: async () => {
      if (deps.config.ENVIRONMENT === 'live') await fetchRates(deps)
      return undefined
    },
  })

/** Fetches and keeps the file of the day. @throws where it cannot be had */
export async function fetchRates(deps: Pick<Deps, 'config' | 'db'>): Promise<void> {
  const file = await fetchEcb(deps.config.RATES_URL)
  const rates = Object.fromEntries(
    [...file.perEuro].map(([currency, rate]) => [currency, rateText(toRate(rate))]),
  )
  await deps.db.asWorker((tx) => keepFile(tx, file, rates))
}
