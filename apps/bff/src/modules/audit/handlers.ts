import type { audit } from '@corridor/contract'
import { type Handlers, inTwoParts, listed, reading, success } from '../../api/handlers.ts'
import { valueOrThrow } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { createAuditService } from './service.ts'

/** The audit log. Reading it leaves no entry: it would grow by being looked at. */
export function auditHandlers(deps: Deps): Handlers<typeof audit> {
  const service = createAuditService(deps)
  return {
    list: reading(listed(deps, 'audit', service.list)),
    read: reading(async (tx, { params }, caller) =>
      success(valueOrThrow(await service.read(tx, caller, params.auditId))),
    ),
    proof: reading(async (tx, { query }, caller) =>
      success(await service.proof(tx, caller, query)),
    ),
    verify: inTwoParts({
      before: ({ query }, caller) => service.verify(caller, query.after),
      handle: (_tx, _input, _caller, data) => Promise.resolve(success(data)),
    }),
  }
}
