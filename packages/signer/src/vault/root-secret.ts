import type { Pool } from 'pg'
import {
  macKeyOfVersion1,
  openMac,
  openWrapping,
  RootKeyMissing,
  type RootKey,
  type RootKeys,
} from '../crypto/root-key.ts'
import { runTransaction, type Tx } from '../database/connection.ts'

const KEY_LENGTH = 32
const AAD = 'svc/root-secret/v1|mac'

/** The database was made with other root keys than the ones that were given. */
export class RootKeysRefused extends Error {
  override readonly name = 'RootKeysRefused'
}

type Ports = { pool: Pool; rootKeys: RootKeys; random: (length: number) => Uint8Array }

/**
 * The root key over a database. Its MAC key lies in `signer.root_secret`, wrapped under a root
 * version. A rotation wraps it anew and never changes it: the MACs of every record and the keys of
 * all deposit addresses come from it, and money may arrive at an address years after it was given out.
 */
export function openRootKey(ports: Ports): RootKey & { ready: () => Promise<unknown> } {
  const wrapping = openWrapping(ports.rootKeys, ports.random)
  let loading: Promise<Uint8Array> | undefined
  const macKey = (): Promise<Uint8Array> => {
    // What failed, e.g. for want of a connection, is tried again by the next caller.
    loading ??= loadMacKey(ports, wrapping).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return { ...wrapping, mac: openMac(macKey), ready: macKey }
}

/**
 * The version that new keys are wrapped under. Its record stays locked until the transaction ends,
 * so that a rotation knows: nothing is wrapped under an older version once it has changed it.
 */
export async function rootVersionForNew(tx: Tx): Promise<number> {
  const { root_version } = await tx
    .selectFrom('signer.root_secret')
    .select('root_version')
    .where('name', '=', 'mac')
    .forShare()
    .executeTakeFirstOrThrow()
  return root_version
}

/** Moves the MAC key under another version. The caller holds the lock on the record. */
export async function rewrapMacKey(tx: Tx, rootKey: Pick<RootKey, 'wrap' | 'unwrap'>, to: number) {
  const secret = await tx
    .selectFrom('signer.root_secret')
    .select(['root_version', 'wrapped'])
    .where('name', '=', 'mac')
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!secret.wrapped) throw new RootKeysRefused('The MAC key has not been imported yet.')
  const macKey = await rootKey.unwrap(secret.root_version, secret.wrapped, AAD)
  await tx
    .updateTable('signer.root_secret')
    .set({ root_version: to, wrapped: await rootKey.wrap(to, macKey, AAD) })
    .where('name', '=', 'mac')
    .execute()
  macKey.fill(0)
}

async function loadMacKey(ports: Ports, wrapping: Pick<RootKey, 'wrap' | 'unwrap'>) {
  const { pool } = ports
  const found =
    (await runTransaction(pool, 'begin read only', readSecret)) ??
    (await runTransaction(pool, 'begin read write', async (tx) => {
      await makeSecret(tx, ports, wrapping)
      return readSecret(tx)
    }))
  if (!found) throw new Error('The MAC key was not made.')
  try {
    return await wrapping.unwrap(found.version, found.wrapped, AAD)
  } catch (error) {
    if (error instanceof RootKeyMissing) throw error
    throw new RootKeysRefused('The database was made with other root keys.', { cause: error })
  }
}

/** Undefined until there is one that can be unwrapped. */
async function readSecret(tx: Tx): Promise<{ version: number; wrapped: Uint8Array } | undefined> {
  const row = await tx
    .selectFrom('signer.root_secret')
    .select(['root_version', 'wrapped'])
    .where('name', '=', 'mac')
    .executeTakeFirst()
  return row?.wrapped ? { version: row.root_version, wrapped: row.wrapped } : undefined
}

/**
 * A new database gets a random MAC key. One that began before this record was kept goes on with the
 * MAC key that version 1 gives, to which its records and addresses belong.
 */
async function makeSecret(tx: Tx, { rootKeys, random }: Ports, wrapping: Pick<RootKey, 'wrap'>) {
  const waiting = await tx
    .selectFrom('signer.root_secret')
    .select(['root_version', 'wrapped'])
    .where('name', '=', 'mac')
    .forUpdate()
    .executeTakeFirst()
  if (waiting?.wrapped) return
  if (waiting) {
    const key = rootKeys.key(waiting.root_version)
    if (!key) throw new RootKeyMissing(waiting.root_version)
    const wrapped = await wrapping.wrap(waiting.root_version, macKeyOfVersion1(key), AAD)
    await tx.updateTable('signer.root_secret').set({ wrapped }).where('name', '=', 'mac').execute()
    return
  }
  const entity = await tx.selectFrom('signer.entity_key').select('entity_id').executeTakeFirst()
  if (entity) {
    throw new RootKeysRefused('The record of the MAC key is gone. Restore signer.root_secret.')
  }
  const version = rootKeys.first()
  const wrapped = await wrapping.wrap(version, random(KEY_LENGTH), AAD)
  await tx
    .insertInto('signer.root_secret')
    .values({ name: 'mac', root_version: version, wrapped })
    .onConflict((clash) => clash.doNothing())
    .execute()
}
