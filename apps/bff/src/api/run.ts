import type { InputOf } from '@corridor/contract'
import { isUnavailable } from '../db/errors.ts'
import type { Tx } from '../db/open.ts'
import type { Deps } from '../ports/deps.ts'
import type { Caller } from './request/caller.ts'
import type { AnyHandler, Handler } from './handlers.ts'
import {
  findAnswer,
  type KeyScope,
  inProgress,
  keepAnswer,
  lockKey,
  type StoredAnswer,
} from './idempotency.ts'
import type { Operation } from './path-table.ts'
import { Refusal } from './request/refusal.ts'
import { type Answer, refusalAnswer, successAnswer } from './respond.ts'

type Input = InputOf<Operation['endpoint']>
export type Call = {
  operation: Operation
  handler: AnyHandler<Operation['endpoint']>
  input: Input
  caller: Caller
  scope: KeyScope | undefined
}

const replayed = { 'Idempotency-Replayed': 'true' }
/** Refusals of the key itself are never its answer. */
const aboutTheKey = new Set(['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'])

/**
 * Runs one operation: kept answer, outgoing calls, then one transaction with lock, effect and kept
 * answer. Effect, event, audit and answer commit together or not at all.
 */
export function createRunner(deps: Deps) {
  // Two calls of one process under one key: the second is refused before it calls anything outside.
  const inFlight = new Set<string>()
  return { run }

  async function run(call: Call): Promise<Answer> {
    const { scope } = call
    if (!scope) return perform(call)
    const name = [scope.partnerId, scope.method, scope.path, scope.key].join('\n')
    if (inFlight.has(name)) throw inProgress()
    inFlight.add(name)
    try {
      return await performOnce(call, scope)
    } finally {
      inFlight.delete(name)
    }
  }

  async function performOnce(call: Call, scope: KeyScope): Promise<Answer> {
    const kept = await deps.db.reading(scope.partnerId, (tx) => findAnswer(tx, deps.kek, scope))
    if (kept) return { ...kept, headers: replayed }
    try {
      return await perform(call)
    } catch (error) {
      const other = error instanceof Refusal ? await keepRefusal(call, scope, error) : undefined
      if (other) return { ...other, headers: replayed }
      throw error
    }
  }

  async function perform({ operation, handler, input, caller, scope }: Call): Promise<Answer> {
    const parts = asParts(handler)
    const prepared: unknown = await parts.before(input, caller)
    const transaction = parts.reads ? deps.db.reading : deps.db.withPartner
    const answer = await transaction(caller.partnerId, async (tx: Tx) => {
      if (scope) {
        await lockKey(tx, scope)
        const kept = await findAnswer(tx, deps.kek, scope)
        if (kept) return { ...kept, headers: replayed }
      }
      const success = successAnswer(await parts.handle(tx, input, caller, prepared))
      if (scope) await keepAnswer(tx, deps.kek, scope, success)
      return success
    })
    void followUp(() => parts.after?.(input, caller, prepared))
    if (operation.endpoint.method !== 'GET') deps.wake.notify('events')
    return answer
  }

  async function followUp(after: () => Promise<void> | void): Promise<void> {
    try {
      await after()
    } catch (error) {
      deps.log.warn({ err: error }, 'what follows an answer failed')
    }
  }

  /**
   * A refusal by state is the answer of its key; any other leaves the key free. Where another
   * process has answered under the key meanwhile, that answer stays and is returned.
   */
  async function keepRefusal(
    call: Call,
    scope: KeyScope,
    refusal: Refusal,
  ): Promise<StoredAnswer | undefined> {
    const answer = refusalAnswer(refusal, call.caller.requestId, call.operation.endpoint)
    const stays = refusal.byState && (answer.status === 409 || answer.status === 422)
    if (!stays || aboutTheKey.has(refusal.code)) return undefined
    return deps.db.withPartner(scope.partnerId, async (tx) => {
      await lockKey(tx, scope)
      const kept = await findAnswer(tx, deps.kek, scope)
      if (!kept) await keepAnswer(tx, deps.kek, scope, answer)
      return kept
    })
  }
}

type Parts = Handler<Operation['endpoint']>

function asParts(handler: AnyHandler<Operation['endpoint']>): Parts {
  if (typeof handler !== 'function') return handler
  return {
    before: () => Promise.resolve(undefined),
    handle: (tx, input, caller) => handler(tx, input, caller),
  }
}

/** The answer to anything thrown: refusals as they are, unexpected errors without their details. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  // The signer's own connections throw what the driver does.
  if (isUnavailable(error))
    return new Refusal('SERVICE_UNAVAILABLE', 'The service cannot answer now. Try again.', {
      retryAfterSeconds: 1,
    })
  return new Refusal(
    'INTERNAL',
    'Something failed on our side. Try again, or quote the request id.',
  )
}
