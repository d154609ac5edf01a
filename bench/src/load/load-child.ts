// The load generator's own process: closed loop, raw sockets, keep-alive. Its job comes as JSON on
// standard input and its answer leaves as JSON on standard output. Raw sockets, because a client
// library would cost more than a small server and so measure itself.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { percentile } from '../measure/statistics.ts'

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

await Promise.all(Array.from({ length: job.connections }, (_, at) => loop(at)))
if (errors > 0) process.stderr.write(`first error: ${firstError}\n`)
const result: LoadResult = {
  count: latencies.length,
  errors,
  seconds: (job.once ? last - from : job.durationMs) / 1000,
  p50Ms: percentile(latencies, 0.5),
  p95Ms: percentile(latencies, 0.95),
  p99Ms: percentile(latencies, 0.99),
  // Not by spreading: some runs answer more often than a call takes arguments.
  maxMs: latencies.reduce((max, one) => Math.max(max, one), 0),
  captured,
}
process.stdout.write(JSON.stringify(result))

function loop(at: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: job.port, host: 'localhost', noDelay: true })
    let next = at
    let sent = 0
    let received = ''

    socket.setEncoding('latin1')
    socket.once('connect', send)
    socket.on('data', (text: string) => {
      received += text
      const length = answerLength(received)
      if (length === undefined || received.length < length) return
      const now = performance.now()
      if (now >= from && now < until) count(now)
      const kept = pattern?.exec(received)?.[1]
      if (kept !== undefined) captured.push(kept)
      received = received.slice(length)
      if (now >= until || isDone()) socket.end(() => resolve())
      else send()
    })
    socket.once('error', reject)
    socket.once('close', () => resolve())

    // Each its own requests where they are sent again and again; the next one where each is sent once.
    function send(): void {
      const index = job.once ? taken : next % job.requests.length
      taken += 1
      next += job.connections
      const request = (job.requests[index] ?? '').replaceAll('{{uuid}}', () => randomUUID())
      sent = performance.now()
      socket.write(request)
    }

    function count(now: number): void {
      last = now
      if (received.startsWith('HTTP/1.1 200')) latencies.push(now - sent)
      else {
        errors += 1
        firstError ||= received.slice(0, 600)
      }
    }
  })
}

function isDone(): boolean {
  return job.once === true && taken >= job.requests.length
}

/** Bytes of the first answer in the text, once its head is complete. */
function answerLength(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const headers = text.slice(0, head)
  const length = /content-length: (\d+)/i.exec(headers)?.[1]
  if (length !== undefined) return head + 4 + Number(length)
  const end = text.indexOf('0\r\n\r\n', head + 2)
  return end < 0 ? Infinity : end + 5
}
