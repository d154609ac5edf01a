import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { LoadJob, LoadResult } from './load-child.ts'
import type { Figures } from './measure.ts'

/** Loads a server from a process of its own. @throws when any answer was not a 200 */
export async function load(job: LoadJob): Promise<Figures> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'load-child.ts'), JSON.stringify(job)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`The load generator ended with ${code}`)
  const { count, errors, seconds, p50Ms, p95Ms, p99Ms } = JSON.parse(output) as LoadResult
  if (errors > 0) throw new Error(`${errors} of ${count + errors} answers were not 200`)
  return { 'rate/s': count / seconds, 'p50 ms': p50Ms, 'p95 ms': p95Ms, 'p99 ms': p99Ms }
}

/** A GET request as bytes on the wire. */
export function getRequest(path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}
