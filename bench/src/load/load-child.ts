// The load generator's own process: closed loop, raw sockets, keep-alive. Its job comes as JSON on
// standard input and its answer leaves as JSON on standard output. Raw sockets, because a client
// library would cost more than a small server and so measure itself.
import { randomUUID } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { percentile } from '../measure/statistics.ts'
import { isOk, openConnection } from './connection.ts'

/**
 * Whole requests as text, sent in turn over each connection; answers other than 200 count as errors.
 * `{{uuid}}` in a request becomes a new one each time.
 */
export type LoadJob = {
  port: number
  requests: string[]
  connections: number
  warmUpMs: number
  durationMs: number
  /** Sends each request once; the run ends with the last answer, where that is before its time. */
  once?: boolean
  /** A pattern whose group is kept from each answer. */
  capture?: string
}

export type LoadResult = {
  count: number
  errors: number
  seconds: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  maxMs: number
  captured: string[]
}

const job = (await json(process.stdin)) as LoadJob
const pattern = job.capture === undefined ? undefined : new RegExp(job.capture)
const captured: string[] = []
const started = performance.now()
const from = started + job.warmUpMs
const until = from + job.durationMs
const latencies: number[] = []
let errors = 0
let firstError = ''
let taken = 0
let last = from
let longest = 0

await Promise.all(Array.from({ length: job.connections }, (_, at) => loop(at)))
if (errors > 0) process.stderr.write(`first error: ${firstError}\n`)
const result: LoadResult = {
  count: latencies.length,
  errors,
  seconds: (job.once ? last - from : job.durationMs) / 1000,
  p50Ms: percentile(latencies, 0.5),
  p95Ms: percentile(latencies, 0.95),
  p99Ms: percentile(latencies, 0.99),
  maxMs: longest,
  captured,
}
process.stdout.write(JSON.stringify(result))

async function loop(at: number): Promise<void> {
  const connection = await openConnection(job.port)
  let next = at
  while (!isDone()) {
    // Each its own requests where they are sent again and again; the next one where each is sent once.
    const index = job.once ? taken : next % job.requests.length
    taken += 1
    next += job.connections
    const request = (job.requests[index] ?? '').replaceAll('{{uuid}}', () => randomUUID())
    const sent = performance.now()
    const answer = await connection.ask(request)
    const now = performance.now()
    if (now >= from && now < until) count(answer, now, now - sent)
    const kept = pattern?.exec(answer)?.[1]
    if (kept !== undefined) captured.push(kept)
    if (now >= until) break
  }
  connection.close()
}

function count(answer: string, now: number, tookMs: number): void {
  last = now
  longest = Math.max(longest, tookMs)
  if (isOk(answer)) latencies.push(tookMs)
  else {
    errors += 1
    firstError ||= answer.slice(0, 600)
  }
}

function isDone(): boolean {
  return job.once === true && taken >= job.requests.length
}
