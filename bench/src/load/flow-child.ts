// Flows by bank in a process of their own: quote, execute, deposit, and wait until the transfer is
// COMPLETED, each lane one after the other. One query to the database watches all of them, since
// reading them over the API again and again would be a load of its own. Job and answer are JSON.
import { randomUUID } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { percentile } from '../measure/statistics.ts'
import { type Connection, isOk, openConnection } from './connection.ts'
import { postRequest } from './load.ts'

export type FlowJob = {
  port: number
  apiToken: string
  /** `par_…`, whose transfers they are. */
  svcPartnerId: string
  databaseUrl: string
  lanes: number
  seconds: number
  /** Bodies of quotes without their `transactionId`; each lane uses its own in turn. */
  quotes: object[]
  simulatePath: string
  executePath: string
  /** With `{executionId}`. */
  depositPath: string
  acknowledged: object
}

export type FlowResult = {
  count: number
  errors: number
  seconds: number
  p50Ms: number
  p99Ms: number
  maxMs: number
}

const lookMs = 5
const pauseMs = 50
const deadlineMs = 30_000

const job = (await json(process.stdin)) as FlowJob
const headers = { 'x-api-token': job.apiToken }
const partner = rowId(job.svcPartnerId)
const database = new Client({ connectionString: job.databaseUrl })
await database.connect()
/** By the id of its row. */
const waiting = new Map<string, { since: number; done: (isCompleted: boolean) => void }>()
const times: number[] = []
let errors = 0
let firstError = ''
const over = new AbortController()

const watching = watch()
const started = performance.now()
const until = started + job.seconds * 1000
await Promise.all(Array.from({ length: job.lanes }, (_, at) => lane(at)))
const seconds = (performance.now() - started) / 1000
over.abort()
await watching
await database.end()
if (errors > 0) process.stderr.write(`first error: ${firstError}\n`)
const result: FlowResult = {
  count: times.length,
  errors,
  seconds,
  p50Ms: percentile(times, 0.5),
  p99Ms: percentile(times, 0.99),
  maxMs: times.reduce((max, time) => Math.max(max, time), 0),
}
process.stdout.write(JSON.stringify(result))

async function lane(at: number): Promise<void> {
  const connection = await openConnection(job.port)
  for (let turn = at; performance.now() < until; turn += job.lanes) {
    const begun = performance.now()
    const refused = await flow(connection, job.quotes[turn % job.quotes.length] ?? {})
    if (refused === undefined) times.push(performance.now() - begun)
    else {
      errors += 1
      firstError ||= refused.slice(0, 600)
      await sleep(pauseMs)
    }
  }
  connection.close()
}

/** Gives the first answer that was not a 200. */
async function flow({ ask }: Connection, quote: object): Promise<string | undefined> {
  const transactionId = randomUUID()
  const quoted = await ask(postRequest(job.simulatePath, { transactionId, ...quote }, headers))
  const executionId = /"executionId":"(exec_[0-9a-z]+)"/.exec(quoted)?.[1]
  if (executionId === undefined) return quoted
  const body = { executionId, ...job.acknowledged }
  const executed = await ask(postRequest(job.executePath, body, headers))
  if (!isOk(executed)) return executed
  const path = job.depositPath.replace('{executionId}', executionId)
  const paid = await ask(postRequest(path, {}, headers))
  if (!isOk(paid)) return paid
  const isCompleted = await new Promise<boolean>((done) => {
    waiting.set(rowId(executionId), { since: performance.now(), done })
  })
  return isCompleted ? undefined : `${executionId} was not completed in time`
}

async function watch(): Promise<void> {
  while (!over.signal.aborted) {
    await sleep(lookMs)
    if (waiting.size === 0) continue
    const { rows } = await database.query<{ id: string }>({
      name: 'completed',
      text: `select id::text from transfer where partner_id = $1 and id = any($2::uuid[])
        and status = 'COMPLETED'`,
      values: [partner, [...waiting.keys()]],
    })
    for (const { id } of rows) end(id, true)
    const late = performance.now() - deadlineMs
    for (const [id, { since }] of waiting) if (since < late) end(id, false)
  }
}

function end(id: string, isCompleted: boolean): void {
  waiting.get(id)?.done(isCompleted)
  waiting.delete(id)
}

/** The UUID that an id is written from: 26 digits to the base of 32 after its prefix. */
function rowId(id: string): string {
  const digits = id.replace(/^[a-z]+_/, '').split('')
  const value = digits.reduce(
    (sum, digit) => sum * 32n + BigInt('0123456789abcdefghjkmnpqrstvwxyz'.indexOf(digit)),
    0n,
  )
  const hex = value.toString(16).padStart(32, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
