import { bytesToHex, utf8Text } from '@corridor/signing'
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { vectorFile, type Vector } from '../../test/vectors.ts'
import { deriveAccount } from './accounts.ts'
import { mnemonicBytes, seedFromEntropy } from './mnemonic.ts'

type Derivation = Vector & {
  mnemonic: string
  seedHex: string
  evm: { path: string; privateKeyHex: string; address: string }
  solana: { path: string; privateSeedHex: string; address: string }
}
const { vectors } = vectorFile<{ vectors: Derivation[] }>('wallet-derivation')

test('the words of any entropy are those of the BIP-39 library', () => {
  const entropy = fc.oneof(
    fc.uint8Array({ minLength: 16, maxLength: 16 }),
    fc.uint8Array({ minLength: 32, maxLength: 32 }),
  )
  fc.assert(
    fc.property(entropy, (bytes) => {
      const expected = entropyToMnemonic(new Uint8Array(bytes), wordlist)
      expect(utf8Text(mnemonicBytes(bytes))).toBe(expected)
    }),
  )
})

test('other lengths of entropy are refused', () => {
  for (const length of [0, 15, 17, 20, 31, 33]) {
    expect(() => mnemonicBytes(new Uint8Array(length))).toThrow(TypeError)
  }
})

test.each(vectors.filter((vector) => vector.valid))(
  'seed, keys and addresses of $id are the published ones',
  async ({ mnemonic, seedHex, evm, solana }) => {
    const seed = await seedFromEntropy(mnemonicToEntropy(mnemonic, wordlist))
    expect(bytesToHex(seed)).toBe(seedHex)
    expect(bytesToHex(seed)).toBe(bytesToHex(mnemonicToSeedSync(mnemonic)))

    const ethereum = deriveAccount(seed, { curve: 'CURVE_SECP256K1', path: evm.path })
    expect(bytesToHex(ethereum.privateKey)).toBe(evm.privateKeyHex)
    expect(ethereum.address).toBe(evm.address)
    const other = deriveAccount(seed, { curve: 'CURVE_ED25519', path: solana.path })
    expect(bytesToHex(other.privateKey)).toBe(solana.privateSeedHex)
    expect(other.address).toBe(solana.address)
  },
)
