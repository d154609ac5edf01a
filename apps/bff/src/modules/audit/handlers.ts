import type { audit, ResponseOf } from '@corridor/contract'
import { type Handlers, inTwoParts, reading, success } from '../../api/handlers.ts'
import { readPage } from '../../api/request/paging.ts'
import { valueOrThrow } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { createAuditService } from './service.ts'

type Verification = ResponseOf<typeof audit.verify>['data']

/** The audit log. Reading it leaves no entry: it would grow by being looked at. */
export function auditHandlers(deps: Deps): Handlers<typeof audit> {
  const service = createAuditService(deps)
  return {
    list: reading<typeof audit.list>(async (tx, { query }, caller) => {
      const { limit: _limit, cursor: _cursor, sort: _sort, ...filters } = query
      const page = readPage(deps, caller, 'audit', query)
      const { items, pagination } = await service.list(tx, caller, filters, page)
      return { success: true, data: items, pagination }
    }),
    read: reading<typeof audit.read>(async (tx, { params }, caller) =>
      success(valueOrThrow(await service.read(tx, caller, params.auditId))),
    ),
    proof: reading<typeof audit.proof>(async (tx, { query }, caller) =>
      success(await service.proof(tx, caller, query)),
    ),
    verify: inTwoParts<typeof audit.verify, Verification>({
      before: ({ query }, caller) => service.verify(caller, query.after),
      handle: (_tx, _input, _caller, data) => Promise.resolve(success(data)),
    }),
  }
}
