import { sealExportBundle } from '@corridor/signing'
import { withSecret } from '../base/bytes.ts'
import type { LockedEntity } from '../credentials/credentials.ts'
import { withBundleSigner } from '../vault/bundle-key.ts'
import { withEntropy } from '../vault/keys.ts'
import { mnemonicBytes } from './mnemonic.ts'
import type { Vault } from '../vault/vault.ts'
import type { Wallet } from './wallets.ts'

/**
 * A wallet's mnemonic, sealed to the person's key and signed by the service
 * (signing-formats.md 8.3).
 */
export function sealWallet(
  vault: Vault,
  entity: LockedEntity,
  wallet: Wallet,
  targetPublicKey: string,
): Promise<string> {
  return withEntropy(vault, entity.key, wallet, (entropy) =>
    withSecret(mnemonicBytes(entropy), (plaintext) =>
      withBundleSigner(vault, (signer) =>
        sealExportBundle({
          recipientPublicKey: targetPublicKey,
          organizationId: entity.entityId,
          plaintext,
          signer,
        }),
      ),
    ),
  )
}
