import type { Endpoint } from '@corridor/contract'
import type { AnyHandler } from '../api/handlers.ts'
import type { AllHandlers } from '../api/mount.ts'
import { operationsOf } from '../api/path-table.ts'
import { createGate } from '../modules/approvals/gate.ts'
import type { FactsByOperation } from '../modules/approvals/facts.ts'
import { approvalHandlers, transferApprovalHandler } from '../modules/approvals/handlers.ts'
import { askedOfChange } from '../modules/approvals/policy.ts'
import { createApprovalService } from '../modules/approvals/service.ts'
import { liquidityFacts } from '../modules/liquidity/policy-facts.ts'
import { payinRouteFacts } from '../modules/payin-routes/policy-facts.ts'
import { transferFacts } from '../modules/transfers/policy-facts.ts'
import { endpointFacts, webhookFacts } from '../modules/webhooks/policy-facts.ts'
import type { Deps } from '../ports/deps.ts'

/**
 * Puts the partner's policy over the operations that the contract marks: each has its module's
 * reading of what a call would do. An operation without one does not start.
 */
export function createApprovals(deps: Deps) {
  const operations = new Map(
    operationsOf(deps.config).map((operation) => [operation.endpoint.id, operation]),
  )
  const facts: FactsByOperation = {
    ...transferFacts(deps),
    ...payinRouteFacts(deps),
    ...liquidityFacts(deps),
    ...webhookFacts,
    ...endpointFacts,
    'approvals.changePolicy': askedOfChange,
  }
  checkMarks(operations, facts)
  const known = new Set(Object.keys(facts).filter((id) => !(id in endpointFacts)))
  let served: AllHandlers | undefined

  const service = createApprovalService(deps, facts, (id) => {
    const operation = operations.get(id)
    const module = operation && served?.[operation.module as keyof AllHandlers]
    const handler = (module as Record<string, AnyHandler<Endpoint>> | undefined)?.[
      operation?.name ?? ''
    ]
    return operation && handler ? { operation, handler } : undefined
  })
  return {
    gate: createGate(deps, facts),
    service,
    handlers: { approvals: approvalHandlers(service, deps, known) },
    transferHandlers: transferApprovalHandler(service),
    /** What kept calls are run by, once it is all there. */
    serve: (handlers: AllHandlers) => {
      served = handlers
    },
  }
}

function checkMarks(
  operations: ReadonlyMap<string, { endpoint: Endpoint }>,
  facts: FactsByOperation,
): void {
  for (const [id, { endpoint }] of operations)
    if ((endpoint.approval !== undefined) !== id in facts)
      throw new Error(`${id} is marked in the contract and known to the policy, or neither`)
}
