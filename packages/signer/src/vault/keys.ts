import { withSecret } from '../base/bytes.ts'
import { seal, unseal } from '../crypto/sealing.ts'
import type { Vault } from './vault.ts'

const KEY_LENGTH = 32
/** The version new records are written with; rewrapping raises it row by row. */
export const KEY_VERSION = 1

type EntityKeyRow = { entity_id: string; version: number; wrapped_key: Uint8Array }
type WalletRow = {
  wallet_id: string
  entity_id: string
  version: number
  wrapped_data_key: Uint8Array
  sealed_entropy: Uint8Array
}

// The AAD of each layer names its record, so none can be swapped for another (signing-formats 11).
const entityAad = (entityId: string, version: number) => `svc/ek/v1|${entityId}|${version}`
const walletAad = (layer: 'dek' | 'seed', walletId: string, entityId: string, version: number) =>
  `svc/${layer}/v1|${walletId}|${entityId}|${version}`

/** Layer 2: a fresh entity key, wrapped by the root. */
export async function newEntityKey(vault: Vault, entityId: string): Promise<Uint8Array> {
  return withSecret(vault.random(KEY_LENGTH), (key) =>
    vault.rootKey.wrap(key, entityAad(entityId, KEY_VERSION)),
  )
}

/** Layers 3 and 4: a fresh data key wrapped by the entity key, and the entropy sealed under it. */
export async function sealEntropy(
  vault: Vault,
  owner: EntityKeyRow,
  walletId: string,
  entropy: Uint8Array,
): Promise<{ wrapped_data_key: Uint8Array; sealed_entropy: Uint8Array }> {
  const aad = (layer: 'dek' | 'seed') => walletAad(layer, walletId, owner.entity_id, KEY_VERSION)
  return withSecret(await openEntityKey(vault, owner), (entityKey) =>
    withSecret(vault.random(KEY_LENGTH), (dataKey) => ({
      wrapped_data_key: seal(entityKey, dataKey, aad('dek'), vault.random),
      sealed_entropy: seal(dataKey, entropy, aad('seed'), vault.random),
    })),
  )
}

/**
 * Runs `work` with a wallet's BIP-39 entropy, which is overwritten afterwards.
 * @throws when any layer was changed or belongs to another wallet or entity.
 */
export async function withEntropy<T>(
  vault: Vault,
  owner: EntityKeyRow,
  wallet: WalletRow,
  work: (entropy: Uint8Array) => T | Promise<T>,
): Promise<T> {
  const aad = (layer: 'dek' | 'seed') =>
    walletAad(layer, wallet.wallet_id, wallet.entity_id, wallet.version)
  const entropy = await withSecret(await openEntityKey(vault, owner), (entityKey) =>
    withSecret(unseal(entityKey, wallet.wrapped_data_key, aad('dek')), (dataKey) =>
      unseal(dataKey, wallet.sealed_entropy, aad('seed')),
    ),
  )
  return withSecret(entropy, work)
}

function openEntityKey(vault: Vault, row: EntityKeyRow): Promise<Uint8Array> {
  return vault.rootKey.unwrap(row.wrapped_key, entityAad(row.entity_id, row.version))
}
