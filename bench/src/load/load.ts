import type { Figures } from '../measure/measure.ts'
import { askChild } from './child.ts'
import type { LoadJob, LoadResult } from './load-child.ts'

type Loaded = { figures: Figures; captured: string[] }

/** Loads a server from a process of its own. @throws when any answer was not a 200 */
export async function load(job: LoadJob): Promise<Figures> {
  return (await loadAndKeep(job)).figures
}

/** The same, and what the job's pattern captured from the answers. */
export async function loadAndKeep(job: LoadJob): Promise<Loaded> {
  const { figures, captured } = await overload(job)
  const { errors = 0, ...others } = figures
  if (errors > 0) throw new Error(`${errors} answers were not 200`)
  return { figures: others, captured }
}

/** The same where answers other than 200 may come: they are counted, and are no part of the rate. */
export async function overload(job: LoadJob): Promise<Loaded> {
  const { count, errors, captured, ...result } = await askChild<LoadResult>('load-child.ts', job)
  const figures = {
    'rate/s': count / result.seconds,
    'p50 ms': result.p50Ms,
    'p95 ms': result.p95Ms,
    'p99 ms': result.p99Ms,
    'max ms': result.maxMs,
    errors,
  }
  return { figures, captured }
}
