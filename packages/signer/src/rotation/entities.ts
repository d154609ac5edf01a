import type { Tx } from '../database/connection.ts'
import { renewEntityKey } from '../vault/keys.ts'
import { rootVersionForNew } from '../vault/root-secret.ts'
import type { Rotating, Rotation } from './rotation.ts'
import { eachRow } from './rows.ts'

/** Gives each entity a new key, and wraps the data keys of its wallets under it. */
export function renewEntities(work: Rotating, { id: rotation }: Rotation): Promise<number> {
  const { inTransaction, reach } = work
  return eachRow(work, {
    name: 'entity',
    left: (last, limit) =>
      inTransaction(async (tx) => {
        const rows = await tx
          .selectFrom('signer.entity_key')
          .select('entity_id')
          .where('rotation', '<', rotation)
          .where('entity_id', '>', last)
          .orderBy('entity_id')
          .limit(limit)
          .execute()
        return rows.map(({ entity_id }) => entity_id)
      }),
    change: (entityId) =>
      inTransaction(async (tx) => {
        const row = await lockEntityKey(tx, entityId)
        if (row.rotation >= rotation) return false
        const wallets = await tx
          .selectFrom('signer.wallet')
          .selectAll()
          .where('entity_id', '=', entityId)
          .orderBy('wallet_id')
          .execute()
        const version = await rootVersionForNew(tx)
        const { key, dataKeys } = await renewEntityKey(work, row, wallets, version)
        await tx
          .updateTable('signer.entity_key')
          .set({ ...key, rotation })
          .where('entity_id', '=', entityId)
          .execute()
        for (const { wallet_id, wrapped_data_key } of dataKeys) {
          await tx
            .updateTable('signer.wallet')
            .set({ wrapped_data_key })
            .where('wallet_id', '=', wallet_id)
            .execute()
        }
        await reach('entity:before_commit')
        return true
      }),
  })
}

/** Whoever uses an entity's keys holds the lock of its head, so they stay as they are read. */
export async function lockEntityKey(tx: Tx, entityId: string) {
  await tx
    .selectFrom('signer.credential_head')
    .select('entity_id')
    .where('entity_id', '=', entityId)
    .forUpdate()
    .execute()
  return tx
    .selectFrom('signer.entity_key')
    .select(['entity_id', 'version', 'root_version', 'wrapped_key', 'rotation'])
    .where('entity_id', '=', entityId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
