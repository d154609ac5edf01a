import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { routes } from '@corridor/contract/routes'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { type Figures, alternate, judged } from '../measure/measure.ts'
import { percentile } from '../measure/statistics.ts'
import { type BenchStack, customer, startBenchStack } from '../setup/partner.ts'

const strangers = 48
const uploads = 12
const uploadBytes = 15 * 1_024 * 1_024
const perSecond = 15
const probeMs = 10
const limitMs = 100
const quiet = 'one caller, quiet'
const flooded = `one caller, ${strangers} with forged keys`
const uploading = `readiness, ${uploads} uploads of 15 MiB`
const limit = 'limit'

/** Overload before authentication, and by uploads (safety.md 34). */
export const forgedKeys: Bench = {
  name: 'forged-keys',
  what: `a caller while ${strangers} connections of its own network try forged keys; readiness while ${uploads} uploads of 15 MiB come in`,
  run: async (options) => {
    const stack = await startBenchStack({}, { RATE_LIMIT: 'on' })
    try {
      const send = await makeUpload(stack)
      const series = await alternate(
        [
          { name: quiet, run: () => call(stack, options) },
          { name: flooded, run: () => whileForging(stack, () => call(stack, options)) },
          { name: uploading, run: () => whileUploading(stack, send) },
          { name: limit, run: async () => ({ 'max ms': limitMs }) },
        ],
        options.rounds,
      )
      const less = { better: 'less' as const }
      const calls = { ours: flooded, base: quiet, metric: 'p95 ms', must: 2, aim: 1.5 }
      const ready = { ours: uploading, base: limit, metric: 'max ms', must: 1, aim: 0.5 }
      return judged(series, [
        { ...less, ...calls },
        { ...less, ...ready },
      ])
    } finally {
      await stack.remove()
    }
  },
}

/** A caller below its limits, in even steps. */
async function call({ baseUrl, apiToken }: BenchStack, { seconds }: BenchOptions) {
  const { path } = routes.entities.list
  const latencies: number[] = []
  const started = performance.now()
  const calls: Promise<void>[] = []
  for (let n = 0; n < perSecond * seconds; n += 1) {
    await sleep(Math.max(0, started + (n * 1_000) / perSecond - performance.now()))
    calls.push(
      timed(`${baseUrl}${path}?limit=1`, { 'x-api-token': apiToken }).then(
        (ms) => void latencies.push(ms),
      ),
    )
  }
  await Promise.all(calls)
  return { 'p50 ms': percentile(latencies, 0.5), 'p95 ms': percentile(latencies, 0.95) }
}

async function timed(url: string, headers: Record<string, string> = {}): Promise<number> {
  const from = performance.now()
  const answer = await fetch(url, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - from
}

/** Each connection sends a new key as soon as the one before was refused. */
async function whileForging(stack: BenchStack, work: () => Promise<Figures>): Promise<Figures> {
  const program = join(import.meta.dirname, '../load/forging-child.ts')
  const wanted = [String(stack.port), routes.entities.list.path, String(strangers)]
  const child = spawn(process.execPath, [program, ...wanted], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = text(child.stdout)
  const from = performance.now()
  const figures = await work()
  child.kill('SIGTERM')
  const answered = Number(await output)
  return { ...figures, 'forged/s': answered / ((performance.now() - from) / 1_000) }
}

/** All uploads at once, readiness asked every few milliseconds until the last has its answer. */
async function whileUploading(stack: BenchStack, send: () => Promise<void>): Promise<Figures> {
  const before = memoryOf(stack.pid())
  let most = before
  const state = { isDone: false }
  const from = performance.now()
  const sent = Promise.all(Array.from({ length: uploads }, send)).finally(
    () => (state.isDone = true),
  )
  const latencies: number[] = []
  while (!state.isDone) {
    latencies.push(await timed(`${stack.baseUrl}/readyz`))
    most = Math.max(most, memoryOf(stack.pid()))
    await sleep(probeMs)
  }
  await sent
  return {
    'p95 ms': percentile(latencies, 0.95),
    'max ms': latencies.reduce((max, latency) => Math.max(max, latency), 0),
    'all uploads s': (performance.now() - from) / 1_000,
    'memory on top MiB': most - before,
  }
}

/** Resident memory of a process, in MiB. */
function memoryOf(pid: number): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kib) / 1_024
}

async function makeUpload({ baseUrl, apiToken }: BenchStack): Promise<() => Promise<void>> {
  const { create } = routes.entities
  const headers = { 'x-api-token': apiToken, 'content-type': 'application/json' }
  const made = await fetch(baseUrl + create.path, {
    method: create.method,
    headers,
    body: JSON.stringify(customer()),
  })
  const { data } = (await made.json()) as { data: { entityId: string } }
  const url = baseUrl + routes.kyc.upload.path.replace('{entityId}', data.entityId)
  const { body, type } = await uploadBody()
  let sent = 0
  return () => {
    const own = Buffer.from(body)
    // Other content each time, or it would be stored once.
    own.writeUInt32BE((sent += 1), body.indexOf(mark) + mark.length)
    const sending = { 'x-api-token': apiToken, 'content-type': type, 'content-length': own.length }
    return new Promise<void>((resolve, reject) => {
      const asked = request(url, { method: 'POST', headers: sending, agent: false }, (answer) => {
        answer.resume()
        answer.once('end', () =>
          answer.statusCode === 200
            ? resolve()
            : reject(new Error(`An upload was answered ${answer.statusCode}`)),
        )
      })
      asked.once('error', reject)
      asked.end(own)
    })
  }
}

const mark = '%PDF-1.7\n% '
/** A page, and a stream that nothing shows, as long as it has to be. */
const head =
  `${mark}0000\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n` +
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n' +
  `trailer<</Root 1 0 R>>\n4 0 obj<</Length ${uploadBytes / 2}>>stream\n`

/** A form as bytes: two sides of at most ten megabytes each make one body of 15 MiB. */
async function uploadBody(): Promise<{ body: Buffer; type: string }> {
  const content = randomBytes(uploadBytes / 2)
  content.write(head)
  const form = new FormData()
  for (const [name, value] of Object.entries({
    type: 'NATIONAL_ID',
    country: 'DE',
    number: 'C01X00T47',
  }))
    form.append(name, value)
  for (const name of ['frontFile', 'backFile'])
    form.append(name, new File([content], 'page.pdf', { type: 'application/pdf' }))
  const whole = new Response(form)
  const type = whole.headers.get('content-type') ?? ''
  return { body: Buffer.from(await whole.arrayBuffer()), type }
}
