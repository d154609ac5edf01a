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

/** A GET request as bytes on the wire. */
export function getRequest(path: string, headers: Record<string, string> = {}): string {
  return [`GET ${path} HTTP/1.1`, ...headerLines(headers), '', ''].join('\r\n')
}

/** A POST request of JSON; its `{{uuid}}` are replaced by what is as long as a uuid. */
export function postRequest(path: string, body: object, headers: Record<string, string> = {}) {
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text.replaceAll('{{uuid}}', '0'.repeat(36)))
  const own = { 'content-type': 'application/json', 'content-length': String(length) }
  return [`POST ${path} HTTP/1.1`, ...headerLines({ ...own, ...headers }), '', text].join('\r\n')
}

const headerLines = (headers: Record<string, string>): string[] =>
  Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
