import type { InputOf } from '@corridor/contract'
import { OpenerUnavailable } from '../outside/files/opener/opener.ts'
import { isUnavailable } from '../db/errors.ts'
import type { Tx } from '../db/open.ts'
import type { Deps } from '../ports/deps.ts'
import type { Caller } from './request/caller.ts'
import { type AnyHandler, asParts } from './handlers.ts'
import type { ApprovalGate } from './approval-gate.ts'
import { inSavepoint } from '../db/isolation.ts'
import { findAnswer, type KeyScope, inProgress, keepAnswer, takeKey } from './idempotency.ts'
import type { Operation } from './path-table.ts'
import { Refusal } from './request/refusal.ts'
import { selected } from './request/selection.ts'
import { type Answer, refusalAnswer, successAnswer } from './respond.ts'
import { createSharedCalls } from './shared-call.ts'

type Input = InputOf<Operation['endpoint']>
export type Call = {
  operation: Operation
  handler: AnyHandler<Operation['endpoint']>
  input: Input
  caller: Caller
  scope: KeyScope | undefined
}

type Handle = (as: Caller) => Promise<unknown>
/** An answer, and whether the operation happened. */
type Effect = { answer: Answer; isDone: boolean }

const done = (answered: unknown): Effect => ({ answer: successAnswer(answered), isDone: true })
const refused = (refusal: Refusal, { caller, operation }: Call): Effect => ({
  answer: refusalAnswer(refusal, caller.requestId, operation.endpoint),
  isDone: false,
})

class Undone extends Error {}

/** Does something and takes it back. @throws what it throws */
async function tried(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  try {
    await inSavepoint(tx, async () => {
      await work()
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
}

const replayed = { 'Idempotency-Replayed': 'true' }
/** Refusals of the key itself are never its answer. */
const aboutTheKey = new Set(['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'])

/**
 * Runs one operation: kept answer, outgoing calls, then one transaction with lock, effect and kept
 * answer. Effect, event, audit and answer commit together or not at all.
 */
export function createRunner(deps: Deps, gate: ApprovalGate) {
  // Two calls of one process under one key: the second is refused before it calls anything outside.
  const inFlight = new Set<string>()
  const lineOf = (db: Deps['db']) => ({ db, shared: createSharedCalls(db) })
  const programs = lineOf(deps.db)
  const console = lineOf(deps.db.inLine('console '))
  const lineFor = ({ isConsole }: Caller) => (isConsole ? console : programs)
  return { run }

  async function run(call: Call): Promise<Answer> {
    const { scope } = call
    if (!scope) return performOrReport(call)
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
    const kept = await lineFor(call.caller).db.reading(scope.partnerId, (tx) =>
      findAnswer(tx, deps.kek, scope),
    )
    if (kept) return { ...kept, headers: replayed }
    try {
      return await performOrReport(call)
    } catch (error) {
      const other = error instanceof Refusal ? await keepRefusal(call, scope, error) : undefined
      if (other) return { ...other, headers: replayed }
      throw error
    }
  }

  async function performOrReport(call: Call): Promise<Answer> {
    try {
      return await perform(call)
    } catch (error) {
      if (error instanceof Refusal) asParts(call.handler).refused?.(error, call.caller)
      throw error
    }
  }

  async function perform(call: Call): Promise<Answer> {
    const { operation, handler, input, caller, scope } = call
    const parts = asParts(handler)
    const stopped = operation.endpoint.approval === 'beforehand' && (await stoppedBefore(call))
    if (stopped) return stopped
    const prepared: unknown = await parts.before(input, caller)
    const { db, shared } = lineFor(caller)
    const work = async (tx: Tx): Promise<Effect> => {
      const kept = await keptAnswer(tx, scope)
      if (kept) return { answer: kept, isDone: true }
      const effect = await underPolicy(tx, call, (as) => parts.handle(tx, input, as, prepared))
      if (scope) await keepAnswer(tx, deps.kek, scope, effect.answer)
      return effect
    }
    const { partnerId } = caller
    const { answer, isDone } = parts.reads
      ? await db.reading(partnerId, work)
      : parts.shares?.(prepared)
        ? await shared(partnerId, operation.endpoint.id)(work)
        : await db.withPartner(partnerId, work)
    if (isDone) void followUp(() => parts.after?.(input, caller, prepared))
    if (operation.endpoint.method !== 'GET') deps.wake.notify('events')
    return answer
  }

  async function keptAnswer(tx: Tx, scope: KeyScope | undefined): Promise<Answer | undefined> {
    if (!scope) return undefined
    const kept = await takeKey(tx, deps.kek, scope)
    return kept && { ...kept, headers: replayed }
  }

  /**
   * Asks the policy before the effect, in its transaction. Where others have to agree the operation
   * is tried and undone: what would be refused anyway is refused now, and nobody is asked about it.
   */
  async function underPolicy(tx: Tx, call: Call, handle: Handle): Promise<Effect> {
    const { operation, caller } = call
    const { approval } = operation.endpoint
    if (!approval || approval === 'beforehand')
      return done(selected(await handle(caller), call.input))
    const judged = await gate.judge(tx, call)
    if (judged.outcome === 'deny') {
      await judged.note()
      return refused(judged.refusal, call)
    }
    if (judged.outcome === 'allow') {
      const effect = done(await handle(caller))
      await judged.note()
      return effect
    }
    if (approval === 'record') {
      const effect = done(await handle({ ...caller, awaited: judged.awaited }))
      await judged.keep()
      return effect
    }
    await tried(tx, () => handle(caller))
    return refused(await judged.keep(), call)
  }

  /** The same, in a transaction of its own, for an effect that comes before the operation's. */
  async function stoppedBefore(call: Call): Promise<Answer | undefined> {
    const { caller, scope } = call
    const stopped = await lineFor(caller).db.withPartner(caller.partnerId, async (tx) => {
      const kept = await keptAnswer(tx, scope)
      if (kept) return kept
      const judged = await gate.judge(tx, call)
      if (judged.outcome === 'approvals') return keptRefusal(tx, await judged.keep(), call)
      await judged.note()
      return judged.outcome === 'deny' ? keptRefusal(tx, judged.refusal, call) : undefined
    })
    if (stopped) deps.wake.notify('events')
    return stopped
  }

  async function keptRefusal(tx: Tx, refusal: Refusal, call: Call): Promise<Answer> {
    const { answer } = refused(refusal, call)
    if (call.scope) await keepAnswer(tx, deps.kek, call.scope, answer)
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
  async function keepRefusal(call: Call, scope: KeyScope, refusal: Refusal) {
    const answer = refusalAnswer(refusal, call.caller.requestId, call.operation.endpoint)
    const stays = refusal.byState && (answer.status === 409 || answer.status === 422)
    if (!stays || aboutTheKey.has(refusal.code)) return undefined
    return lineFor(call.caller).db.withPartner(scope.partnerId, async (tx) => {
      const kept = await takeKey(tx, deps.kek, scope)
      if (!kept) await keepAnswer(tx, deps.kek, scope, answer)
      return kept
    })
  }
}

/** The answer to anything thrown: refusals as they are, unexpected errors without their details. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  // The signer's own connections throw what the driver does.
  if (isUnavailable(error) || error instanceof OpenerUnavailable)
    return new Refusal('SERVICE_UNAVAILABLE', 'The service cannot answer now. Try again.', {
      retryAfterSeconds: 1,
    })
  return new Refusal(
    'INTERNAL',
    'Something failed on our side. Try again, or quote the request id.',
  )
}
