import { p256 } from '@noble/curves/nist.js'
import { bytesToHex, concat, sealExportBundle, utf8 } from '@corridor/signing'
import { withSecret } from '../base/bytes.ts'
import type { LockedEntity } from '../credentials/credentials.ts'
import { withEntropy } from '../vault/keys.ts'
import { mnemonicBytes } from './mnemonic.ts'
import type { Vault } from '../vault/vault.ts'
import type { Wallet } from './wallets.ts'

/** A wallet's mnemonic, sealed to the person's key and signed by the service (signing-formats 8.3). */
export function sealWallet(
  vault: Vault,
  entity: LockedEntity,
  wallet: Wallet,
  targetPublicKey: string,
): Promise<string> {
  return withEntropy(vault, entity.key, wallet, (entropy) =>
    withSecret(mnemonicBytes(entropy), async (plaintext) =>
      withSecret(await signingKey(vault), (privateKey) =>
        sealExportBundle({
          recipientPublicKey: targetPublicKey,
          organizationId: entity.entityId,
          plaintext,
          signer: { publicKey: publicKeyOf(privateKey), privateKey },
        }),
      ),
    ),
  )
}

/** The uncompressed key clients pin to check export bundles with. */
export async function exportPublicKey(vault: Vault): Promise<string> {
  return withSecret(await signingKey(vault), publicKeyOf)
}

/** The service's bundle key comes from the root key, so nothing more has to be stored or lost. */
async function signingKey(vault: Vault): Promise<Uint8Array> {
  // 48 bytes, reduced: the bias of a 32-byte value would be visible in a key made this way.
  const halves = await Promise.all(
    ['1', '2'].map((part) => vault.rootKey.mac('svc/bundle-key/v1', utf8(part))),
  )
  return withSecret(concat(...halves).subarray(0, 48), (seed) => p256.utils.randomSecretKey(seed))
}

function publicKeyOf(privateKey: Uint8Array): string {
  return bytesToHex(p256.getPublicKey(privateKey, false))
}
