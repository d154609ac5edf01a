import type { entityAccounts } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import { type Handlers, inTwoParts, success } from '../../api/handlers.ts'
import { readPage } from '../../api/request/paging.ts'
import { detail, Refusal } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { deletedBody } from './external/changes.ts'
import {
  addedAnswer,
  detailBody,
  type ExternalServices,
  type Looked,
  valueOrThrow,
} from './external-handlers.ts'
import { findExternal } from './external/service.ts'
import { accountBody } from './external/view.ts'

type AddOfEntity = typeof entityAccounts.addOfEntity
type Place = { entityId: string; accountId: string }

/** The accounts of one customer in their old place; adapters over the external accounts. */
export function entityAccountHandlers(
  { external, adding }: Pick<ExternalServices, 'external' | 'adding'>,
  deps: Deps,
): Handlers<typeof entityAccounts> {
  return {
    listOfEntity: async (tx, { params, query }, caller) => {
      const page = readPage(deps, caller, `accounts:${params.entityId}`, query)
      const listed = valueOrThrow(
        await external.listOfEntity(tx, caller, params.entityId, query, page),
      )
      const data = listed.items.map((row) => accountBody(deps, row))
      return { success: true, data, pagination: listed.pagination }
    },
    addOfEntity: inTwoParts<AddOfEntity, Looked>({
      before: async ({ params, body }, { partnerId }) => ({
        found: await adding.prepare(partnerId, { ...body, entityId: params.entityId }),
      }),
      handle: async (tx, { params, body }, caller, { found }) => {
        if (body.entityId !== undefined && body.entityId !== params.entityId)
          throw new Refusal('FIELD_INVALID', 'The body names another entity than the path.', {
            details: [detail('entityId', 'FIELD_INVALID', 'Leave it out, or repeat the path’s.')],
          })
        const input = { ...body, entityId: params.entityId }
        const added = await adding.add(tx, caller, input, found)
        return addedAnswer(deps, valueOrThrow(added), body.dryRun === true)
      },
    }),
    readOfEntity: async (tx, { params }, caller) => {
      await requireOwner(tx, caller.partnerId, params)
      const read = valueOrThrow(await external.read(tx, caller, params.accountId))
      return success(await detailBody(deps, tx, caller, read))
    },
    deleteOfEntity: async (tx, { params }, caller) => {
      await requireOwner(tx, caller.partnerId, params)
      const { accountId } = params
      const removed = await external.remove(tx, caller, { accountId, reason: '' })
      return deletedBody(valueOrThrow(removed))
    },
  }
}

/** An account of another customer is not found in this place, as if it were not there. */
async function requireOwner(tx: Tx, partnerId: string, { entityId, accountId }: Place) {
  const account = await findExternal(tx, partnerId, accountId)
  if (!account || formatId('ent', account.entity_id) !== entityId)
    throw new Refusal('ACCOUNT_NOT_FOUND', 'No account has this id.', { byState: true })
}
