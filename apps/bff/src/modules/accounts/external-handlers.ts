import type { externalAccounts } from '@corridor/contract'
import type { Handlers } from '../../api/handlers.ts'
import { readPage } from '../../api/paging.ts'
import { answersFor } from '../../api/refusal.ts'
import type { Deps } from '../../deps.ts'
import { executionId } from '../transfers/ids.ts'
import type { ExternalService } from './external-service.ts'
import type { ExternalAccountRow } from './external-store.ts'
import { accountBody } from './external-view.ts'

const valueOrThrow = answersFor({
  ACCOUNT_NOT_FOUND: 'No account has this id.',
  ENTITY_NOT_FOUND: 'No entity has this id.',
})

export function externalHandlers(
  service: ExternalService,
  deps: Deps,
): Pick<
  Handlers<typeof externalAccounts>,
  'readExternal' | 'listExternal' | 'listExternalOfEntity'
> {
  const bodyOf = (row: ExternalAccountRow) => accountBody(deps, row)
  return {
    readExternal: async (tx, { params }, caller) => {
      const { account, transfers } = valueOrThrow(await service.read(tx, caller, params.accountId))
      const recentTransfers = transfers.map((transfer) => ({
        executionId: executionId(transfer),
        status: transfer.status,
        createdAt: transfer.created_at.toISOString(),
      }))
      return { success: true, data: { ...bodyOf(account), routes: [], recentTransfers } }
    },
    listExternal: async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'accounts', query)
      const { items, pagination } = await service.list(tx, caller, query, page)
      return { success: true, data: items.map(bodyOf), pagination }
    },
    listExternalOfEntity: async (tx, { params, query }, caller) => {
      const page = readPage(deps, caller, `accounts:${params.entityId}`, query)
      const listed = valueOrThrow(
        await service.listOfEntity(tx, caller, params.entityId, query, page),
      )
      return { success: true, data: listed.items.map(bodyOf), pagination: listed.pagination }
    },
  }
}
