import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { LoadJob, LoadResult } from './load-child.ts'
import type { Figures } from '../measure/measure.ts'

/** Loads a server from a process of its own. @throws when any answer was not a 200 */
export async function load(job: LoadJob): Promise<Figures> {
  return (await loadAndKeep(job)).figures
}

/** The same, and what the job's pattern captured from the answers. */
export async function loadAndKeep(job: LoadJob): Promise<{ figures: Figures; captured: string[] }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load-child.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(job))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`The load generator ended with ${code}`)
  const { count, errors, captured, ...result } = JSON.parse(output) as LoadResult
  if (errors > 0) throw new Error(`${errors} of ${count + errors} answers were not 200`)
  const figures = {
    'rate/s': count / result.seconds,
    'p50 ms': result.p50Ms,
    'p95 ms': result.p95Ms,
    'p99 ms': result.p99Ms,
    'max ms': result.maxMs,
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
