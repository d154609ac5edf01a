import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { bytesToHex, concat, utf8, type Bytes } from '../base/encoding.ts'
import { addressOfPublicKey } from '../evm/address.ts'
import { fail, ok, type Result } from '../base/result.ts'

/** The caller overwrites `privateKey` (32 bytes) after use. `publicKey` is hex. */
export type DerivedKey = { privateKey: Bytes; publicKey: string; address: string }

const EVM_PATH = /^m\/44'\/60'\/0'\/0\/(?:0|[1-9]\d{0,9})$/
const SOLANA_PATH = /^m\/44'\/501'\/(?:0|[1-9]\d{0,9})'\/0'$/
const HARDENED = 0x80000000

/** BIP-39 words of 16 or 32 bytes of entropy (signing-formats 11). */
export function mnemonicFromEntropy(entropy: Uint8Array): string {
  return entropyToMnemonic(concat(entropy), wordlist)
}

/** BIP-39 seed of 64 bytes, without passphrase (signing-formats 10.1). */
export function seedFromMnemonic(mnemonic: string): Result<Bytes, 'MNEMONIC_CHECKSUM'> {
  if (!validateMnemonic(mnemonic, wordlist)) return fail('MNEMONIC_CHECKSUM')
  return ok(concat(mnemonicToSeedSync(mnemonic)))
}

/**
 * BIP-32 secp256k1 key at `m/44'/60'/0'/0/i`, from a mnemonic or a 64-byte seed (signing-formats 10.1).
 * `publicKey` is compressed, the address EIP-55. @throws on a bad mnemonic or another path.
 */
export function deriveEvmKey(source: string | Uint8Array, path: string): DerivedKey {
  if (!EVM_PATH.test(path)) throw new TypeError("Expected a path of the form m/44'/60'/0'/0/i.")
  const seed = seedOf(source)
  let node = HDKey.fromMasterSeed(seed)
  seed.fill(0)
  for (const level of levelsOf(path)) {
    const parent = node
    node = parent.deriveChild(level)
    parent.wipePrivateData()
  }
  if (!node.privateKey) throw new TypeError('The path has no private key.')
  const privateKey = concat(node.privateKey)
  node.wipePrivateData()
  return {
    privateKey,
    publicKey: bytesToHex(secp256k1.getPublicKey(privateKey, true)),
    address: addressOfPublicKey(secp256k1.getPublicKey(privateKey, false)),
  }
}

/**
 * SLIP-0010 ed25519 key at `m/44'/501'/i'/0'`, from a mnemonic or a 64-byte seed (signing-formats 10.1).
 * The address is base58 of the key. @throws on a bad mnemonic or another path.
 */
export function deriveSolanaKey(source: string | Uint8Array, path: string): DerivedKey {
  if (!SOLANA_PATH.test(path)) throw new TypeError("Expected a path of the form m/44'/501'/i'/0'.")
  const seed = seedOf(source)
  let node = hmac(sha512, utf8('ed25519 seed'), seed)
  seed.fill(0)
  // Ed25519 knows hardened levels only (SLIP-0010), which the pattern above ensures.
  for (const level of levelsOf(path)) {
    const index = new Uint8Array(4)
    new DataView(index.buffer).setUint32(0, level)
    const parent = node
    const data = concat(Uint8Array.of(0), parent.subarray(0, 32), index)
    node = hmac(sha512, parent.subarray(32), data)
    parent.fill(0)
    data.fill(0)
  }
  const privateKey = concat(node.subarray(0, 32))
  node.fill(0)
  const publicKey = ed25519.getPublicKey(privateKey)
  return { privateKey, publicKey: bytesToHex(publicKey), address: base58.encode(publicKey) }
}

/** Child numbers of a path, hardened ones with their top bit set. */
function levelsOf(path: string): number[] {
  return path
    .split('/')
    .slice(1)
    .map((level) => {
      const number = Number(level.replace("'", ''))
      if (number >= HARDENED) throw new TypeError('Expected path levels below 2^31.')
      return level.endsWith("'") ? number + HARDENED : number
    })
}

function seedOf(source: string | Uint8Array): Bytes {
  if (typeof source !== 'string') {
    if (source.length !== 64) throw new TypeError('Expected a 64-byte seed.')
    return concat(source)
  }
  const seed = seedFromMnemonic(source)
  if (!seed.ok) throw new TypeError('The mnemonic fails its checksum.')
  return seed.value
}
