import { rewrapEntityKey } from '../vault/keys.ts'
import { rewrapMacKey } from '../vault/root-secret.ts'
import { readVersionsInUse, type Rotating, type Rotation } from './rotation.ts'
import { eachRow } from './rows.ts'

/**
 * Makes a new root version and moves the MAC key under it, which also makes it the version of new
 * entity keys. A rotation that did so before it was cut off goes on with the version it has.
 */
export async function moveRoot(work: Rotating, rotation: Rotation): Promise<number> {
  if (rotation.rootVersion !== null) return rotation.rootVersion
  const { inTransaction, keyFile, reach } = work
  const [newestInUse = 1] = (await inTransaction(readVersionsInUse)).slice(-1)
  await reach('key_file:before')
  // One that was made before a crash, and that nothing uses yet, will do.
  const version = keyFile.newest() > newestInUse ? keyFile.newest() : keyFile.add()
  await reach('key_file:after')
  await inTransaction(async (tx) => {
    await rewrapMacKey(tx, work.rootKey, version)
    await tx
      .updateTable('signer.key_rotation')
      .set({ root_version: version })
      .where('rotation_id', '=', rotation.id)
      .execute()
    await reach('root:before_commit')
  })
  await reach('root:after_commit')
  return version
}

/** Wraps the entity keys of older versions under this one. */
export function rewrapEntities(work: Rotating, version: number): Promise<number> {
  const { inTransaction, reach } = work
  return eachRow(work, {
    name: 'rewrap',
    left: (last, limit) =>
      inTransaction(async (tx) => {
        const rows = await tx
          .selectFrom('signer.entity_key')
          .select('entity_id')
          .where('root_version', '<', version)
          .where('entity_id', '>', last)
          .orderBy('entity_id')
          .limit(limit)
          .execute()
        return rows.map(({ entity_id }) => entity_id)
      }),
    change: (entityId) =>
      inTransaction(async (tx) => {
        const row = await tx
          .selectFrom('signer.entity_key')
          .select(['entity_id', 'version', 'root_version', 'wrapped_key'])
          .where('entity_id', '=', entityId)
          .where('root_version', '<', version)
          .forUpdate()
          .executeTakeFirst()
        if (!row) return false
        await tx
          .updateTable('signer.entity_key')
          .set(await rewrapEntityKey(work, row, version))
          .where('entity_id', '=', entityId)
          .execute()
        await reach('rewrap:before_commit')
        return true
      }),
  })
}

/** Removes the versions of the file that no row is wrapped under: what they wrapped is then gone. */
export async function removeUnusedRoots({ inTransaction, keyFile, reach }: Rotating) {
  const used = await inTransaction(readVersionsInUse)
  const newest = Math.max(...used)
  const unused = keyFile.versions().filter((version) => version < newest && !used.includes(version))
  await reach('remove:before')
  if (unused.length > 0) keyFile.remove(unused)
  await reach('remove:after')
}
