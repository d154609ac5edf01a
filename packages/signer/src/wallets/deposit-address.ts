import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concat } from '@corridor/signing'
import { addressOfPublicKey } from '@corridor/signing/evm'
import { encodeFields, withSecret } from '../base/bytes.ts'
import type { Vault } from '../vault/vault.ts'

export type DepositReference = {
  partnerId: string
  /** The caller's own name of what takes the deposits; the same name gives the same address. */
  reference: string
}

/** The address that takes deposits under this name (EIP-55). Its key never leaves the signer. */
export async function depositAddress(vault: Vault, deposit: DepositReference) {
  return withDepositKey(vault, deposit, (privateKey) => ({
    address: addressOfPublicKey(secp256k1.getPublicKey(privateKey, false)),
  }))
}

/** Runs `work` with an address's key, which is made anew from the root key and overwritten. */
export async function withDepositKey<T>(
  vault: Vault,
  { partnerId, reference }: DepositReference,
  work: (privateKey: Uint8Array) => T,
): Promise<T> {
  if (partnerId === '' || reference === '') throw new TypeError('A deposit address has a name.')
  // 48 bytes, reduced: the bias of a 32-byte value would be visible in a key made this way.
  const halves = await Promise.all(
    [1, 2].map((part) =>
      vault.rootKey.mac('svc/deposit-key/v1', encodeFields([partnerId, reference, part])),
    ),
  )
  const seed = concat(...halves)
  for (const half of halves) half.fill(0)
  return withSecret(seed, () =>
    withSecret(secp256k1.utils.randomSecretKey(seed.subarray(0, 48)), work),
  )
}
