import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'
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

/** BIP-39 words of 16 or 32 bytes of entropy (signing-formats.md 11). */
export function mnemonicFromEntropy(entropy: Uint8Array): string {
  return entropyToMnemonic(concat(entropy), wordlist)
}

/** BIP-39 seed of 64 bytes, without passphrase (signing-formats.md 10.1). */
export function seedFromMnemonic(mnemonic: string): Result<Bytes, 'MNEMONIC_CHECKSUM'> {
  if (!validateMnemonic(mnemonic, wordlist)) return fail('MNEMONIC_CHECKSUM')
  return ok(concat(mnemonicToSeedSync(mnemonic)))
}

/**
 * BIP-32 secp256k1 key at `m/44'/60'/0'/0/i`, from a mnemonic or a 64-byte seed
 * (signing-formats.md 10.1). `publicKey` is compressed, the address EIP-55. @throws on a bad
 * mnemonic or another path.
 */
export function deriveEvmKey(source: string | Uint8Array, path: string): DerivedKey {
  if (!EVM_PATH.test(path)) throw new TypeError("Expected a path of the form m/44'/60'/0'/0/i.")
  const seed = seedOf(source)
  let node: Uint8Array = hmac(sha512, utf8('Bitcoin seed'), seed)
  seed.fill(0)
  for (const level of levelsOf(path)) {
    const parent = node
    node = evmChild(parent, level)
    parent.fill(0)
  }
  const privateKey = concat(node.subarray(0, 32))
  node.fill(0)
  const publicKey = secp256k1.getPublicKey(privateKey, false)
  return {
    privateKey,
    publicKey: bytesToHex(compressed(publicKey)),
    address: addressOfPublicKey(publicKey),
  }
}

/**
 * The private child of a key and its chain code, 32 bytes each (BIP-32, CKDpriv). Hardened levels need
 * no public key, and three of the five are: a library that makes one for each takes twice as long.
 * @throws on a child that is no key, which happens once in 2^127
 */
function evmChild(parent: Uint8Array, level: number): Uint8Array {
  const [key, chainCode] = [parent.subarray(0, 32), parent.subarray(32)]
  const data = concat(
    ...(level >= HARDENED ? [Uint8Array.of(0), key] : [secp256k1.getPublicKey(key, true)]),
    indexBytes(level),
  )
  const node = hmac(sha512, chainCode, data)
  data.fill(0)
  const { Fn } = secp256k1.Point
  const child = Fn.toBytes(Fn.add(Fn.fromBytes(node.subarray(0, 32)), Fn.fromBytes(key)))
  if (!secp256k1.utils.isValidSecretKey(child)) throw new TypeError('The path has no private key.')
  node.set(child)
  child.fill(0)
  return node
}

/** A public key as `02` or `03` and its x, from `04`, x and y. */
const compressed = (publicKey: Uint8Array): Bytes =>
  concat(Uint8Array.of(2 + ((publicKey[64] ?? 0) & 1)), publicKey.subarray(1, 33))

function indexBytes(level: number): Uint8Array {
  const index = new Uint8Array(4)
  new DataView(index.buffer).setUint32(0, level)
  return index
}

/**
 * SLIP-0010 ed25519 key at `m/44'/501'/i'/0'`, from a mnemonic or a 64-byte seed
 * (signing-formats.md 10.1). The address is base58 of the key. @throws on a bad mnemonic or another
 * path.
 */
export function deriveSolanaKey(source: string | Uint8Array, path: string): DerivedKey {
  if (!SOLANA_PATH.test(path)) throw new TypeError("Expected a path of the form m/44'/501'/i'/0'.")
  const seed = seedOf(source)
  let node = hmac(sha512, utf8('ed25519 seed'), seed)
  seed.fill(0)
  // Ed25519 knows hardened levels only (SLIP-0010), which the pattern above ensures.
  for (const level of levelsOf(path)) {
    const parent = node
    const data = concat(Uint8Array.of(0), parent.subarray(0, 32), indexBytes(level))
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
