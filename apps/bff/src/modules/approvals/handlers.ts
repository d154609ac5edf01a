import type { approvals, transfers } from '@corridor/contract'
import { type Handlers, inTwoParts, listed, partOf, reading, success } from '../../api/handlers.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { readBack } from '../../records/transfers/lookup.ts'
import { approvedBody } from '../transfers/action-handlers.ts'
import { createPolicyCheck } from './policy-issues.ts'
import { changePolicy, listVersions, readPolicy, readVersion, replayPolicy } from './policy.ts'
import type { ApprovalService } from './service.ts'

const valueOrThrow = answersFor({
  SCOPE_MISSING: 'Answering takes the right to ask for the operation.',
  ILLEGAL_TRANSITION: 'This is not decided about any more.',
})

const messages = {
  REQUESTED: 'Approved; more people have to agree.',
  EXECUTED: 'Approved and done.',
  REJECTED: 'Rejected.',
  EXPIRED: 'The time to decide was up.',
  FAILED: 'It was refused when it was to be done.',
  CANCELLED: 'Withdrawn.',
  VOID: 'Who asked for it may no longer ask for it.',
} as const

/** Requests for approval, and the policy that asks for them. */
export function approvalHandlers(
  service: ApprovalService,
  deps: Deps,
  /** Ids of the operations that rules may name. */
  operations: ReadonlySet<string>,
): Handlers<typeof approvals> {
  const checked = createPolicyCheck(operations)
  return {
    list: reading(listed(deps, 'approvals', service.list)),
    counts: reading(async (tx, _input, caller) => success(await service.count(tx, caller))),
    read: async (tx, { params }, caller) => {
      return success(valueOrThrow(await service.read(tx, caller, params.approvalId)))
    },
    decide: inTwoParts({
      before: ({ params, body }, caller) => service.look(caller, params.approvalId, body),
      handle: async (tx, { params, body }, caller, looked) => {
        const { approvalId } = params
        valueOrThrow(await service.decide(tx, caller, { approvalId, ballot: body, looked }))
        const data = valueOrThrow(await service.read(tx, caller, approvalId))
        return success(data, messages[data.status])
      },
      after: (_input, caller, looked) => service.follow(looked, caller),
    }),
    cancel: async (tx, { params, body }, caller) => {
      const { approvalId } = params
      valueOrThrow(await service.cancel(tx, caller, { approvalId, ...body }))
      const data = valueOrThrow(await service.read(tx, caller, approvalId))
      return success(data, messages[data.status])
    },
    ask: async (tx, { params, body }, caller) => {
      const { approvalId } = params
      valueOrThrow(await service.ask(tx, caller, { approvalId, ...body }))
      return success(valueOrThrow(await service.read(tx, caller, approvalId)), 'Question sent.')
    },
    answer: async (tx, { params, body }, caller) => {
      valueOrThrow(await service.answer(tx, caller, { ...params, ...body }))
      const data = valueOrThrow(await service.read(tx, caller, params.approvalId))
      return success(data, 'Answer sent.')
    },
    readPolicy: async (tx, _input, caller) => success(await readPolicy(tx, caller)),
    policyVersions: reading(listed(deps, 'policy-versions', listVersions)),
    readPolicyVersion: async (tx, { params }, caller) => {
      return success(valueOrThrow(await readVersion(tx, caller, params.version)))
    },
    changePolicy: async (tx, { body }, caller) =>
      success(
        await changePolicy(tx, caller, await checked(tx, caller.partnerId, body)),
        'The policy is in force.',
      ),
    replayPolicy: async (tx, { body }, caller) =>
      success(await replayPolicy(tx, caller, await checked(tx, caller.partnerId, body))),
  }
}

/** `transaction/approval`: the same decision, by the id of the execution. */
export function transferApprovalHandler(service: ApprovalService) {
  return partOf<typeof transfers>()({
    approve: async (tx, { body }, caller) => {
      const previous = valueOrThrow(await service.decideTransfer(tx, caller, body))
      const row = await readBack(tx, previous)
      return approvedBody(caller, body.decision, previous, row)
    },
  })
}
