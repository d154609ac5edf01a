import { createHash, pbkdf2Sync } from 'node:crypto'
import type { LocalAccount } from 'viem/accounts'
import { english, HDKey, privateKeyToAccount } from 'viem/accounts'
import { toHex } from 'viem/utils'

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
  // The keys' common parent is derived once, since each step costs every start some 20 ms.
  const parent = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0")
  const account = (index: number) => {
    const { privateKey } = parent.deriveChild(index)
    if (!privateKey) throw new Error('the parent has no private key')
    return privateKeyToAccount(toHex(privateKey))
  }
  return { deployer: account(0), gasStation: account(1), treasury: account(2) }
}
