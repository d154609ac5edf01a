import { withSecret } from '../base/bytes.ts'
import { seal, unseal } from '../crypto/sealing.ts'
import { rootVersionForNew } from './root-secret.ts'
import type { Tx, Vault } from './vault.ts'

const KEY_LENGTH = 32
/** The version that keys begin with; a rotation raises it row by row. */
export const KEY_VERSION = 1

export type EntityKeyRow = {
  entity_id: string
  version: number
  /** The root version that wraps it. */
  root_version: number
  wrapped_key: Uint8Array
}
export type WalletRow = {
  wallet_id: string
  entity_id: string
  version: number
  wrapped_data_key: Uint8Array
  sealed_entropy: Uint8Array
}
type Ports = Pick<Vault, 'rootKey' | 'random'>

// The AAD of each layer names its record, so none can be swapped for another
// (signing-formats.md 11).
const entityAad = (entityId: string, version: number) => `svc/ek/v1|${entityId}|${version}`
const walletAad = (layer: 'dek' | 'seed', walletId: string, entityId: string, version: number) =>
  `svc/${layer}/v1|${walletId}|${entityId}|${version}`

/** Layer 2: a fresh entity key, wrapped by the root. */
export async function newEntityKey(ports: Ports, tx: Tx, entityId: string) {
  const root_version = await rootVersionForNew(tx)
  const wrapped_key = await withSecret(ports.random(KEY_LENGTH), (key) =>
    ports.rootKey.wrap(root_version, key, entityAad(entityId, KEY_VERSION)),
  )
  return { version: KEY_VERSION, root_version, wrapped_key }
}

/** Layers 3 and 4: a fresh data key wrapped by the entity key, and the entropy sealed under it. */
export async function sealEntropy(
  ports: Ports,
  owner: EntityKeyRow,
  walletId: string,
  entropy: Uint8Array,
  version = KEY_VERSION,
): Promise<{ wrapped_data_key: Uint8Array; sealed_entropy: Uint8Array }> {
  const aad = (layer: 'dek' | 'seed') => walletAad(layer, walletId, owner.entity_id, version)
  return withSecret(await openEntityKey(ports, owner), (entityKey) =>
    withSecret(ports.random(KEY_LENGTH), (dataKey) => ({
      wrapped_data_key: seal(entityKey, dataKey, aad('dek'), ports.random),
      sealed_entropy: seal(dataKey, entropy, aad('seed'), ports.random),
    })),
  )
}

/**
 * Runs `work` with a wallet's BIP-39 entropy, which is overwritten afterwards.
 * @throws when any layer was changed or belongs to another wallet or entity.
 */
export async function withEntropy<T>(
  ports: Ports,
  owner: EntityKeyRow,
  wallet: WalletRow,
  work: (entropy: Uint8Array) => T | Promise<T>,
): Promise<T> {
  const entropy = await withSecret(await openEntityKey(ports, owner), (entityKey) =>
    withSecret(unseal(entityKey, wallet.wrapped_data_key, aadOf('dek', wallet)), (dataKey) =>
      unseal(dataKey, wallet.sealed_entropy, aadOf('seed', wallet)),
    ),
  )
  return withSecret(entropy, work)
}

/** The same entity key under another root version. */
export async function rewrapEntityKey(ports: Ports, row: EntityKeyRow, rootVersion: number) {
  const wrapped_key = await withSecret(await openEntityKey(ports, row), (key) =>
    ports.rootKey.wrap(rootVersion, key, entityAad(row.entity_id, row.version)),
  )
  return { root_version: rootVersion, wrapped_key }
}

/** A new entity key, and the data keys of all its wallets under it; seeds are not touched. */
export async function renewEntityKey(
  ports: Ports,
  row: EntityKeyRow,
  wallets: readonly WalletRow[],
  rootVersion: number,
) {
  const version = row.version + 1
  return withSecret(await openEntityKey(ports, row), (old) =>
    withSecret(ports.random(KEY_LENGTH), async (fresh) => {
      const dataKeys: { wallet_id: string; wrapped_data_key: Uint8Array }[] = []
      for (const wallet of wallets) {
        const aad = aadOf('dek', wallet)
        const wrapped_data_key = await withSecret(
          unseal(old, wallet.wrapped_data_key, aad),
          (dataKey) => seal(fresh, dataKey, aad, ports.random),
        )
        dataKeys.push({ wallet_id: wallet.wallet_id, wrapped_data_key })
      }
      const aad = entityAad(row.entity_id, version)
      const wrapped_key = await ports.rootKey.wrap(rootVersion, fresh, aad)
      return { key: { version, root_version: rootVersion, wrapped_key }, dataKeys }
    }),
  )
}

/** A new data key, and the entropy sealed under it. */
export async function renewDataKey(ports: Ports, owner: EntityKeyRow, wallet: WalletRow) {
  const version = wallet.version + 1
  return withEntropy(ports, owner, wallet, async (entropy) => ({
    version,
    ...(await sealEntropy(ports, owner, wallet.wallet_id, entropy, version)),
  }))
}

function aadOf(layer: 'dek' | 'seed', wallet: WalletRow): string {
  return walletAad(layer, wallet.wallet_id, wallet.entity_id, wallet.version)
}

function openEntityKey({ rootKey }: Ports, row: EntityKeyRow): Promise<Uint8Array> {
  return rootKey.unwrap(row.root_version, row.wrapped_key, entityAad(row.entity_id, row.version))
}
