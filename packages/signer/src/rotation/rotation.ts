import { sql } from 'kysely'
import type { KeyFile } from '../crypto/key-file.ts'
import type { RootKey } from '../crypto/root-key.ts'
import type { Tx } from '../database/connection.ts'
import { serviceNow } from '../vault/vault.ts'

/** Which keys get new ones: the root, the entities’, the wallets’ data keys. */
export type RotationLayer = 'root' | 'entities' | 'data'

/** What each layer works with. */
export type Rotating = {
  rootKey: RootKey
  random: (length: number) => Uint8Array
  keyFile: KeyFile
  reach: (point: string) => void | Promise<void>
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  failed: { id: string; reason: string }[]
}

/** A row is done when it carries this rotation's number. */
export type Rotation = { id: number; layers: readonly string[]; rootVersion: number | null }

/** The rotation that was begun and not finished, if there is one. */
export async function findOpenRotation(tx: Tx): Promise<Rotation | undefined> {
  const row = await tx
    .selectFrom('signer.key_rotation')
    .select(['rotation_id', 'layers', 'root_version'])
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return row && { id: row.rotation_id, layers: row.layers, rootVersion: row.root_version }
}

export async function beginRotation(tx: Tx, layers: readonly RotationLayer[]): Promise<Rotation> {
  const { rotation_id: id } = await tx
    .insertInto('signer.key_rotation')
    .values({
      rotation_id: sql<number>`(select coalesce(max(rotation_id), 0) + 1 from signer.key_rotation)`,
      layers: [...layers],
      started_at: await serviceNow(tx),
    })
    .returning('rotation_id')
    .executeTakeFirstOrThrow()
  return { id, layers, rootVersion: null }
}

export async function finishRotation(tx: Tx, { id }: Rotation): Promise<void> {
  await tx
    .updateTable('signer.key_rotation')
    .set({ finished_at: await serviceNow(tx) })
    .where('rotation_id', '=', id)
    .execute()
}

/** The versions of the root that anything is wrapped under, oldest first. */
export async function readVersionsInUse(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom('signer.root_secret')
    .select('root_version')
    .union(tx.selectFrom('signer.entity_key').select('root_version'))
    .execute()
  return rows.map(({ root_version }) => root_version).sort((left, right) => left - right)
}
