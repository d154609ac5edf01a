import { mnemonicToAccount } from 'viem/accounts'
import { hexToBytes } from 'viem/utils'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { devAccounts, newMnemonic } from './accounts.ts'

// Published vectors of BIP-39 (trezor/python-mnemonic, vectors.json), 128 bits.
test.each([
  ['0x00000000000000000000000000000000', `${'abandon '.repeat(11)}about`],
  [
    '0x7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
  ],
  [
    '0x9e885d952ad362caeb4efe34a8e91bd2',
    'ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic',
  ],
] as const)('entropy %s makes the words of the standard', (entropy, phrase) => {
  expect(newMnemonic(() => hexToBytes(entropy))).toBe(phrase)
})

test('accounts are those that wallets derive from the same words', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (entropy) => {
      const phrase = newMnemonic(() => entropy)
      const { deployer, gasStation, treasury } = devAccounts(phrase)
      expect(deployer.address).toBe(mnemonicToAccount(phrase, { addressIndex: 0 }).address)
      expect(gasStation.address).toBe(mnemonicToAccount(phrase, { addressIndex: 1 }).address)
      expect(treasury.address).toBe(mnemonicToAccount(phrase, { addressIndex: 2 }).address)
    }),
    { numRuns: 5 },
  )
})
