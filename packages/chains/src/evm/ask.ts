import type { Unavailable } from '../port/chain.ts'
import { type Result, fail, ok } from '../port/result.ts'
import { type Rpc, type RpcAnswer, type RpcCall, UnreadableAnswer } from './rpc.ts'

/** Asks in one request and reads the answers; what cannot be read makes the node unavailable. */
export async function ask<T>(
  rpc: Rpc,
  calls: readonly RpcCall[],
  read: (answers: readonly RpcAnswer[]) => T,
): Promise<Result<T, Unavailable>> {
  if (calls.length === 0) return readSafely(() => read([]))
  const answers = await rpc.batch(calls)
  return answers.ok ? readSafely(() => read(answers.value)) : answers
}

export function readSafely<T>(read: () => T): Result<T, Unavailable> {
  try {
    return ok(read())
  } catch (error) {
    if (error instanceof UnreadableAnswer) return fail('CHAIN_UNAVAILABLE', error.message)
    throw error
  }
}
