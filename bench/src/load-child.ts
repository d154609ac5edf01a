// The load generator's own process: closed loop, raw sockets, keep-alive. Its job comes as JSON in
// the first argument and its answer leaves as JSON on standard output. Raw sockets, because a
// client library would cost more than a small server and so measure itself.
import { connect } from 'node:net'
import { percentile } from './statistics.ts'

/** Whole requests as text, sent in turn over each connection; answers other than 200 count as errors. */
export type LoadJob = {
  port: number
  requests: string[]
  connections: number
  warmUpMs: number
  durationMs: number
}

export type LoadResult = {
  count: number
  errors: number
  seconds: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  maxMs: number
}

const job = JSON.parse(process.argv[2] ?? '{}') as LoadJob
const started = performance.now()
const from = started + job.warmUpMs
const until = from + job.durationMs
const latencies: number[] = []
let errors = 0
let firstError = ''

await Promise.all(Array.from({ length: job.connections }, (_, at) => loop(at)))
if (errors > 0) process.stderr.write(`first error: ${firstError}\n`)
const result: LoadResult = {
  count: latencies.length,
  errors,
  seconds: job.durationMs / 1000,
  p50Ms: percentile(latencies, 0.5),
  p95Ms: percentile(latencies, 0.95),
  p99Ms: percentile(latencies, 0.99),
  // Not by spreading: some runs answer more often than a call takes arguments.
  maxMs: latencies.reduce((max, one) => Math.max(max, one), 0),
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
      received = received.slice(length)
      if (now >= until) socket.end(() => resolve())
      else send()
    })
    socket.once('error', reject)
    socket.once('close', () => resolve())

    function send(): void {
      sent = performance.now()
      socket.write(job.requests[next % job.requests.length] ?? '')
      next += job.connections
    }

    function count(now: number): void {
      if (received.startsWith('HTTP/1.1 200')) latencies.push(now - sent)
      else {
        errors += 1
        firstError ||= received.slice(0, 600)
      }
    }
  })
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
