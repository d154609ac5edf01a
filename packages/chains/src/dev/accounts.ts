import { createHash, pbkdf2Sync } from 'node:crypto'
import type { LocalAccount } from 'viem/accounts'
import { english, HDKey, hdKeyToAccount } from 'viem/accounts'

/** Twelve words of BIP-39 from 16 random bytes. */
export function newMnemonic(random: (bytes: number) => Uint8Array): string {
  const entropy = random(16)
  const checksum = createHash('sha256').update(entropy).digest()
  const bits = [...entropy, checksum[0] ?? 0]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  return Array.from({ length: 12 }, (_, index) => {
    const part = english[Number.parseInt(bits.slice(index * 11, index * 11 + 11), 2)]
    if (part === undefined) throw new Error('the word list is too short')
    return part
  }).join(' ')
}

/** Who is who on the dev chain. Each gets native coin in the first block. */
export type DevAccounts = {
  /** Deploys and owns the tokens, and is the faucet. */
  deployer: LocalAccount
  gasStation: LocalAccount
  /** Holds the service's tokens, pays from them and mints credit. */
  treasury: LocalAccount
}

export function devAccounts(mnemonic: string): DevAccounts {
  const seed = pbkdf2Sync(mnemonic.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512')
  const root = HDKey.fromMasterSeed(seed)
  return {
    deployer: hdKeyToAccount(root, { addressIndex: 0 }),
    gasStation: hdKeyToAccount(root, { addressIndex: 1 }),
    treasury: hdKeyToAccount(root, { addressIndex: 2 }),
  }
}
