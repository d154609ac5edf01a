import { fail, ok, parseId, type Result } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import type { Failure } from '../../../api/request/refusal.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findEntity } from '../../entities/store.ts'
import type { EntityRow } from '../../../db/schema/rows.ts'

/** Finds the entity whose wallets an operation is about, before anything outside is asked. */
export type WalletOwner = {
  find(caller: Caller, entityId: string): Promise<Result<EntityRow, Failure<'ENTITY_NOT_FOUND'>>>
}

export const createWalletOwner = (deps: Pick<Deps, 'db'>): WalletOwner => ({
  find: async (caller, entityId) => {
    const id = parseId('ent', entityId)
    const entity =
      id &&
      (await deps.db.withPartner(caller.partnerId, (tx) => findEntity(tx, caller.partnerId, id)))
    return entity ? ok(entity) : fail({ code: 'ENTITY_NOT_FOUND' })
  },
})
