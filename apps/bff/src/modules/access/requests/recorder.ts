import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseId } from '@corridor/domain'
import { LRUCache } from 'lru-cache'
import { Counter } from 'prom-client'
import type { LoggedCall, RequestLog } from '../../../api/request/request-log.ts'
import type { Deps } from '../../../ports/deps.ts'
import { omitted, redactedJson, redactPath, redactQuery } from './redact.ts'
import { insertRequests, type NewRequest } from './store.ts'

/** Calls that may wait to be written; more are dropped, and counted. */
const waitingMax = 5_000
/** Characters of bodies and answers that may wait; over it calls are kept without theirs. */
const contentMax = 16 * 1_048_576
/** A body or answer that is larger is not looked into. */
const readMax = 65_536
const everyMs = 1_000
const batchSize = 100
const atOnce = 500

/** Ties sealed content to its row: moved to another one it does not open. */
export const contentOf = (partnerId: string, requestId: string) =>
  `request_log.sealed_content/${partnerId}/${requestId}`

export type RequestContent = {
  query: Record<string, string>
  requestBody: unknown
  responseBody: unknown
}

export type RequestRecorder = RequestLog & {
  /** Writes what waits. */
  flush(): Promise<void>
  /** The same at the end; what comes later is not kept. */
  close: () => Promise<void>
}

type RecorderDeps = Pick<Deps, 'db' | 'kek' | 'log' | 'metrics'>

/**
 * Keeps programs' calls in memory and writes them each second. A request pays for one push; it is
 * redacted, sealed and written afterwards. A process that dies loses its last second.
 */
export function createRequestRecorder(deps: RecorderDeps): RequestRecorder {
  const droppedCalls = new Counter({
    name: 'request_log_dropped_total',
    help: 'Calls of programs that the request log did not keep',
    registers: [deps.metrics],
  })
  const answers = createAnswers()
  let waiting: LoggedCall[] = []
  let content = 0
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let isClosed = false
  return { note, flush, close }

  function note(call: LoggedCall): void {
    if (isClosed || waiting.length >= waitingMax) return droppedCalls.inc()
    const size = (call.bodyBytes ?? 0) + (call.answer?.length ?? 0)
    waiting.push(content + size > contentMax ? withoutContent(call) : slim(call))
    content += Math.min(size, 2 * readMax)
    if (waiting.length >= atOnce) void flush()
    else timer ??= setTimeout(() => void flush(), everyMs).unref()
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    // One after the other; a flush that waited writes what came meanwhile.
    writing = writing.then(writeAll)
    await writing
  }

  async function close(): Promise<void> {
    await flush()
    isClosed = true
  }

  async function writeAll(): Promise<void> {
    const calls = waiting
    waiting = []
    content = 0
    while (calls.length > 0) {
      const batch = calls.slice(0, batchSize)
      try {
        const rows: NewRequest[] = []
        for (const call of batch) {
          rows.push(rowOf(deps, answers, call))
          // Others are answered meanwhile.
          if (rows.length % 10 === 0) await nextTurn()
        }
        await deps.db.asWorker((tx) => insertRequests(tx, rows))
        calls.splice(0, batch.length)
      } catch (error) {
        deps.log.warn({ err: error }, 'calls of programs not written')
        return keepFor(calls)
      }
    }
  }

  /** The database may be back in a second. */
  function keepFor(calls: readonly LoggedCall[]): void {
    const all = [...calls, ...waiting]
    waiting = all.slice(0, waitingMax)
    droppedCalls.inc(all.length - waiting.length)
    if (!isClosed) timer ??= setTimeout(() => void flush(), everyMs).unref()
  }
}

/** Without what is too large to be looked into. */
function slim(call: LoggedCall): LoggedCall {
  const { bodyBytes = 0, answer = '' } = call
  return {
    ...call,
    ...(bodyBytes > readMax ? { body: omitted(bodyBytes) } : {}),
    ...(answer.length > readMax ? { answer: JSON.stringify(omitted(answer.length)) } : {}),
  }
}

function withoutContent(call: LoggedCall): LoggedCall {
  const { body: _body, answer: _answer, ...rest } = call
  return rest
}

type Answered = { json: Buffer; code: string }
const seenMax = 2 * 1_048_576
const none: Answered = { json: Buffer.from('null'), code: '' }

/** Answers as they are kept. What was read is often read again: an answer of before is known. */
function createAnswers() {
  const seen = new LRUCache<string, Answered>({
    maxSize: seenMax,
    sizeCalculation: ({ json }, bytes) => bytes.length + json.length,
  })
  return ({ method, answer }: LoggedCall): Answered => {
    if (answer === undefined) return none
    // Byte by byte: as a name for them that is quickly made.
    const bytes = Buffer.isBuffer(answer) ? answer.toString('latin1') : answer
    const known = seen.get(bytes)
    if (known) return known
    const value = parsed(answer.toString())
    const answered = { json: Buffer.from(redactedJson(value, true)), code: codeOf(value) }
    // An answer to a change comes once, and may hold a secret.
    if (method === 'GET') seen.set(bytes, answered)
    return answered
  }
}

type Answers = ReturnType<typeof createAnswers>

function rowOf({ kek }: Pick<Deps, 'kek'>, answers: Answers, call: LoggedCall): NewRequest {
  const { partnerId, requestId } = call
  const url = new URL(call.url)
  const { json, code } = answers(call)
  // A `RequestContent` as JSON, of which the bodies are JSON already.
  const query = JSON.stringify(redactQuery(url.searchParams))
  const sent = redactedJson(call.body, false)
  const kept = [
    Buffer.from(`{"query":${query},"requestBody":${sent},"responseBody":`),
    json,
    Buffer.from('}'),
  ]
  const sealed = kek.seal(contentOf(partnerId, requestId), Buffer.concat(kept))
  return {
    partner_id: partnerId,
    id: parseId('req', requestId) ?? '',
    key_id: parseId('key', call.keyId) ?? '',
    at: new Date(call.at.getTime() - call.durationMs),
    method: call.method,
    path: redactPath(url.pathname, call.pathPattern),
    operation: call.operation,
    status: call.status,
    code,
    duration_ms: Math.round(call.durationMs),
    address: call.address,
    idempotency_key: call.idempotencyKey.slice(0, 255),
    is_replayed: call.isReplayed,
    sealed_content: Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return omitted(text.length)
  }
}

function codeOf(answer: unknown): string {
  const { error } = (answer ?? {}) as { error?: { code?: unknown } }
  return typeof error?.code === 'string' ? error.code : ''
}
