import { p256 } from '@noble/curves/nist.js'
import { bytesToHex, concat, utf8, type BundleSigner } from '@corridor/signing'
import { withSecret } from '../base/bytes.ts'
import type { Vault } from './vault.ts'

/** Runs `work` with the key that signs bundles and tokens of the service, which is then overwritten. */
export async function withBundleSigner<T>(
  vault: Vault,
  work: (signer: BundleSigner) => T | Promise<T>,
): Promise<T> {
  return withSecret(await derivedScalar(vault, 'svc/bundle-key/v1', ''), (privateKey) =>
    work({ publicKey: publicKeyOf(privateKey), privateKey }),
  )
}

/** The uncompressed key clients pin to check bundles and tokens with. */
export function bundlePublicKey(vault: Vault): Promise<string> {
  return withBundleSigner(vault, ({ publicKey }) => publicKey)
}

/**
 * A P-256 scalar that comes from the root key, so that nothing more has to be stored or lost. The
 * caller overwrites it.
 */
export async function derivedScalar(vault: Vault, purpose: string, label: string) {
  // 48 bytes, reduced: the bias of a 32-byte value would be visible in a key made this way.
  const halves = await Promise.all(
    ['1', '2'].map((part) => vault.rootKey.mac(purpose, utf8(label + part))),
  )
  return withSecret(concat(...halves).subarray(0, 48), (seed) => p256.utils.randomSecretKey(seed))
}

/** Uncompressed hex. */
export function publicKeyOf(privateKey: Uint8Array): string {
  return bytesToHex(p256.getPublicKey(privateKey, false))
}
