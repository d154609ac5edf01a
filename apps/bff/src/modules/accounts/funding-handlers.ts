import type { fundingAccounts } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import { type Handlers, inTwoParts, listed, success } from '../../api/handlers.ts'
import { readPage } from '../../api/request/paging.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { checkPayers, setPayers } from './funding/payers.ts'
import { createFundingService, type Toggled } from './funding/service.ts'
import type { FundingRecord } from './funding/store.ts'
import { fundingBody } from './funding/view.ts'

const valueOrThrow = answersFor({
  RECORD_NOT_FOUND: 'No jurisdiction has this id.',
  KYC_REQUIRED: 'The customer must be verified for this jurisdiction first.',
  CORRIDOR_UNAVAILABLE: 'This jurisdiction takes no deposits now.',
})

const createdAs: Partial<Record<FundingRecord['status'], string>> = {
  PROVISIONING: 'Funding account created; the bank has not opened it yet.',
  FAILED: 'The bank opens no account for this customer.',
}

export function fundingHandlers(deps: Deps): Handlers<typeof fundingAccounts> {
  const service = createFundingService(deps)
  const bodyOf = (row: FundingRecord) => fundingBody(deps, row)
  return {
    createFunding: inTwoParts({
      before: async ({ body }, caller) => valueOrThrow(await service.prepare(caller, body)),
      handle: async (tx, { body }, caller, opening) => {
        const { account, isNew } = valueOrThrow(await service.create(tx, caller, body, opening))
        const created = createdAs[account.status] ?? 'Funding account created.'
        const message = isNew ? created : 'Funding account already exists.'
        return { success: true, message, created: isNew, data: bodyOf(account) }
      },
    }),
    activateFunding: async (tx, { body }, caller) =>
      toggled(valueOrThrow(await service.toggle(tx, caller, body, 'ACTIVE'))),
    deactivateFunding: async (tx, { body }, caller) =>
      toggled(valueOrThrow(await service.toggle(tx, caller, body, 'INACTIVE'))),
    setFundingPayers: inTwoParts({
      before: async ({ body }, { partnerId }) => {
        valueOrThrow(await checkPayers(deps, partnerId, body, body.fundingAccountId))
      },
      handle: async (tx, { body }, caller) =>
        success(bodyOf(valueOrThrow(await setPayers(tx, deps, caller, body))), 'Payers changed.'),
    }),
    readFunding: async (tx, { params }, caller) => {
      const account = valueOrThrow(await service.read(tx, caller, params.fundingAccountId))
      return success(bodyOf(account))
    },
    listFunding: listed(deps, 'funding', service.list),
    listFundingOfEntity: async (tx, { params, query }, caller) => {
      const page = readPage(deps, caller, `funding:${params.entityId}`, query)
      const { items, pagination } = valueOrThrow(
        await service.listOfEntity(tx, caller, params.entityId, query, page),
      )
      return { success: true, data: items, pagination }
    },
  }
}

function toggled({ row, previous, affectedRoutes }: Toggled) {
  const label = row.status === 'ACTIVE' ? 'active' : 'inactive'
  return success(
    {
      fundingAccountId: formatId('fund', row.id),
      status: row.status,
      previousStatus: previous,
      affectedRoutes,
    },
    previous === row.status
      ? `The funding account is already ${label}.`
      : `The funding account is ${label} now.`,
  )
}
