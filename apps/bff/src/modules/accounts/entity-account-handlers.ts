import type { entityAccounts } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import { type Handlers, inTwoParts, success } from '../../api/handlers.ts'
import { detail, Refusal } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { deletedBody } from './external/changes.ts'
import {
  accountsOfEntity,
  addedAnswer,
  detailBody,
  type ExternalServices,
  valueOrThrow,
} from './external-handlers.ts'
import { findExternal } from './external/service.ts'

type Place = { entityId: string; accountId: string }

/** The accounts of one customer in their old place; adapters over the external accounts. */
export function entityAccountHandlers(
  { external, adding }: Pick<ExternalServices, 'external' | 'adding'>,
  deps: Deps,
): Handlers<typeof entityAccounts> {
  return {
    listOfEntity: accountsOfEntity(external, deps),
    addOfEntity: inTwoParts({
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
