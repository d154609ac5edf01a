import type { Unavailable } from '../port/chain.ts'
import { type Result, fail, ok } from '../port/result.ts'
import { createPoster } from './post.ts'

export type RpcCall = { method: string; params: readonly unknown[] }
export type RpcError = { code: number; message: string; data: unknown }
export type RpcAnswer = { result: unknown; error?: undefined } | { error: RpcError }

export type Rpc = {
  /** Several calls in one request; the answers come in the order of the calls. */
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

/** JSON-RPC over HTTP. A slow, cut or nonsensical answer is `CHAIN_UNAVAILABLE`, never a throw. */
export function createRpc(options: { url: string; timeoutMs: number }): Rpc {
  const poster = createPoster(options)
  let lastId = 0

  return { batch, call, close: poster.close }

  async function call(method: string, params: readonly unknown[]) {
    const answers = await batch([{ method, params }])
    if (!answers.ok) return answers
    const [answer] = answers.value
    return answer ? ok(answer) : fail('CHAIN_UNAVAILABLE', `no answer to ${method}`)
  }

  async function batch(calls: readonly RpcCall[]): Promise<Result<RpcAnswer[], Unavailable>> {
    const first = lastId + 1
    lastId += calls.length
    const body = calls.map((entry, index) => ({ jsonrpc: '2.0', id: first + index, ...entry }))
    try {
      const text = await poster.post(JSON.stringify(body.length === 1 ? body[0] : body))
      return ok(inOrder(JSON.parse(text), first, calls))
    } catch (error) {
      return fail('CHAIN_UNAVAILABLE', `${calls[0]?.method ?? 'batch'}: ${reason(error)}`)
    }
  }
}

/** Batches may be answered in any order; a node that answers half of one is not believed. */
function inOrder(answer: unknown, firstId: number, calls: readonly RpcCall[]): RpcAnswer[] {
  const byId = new Map<unknown, RpcAnswer>()
  for (const item of Array.isArray(answer) ? answer : [answer]) {
    if (isRecord(item)) byId.set(item['id'], toAnswer(item))
  }
  return calls.map((call, index) => {
    const found = byId.get(firstId + index)
    if (!found) throw new UnreadableAnswer(`no answer to ${call.method}`)
    return found
  })
}

function toAnswer(item: Record<string, unknown>): RpcAnswer {
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
  if (!('result' in item)) throw new UnreadableAnswer('neither result nor error')
  return { result: item['result'] }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  // Both address families refused: the error itself is empty, its parts speak.
  if (error instanceof AggregateError) return error.errors.map(String).join(', ')
  return error.message
}
