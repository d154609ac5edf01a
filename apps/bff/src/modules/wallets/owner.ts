import { fail, ok, parseId, type Result } from '@corridor/domain'
import type { Caller } from '../../api/caller.ts'
import type { Failure } from '../../api/refusal.ts'
import type { Deps } from '../../deps.ts'
import { type EntityRow, findEntity } from '../entities/store.ts'

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
