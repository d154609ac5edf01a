import type { Unavailable } from '../port/chain.ts'
import { type Result, fail, ok } from '../port/result.ts'
import { createPoster } from './post.ts'

export type RpcCall = { method: string; params: readonly unknown[] }
export type RpcError = { code: number; message: string; data: unknown }
export type RpcAnswer = { result: unknown; error?: undefined } | { error: RpcError }

export type Rpc = {
  /** Several calls that belong together; the answers come in the order of the calls. */
  batch: (calls: readonly RpcCall[]) => Promise<Result<RpcAnswer[], Unavailable>>
  /** One call; the node's own refusal is a value too, because some refusals have a meaning. */
  call: (method: string, params: readonly unknown[]) => Promise<Result<RpcAnswer, Unavailable>>
  /** Ends the kept connections. */
  close: () => void
}

/** An answer that is no JSON-RPC or lacks what it must have: the node cannot be relied upon. */
export class UnreadableAnswer extends Error {}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Answers = Result<RpcAnswer[], Unavailable>
type Question = { calls: readonly RpcCall[]; settle: (answers: Answers) => void }
/** What the node answered to each call of a request. */
type Items = (RpcAnswer | UnreadableAnswer)[]

/** Longer questions, as ranges of blocks are, travel by themselves: others would wait for them. */
const gatheredMax = 8
/** Below what nodes and their providers allow in one request, as far as they say. */
const callsMax = 50
/** A node that refuses a list may only be busy: it is tried with one again after this time. */
const singlyMs = 60_000

/**
 * JSON-RPC over HTTP. Questions of one turn of the program travel as one request, in which a call that
 * several of them make stands once. A slow, cut or nonsensical answer is `CHAIN_UNAVAILABLE`, never a
 * throw.
 */
export function createRpc(options: { url: string; timeoutMs: number }): Rpc {
  const poster = createPoster(options)
  let lastId = 0
  let waiting: Question[] = []
  /** Until when the node gets one call at a time, because it has refused a list. */
  let singlyUntil = 0

  return { batch, call, close: poster.close }

  async function call(method: string, params: readonly unknown[]) {
    const answers = await batch([{ method, params }])
    if (!answers.ok) return answers
    const [answer] = answers.value
    return answer ? ok(answer) : fail('CHAIN_UNAVAILABLE', `no answer to ${method}`)
  }

  function batch(calls: readonly RpcCall[]): Promise<Answers> {
    const { promise, resolve: settle } = Promise.withResolvers<Answers>()
    if (calls.length > gatheredMax) void askTogether([{ calls, settle }])
    else {
      if (waiting.length === 0) setImmediate(askWaiting)
      waiting.push({ calls, settle })
    }
    return promise
  }

  function askWaiting(): void {
    const questions = waiting
    waiting = []
    let from = 0
    let count = 0
    for (const [at, { calls }] of questions.entries()) {
      if (count + calls.length > callsMax) {
        void askTogether(questions.slice(from, at))
        from = at
        count = 0
      }
      count += calls.length
    }
    void askTogether(questions.slice(from))
  }

  async function askTogether(questions: readonly Question[]): Promise<void> {
    const distinct = new Map<string, RpcCall>()
    const places = questions.map(({ calls }, at) =>
      calls.map((each, index) => {
        const key = keyOf(each, `${at}/${index}`)
        distinct.set(key, each)
        return key
      }),
    )
    const items = new Map<string, RpcAnswer | UnreadableAnswer>()
    let fault = ''
    try {
      const answers = await ask([...distinct.values()])
      for (const [at, key] of [...distinct.keys()].entries()) {
        const answer = answers[at]
        if (answer) items.set(key, answer)
      }
    } catch (error) {
      fault = reason(error)
    }
    for (const [at, { calls, settle }] of questions.entries())
      settle(readOwn(calls, places[at] ?? [], items, fault))
  }

  /** Answers in the order of the calls. @throws on any fault of the whole request */
  async function ask(calls: readonly RpcCall[]): Promise<Items> {
    if (calls.length > 1 && performance.now() < singlyUntil) return askSingly(calls)
    try {
      return await exchange(calls)
    } catch (error) {
      if (!(error instanceof ListRefused)) throw error
      singlyUntil = performance.now() + singlyMs
      return askSingly(calls)
    }
  }

  /** One that is not answered fails its own question only. */
  async function askSingly(calls: readonly RpcCall[]): Promise<Items> {
    const answers = await Promise.all(
      calls.map((each) =>
        exchange([each]).catch((error: unknown) => [new UnreadableAnswer(reason(error))]),
      ),
    )
    return answers.flat()
  }

  async function exchange(calls: readonly RpcCall[]): Promise<Items> {
    const first = lastId + 1
    lastId += calls.length
    const body = calls.map((entry, index) => ({ jsonrpc: '2.0', id: first + index, ...entry }))
    const text = await poster.post(JSON.stringify(body.length === 1 ? body[0] : body))
    return inOrder(JSON.parse(text), first, calls)
  }
}

/** What only reads the chain, or sends the same bytes, is one call whoever makes it. */
const keyOf = ({ method, params }: RpcCall, place: string): string =>
  method.startsWith('eth_') ? JSON.stringify([method, params]) : place

/** The answers to one question; a node that answers half of it is not believed. */
function readOwn(
  calls: readonly RpcCall[],
  keys: readonly string[],
  items: ReadonlyMap<string, RpcAnswer | UnreadableAnswer>,
  fault: string,
): Answers {
  const answers: RpcAnswer[] = []
  for (const key of keys) {
    const item = items.get(key)
    if (!item || item instanceof UnreadableAnswer) {
      const message = item?.message ?? (fault || 'no answer')
      return fail('CHAIN_UNAVAILABLE', `${calls[0]?.method ?? 'batch'}: ${message}`)
    }
    answers.push(item)
  }
  return ok(answers)
}

/** The node takes one call at a time: it knows no list, and says so of the request as a whole. */
class ListRefused extends Error {}
const invalidRequest = -32_600

/** Lists may be answered in any order. */
function inOrder(answer: unknown, firstId: number, calls: readonly RpcCall[]): Items {
  if (calls.length > 1 && isRecord(answer) && isRecord(answer['error'])) {
    const { code, message } = answer['error']
    if (code === invalidRequest || /batch/i.test(String(message))) throw new ListRefused()
  }
  const byId = new Map<unknown, Record<string, unknown>>()
  for (const item of Array.isArray(answer) ? answer : [answer]) {
    if (isRecord(item)) byId.set(item['id'], item)
  }
  return calls.map((call, index) => {
    const found = byId.get(firstId + index)
    return found ? toAnswer(found) : new UnreadableAnswer(`no answer to ${call.method}`)
  })
}

function toAnswer(item: Record<string, unknown>): RpcAnswer | UnreadableAnswer {
  const error = item['error']
  if (isRecord(error)) {
    const { code, message, data } = error
    return {
      error: {
        code: typeof code === 'number' ? code : 0,
        message: typeof message === 'string' ? message : 'no message',
        data,
      },
    }
  }
  if (!('result' in item)) return new UnreadableAnswer('neither result nor error')
  return { result: item['result'] }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  // Both address families refused: the error itself is empty, its parts speak.
  if (error instanceof AggregateError) return error.errors.map(String).join(', ')
  return error.message
}
