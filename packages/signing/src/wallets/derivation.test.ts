import { expect, test } from 'vitest'
import { HDKey, mnemonicToAccount } from 'viem/accounts'
import {
  deriveEvmKey,
  deriveSolanaKey,
  mnemonicFromEntropy,
  seedFromMnemonic,
} from './derivation.ts'
import { bytesToHex, hexToBytes } from '../base/encoding.ts'

const mnemonic = 'test test test test test test test test test test test junk'

test.each([0, 1, 7, 2_147_483_647])('account %i is the one viem derives', (addressIndex) => {
  const account = mnemonicToAccount(mnemonic, { addressIndex })
  const key = deriveEvmKey(mnemonic, `m/44'/60'/0'/0/${addressIndex}`)
  expect(key.address).toBe(account.address)
  expect(key.privateKey).toEqual(account.getHdKey().privateKey)
})

test('keys of any seed are those of a library that knows all of BIP-32', () => {
  for (let round = 0; round < 40; round += 1) {
    const seed = crypto.getRandomValues(new Uint8Array(64))
    const path = `m/44'/60'/0'/0/${round * 53_687_091}`
    const theirs = HDKey.fromMasterSeed(seed).derive(path)
    const ours = deriveEvmKey(seed, path)
    expect(ours.privateKey).toEqual(theirs.privateKey)
    expect(ours.publicKey).toBe(bytesToHex(theirs.publicKey ?? new Uint8Array()))
  }
})

test('a mnemonic and its seed give the same keys, and the seed is left as it was', () => {
  const seed = seedFromMnemonic(mnemonic)
  if (!seed.ok) throw new Error(seed.failure)
  const before = bytesToHex(seed.value)
  expect(deriveSolanaKey(seed.value, "m/44'/501'/3'/0'")).toEqual(
    deriveSolanaKey(mnemonic, "m/44'/501'/3'/0'"),
  )
  expect(deriveEvmKey(seed.value, "m/44'/60'/0'/0/3")).toEqual(
    deriveEvmKey(mnemonic, "m/44'/60'/0'/0/3"),
  )
  expect(bytesToHex(seed.value)).toBe(before)
})

test.each([
  ["m/44'/60'/0'/0"],
  ["m/44'/60'/0'/0/0'"],
  ["m/44'/60'/0'/0/00"],
  ["m/44'/60'/0'/0/2147483648"],
  ["m/44'/60'/0'/1/0"],
  ["m/44'/61'/0'/0/0"],
  ["M/44'/60'/0'/0/0"],
  [''],
])('%j is no EVM path', (path) => {
  expect(() => deriveEvmKey(mnemonic, path)).toThrow(TypeError)
})

test.each([
  ["m/44'/501'/0'"],
  ["m/44'/501'/0/0'"],
  ["m/44'/501'/0'/1'"],
  ["m/44'/501'/2147483648'/0'"],
  ["m/44'/60'/0'/0/0"],
])('%j is no Solana path', (path) => {
  expect(() => deriveSolanaKey(mnemonic, path)).toThrow(TypeError)
})

test('a mnemonic with a bad checksum derives nothing', () => {
  const bad = Array.from({ length: 12 }, () => 'test').join(' ')
  expect(() => deriveEvmKey(bad, "m/44'/60'/0'/0/0")).toThrow('checksum')
  expect(() => deriveSolanaKey(bad, "m/44'/501'/0'/0'")).toThrow('checksum')
})

test('a seed of another length derives nothing', () => {
  expect(() => deriveEvmKey(new Uint8Array(32), "m/44'/60'/0'/0/0")).toThrow('64-byte')
})

test('entropy of 16 and of 32 bytes has its published words', () => {
  // The first and last English entries of the BIP-39 reference vectors.
  expect(mnemonicFromEntropy(new Uint8Array(16))).toBe(`${'abandon '.repeat(11)}about`)
  expect(
    mnemonicFromEntropy(
      hexToBytes('f585c11aec520db57dd353c69554b21a89b20fb0650966fa0a9d6f74fd989d8f'),
    ),
  ).toBe(
    'void come effort suffer camp survey warrior heavy shoot primary clutch crush open amazing screen patrol group space point ten exist slush involve unfold',
  )
  expect(() => mnemonicFromEntropy(new Uint8Array(15))).toThrow('ntropy')
})
