import { fail, ok } from '@corridor/domain'
import { asParts } from '../../api/handlers.ts'
import { Refusal } from '../../api/request/refusal.ts'
import { successAnswer } from '../../api/respond.ts'
import { inSavepoint } from '../../db/isolation.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import type { RequestRow } from '../../records/approvals/request-store.ts'
import type { FindOperation } from './facts.ts'
import { keptCall } from './kept-call.ts'

/** What outgoing calls of a kept operation gave, or why they refused it. */
export type Prepared = { value: unknown } | { refused: Refusal }
type RunFailure = { code: string; message: string }

/** Operations whose answers show something only once, which nobody else may read. */
const unseen = new Set(['webhooks.register', 'webhooks.createEndpoint'])

/** Runs kept calls as the mount would have, as their maker. */
export function createRunKept(deps: Pick<Deps, 'kek' | 'log'>, find: FindOperation) {
  const calls = keptCall(deps)
  return { prepare, run, follow, callOf: calls.open, modeOf }

  function modeOf({ operation }: RequestRow) {
    return find(operation)?.operation.endpoint.approval
  }

  function partsOf({ operation }: RequestRow) {
    const found = find(operation)
    if (!found) throw new Error(`there is no operation ${operation}`)
    return asParts(found.handler)
  }

  /** The outgoing calls, before any transaction; they can be repeated. */
  async function prepare(row: RequestRow, requestId: string): Promise<Prepared> {
    const { input, caller } = calls.open(row, requestId)
    try {
      return { value: await partsOf(row).before(input as never, caller) }
    } catch (error) {
      if (error instanceof Refusal) return { refused: error }
      throw error
    }
  }

  /** What it wrote is undone where it is refused. */
  async function run(tx: Tx, row: RequestRow, prepared: Prepared, requestId: string) {
    if ('refused' in prepared) return fail(failureOf(prepared.refused))
    const { input, caller } = calls.open(row, requestId)
    try {
      const answer = await inSavepoint(tx, async () =>
        successAnswer(
          await partsOf(row).handle(tx, input as never, caller, prepared.value as never),
        ),
      )
      return ok(
        unseen.has(row.operation) ? undefined : calls.sealAnswer(row.id, answer.body.toString()),
      )
    } catch (error) {
      if (error instanceof Refusal) return fail(failureOf(error))
      throw error
    }
  }

  /** After the commit: wakes workers; its failure changes nothing. */
  async function follow(row: RequestRow, prepared: Prepared, requestId: string): Promise<void> {
    if ('refused' in prepared) return
    const { input, caller } = calls.open(row, requestId)
    await partsOf(row).after?.(input as never, caller, prepared.value)
  }
}

const failureOf = ({ code, message, details }: Refusal): RunFailure => ({
  code,
  message: [message, ...details.map((detail) => detail.message)].join(' ').slice(0, 500),
})
