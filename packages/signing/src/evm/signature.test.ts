import { secp256k1 } from '@noble/curves/secp256k1.js'
import * as fc from 'fast-check'
import { keccak256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { bytesToHex } from '../base/encoding.ts'
import {
  checkSignedTransaction,
  decodeSigned,
  recoverSender,
  signTransaction,
} from './signature.ts'
import { encodeTransfer, type EvmTransfer } from './transfer.ts'

const transfer: EvmTransfer = {
  chainId: 31337,
  nonce: 3,
  maxFeePerGas: 30_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
  gas: 65_000n,
  token: '0xA382745C1207b14493c7877E37b3005D02DD744d',
  recipient: '0xa78465c49c9A85E0abd66deA14dC12D103983eF6',
  amount: 25_000_000n,
}

test('signed bytes and hash are those of viem, and the sender comes back', async () => {
  const amounts = fc.bigInt({ min: 0n, max: 2n ** 128n })
  await fc.assert(
    fc.asyncProperty(amounts, async (amount) => {
      const { secretKey } = secp256k1.keygen()
      const account = privateKeyToAccount(`0x${bytesToHex(secretKey)}`)
      const unsigned = encodeTransfer({ ...transfer, amount })
      const signed = signTransaction(unsigned, secretKey)
      const theirs = await account.signTransaction(parseTransaction(`0x${unsigned.slice(2)}`))
      expect(signed).toEqual({ raw: theirs, hash: keccak256(theirs) })
      expect(recoverSender(signed.raw)).toEqual({ ok: true, value: account.address })
      expect(decodeSigned(signed.raw)).toEqual({
        ok: true,
        value: { transfer: { ...transfer, amount }, sender: account.address },
      })
      const expected = { unsignedTransaction: unsigned, from: account.address.toLowerCase() }
      expect(checkSignedTransaction(signed.raw, expected)).toEqual({
        ok: true,
        value: { hash: signed.hash },
      })
    }),
    { numRuns: 40 },
  )
})

const { secretKey } = secp256k1.keygen()
const unsigned = encodeTransfer(transfer)

test.each([
  ['a bare hash', `0x${'11'.repeat(32)}`],
  ['approve', unsigned.replace('a9059cbb', '095ea7b3')],
  ['a signed transaction', signTransaction(unsigned, secretKey).raw],
  ['a byte more', `${unsigned}00`],
])('%s is not signed', (_, text) => {
  expect(() => signTransaction(text, secretKey)).toThrow('ERC-20 transfer')
})

test('another amount than the stored one is a mismatch before anything else', () => {
  const { raw } = signTransaction(unsigned, secretKey)
  const stored = encodeTransfer({ ...transfer, amount: transfer.amount + 1n })
  const from = privateKeyToAccount(`0x${bytesToHex(secretKey)}`).address
  const mismatch = { ok: false, failure: 'PAYLOAD_MISMATCH' }
  expect(checkSignedTransaction(raw, { unsignedTransaction: stored, from })).toEqual(mismatch)
})

test('a signature by another wallet is a mismatch', () => {
  const { raw } = signTransaction(unsigned, secretKey)
  const mismatch = { ok: false, failure: 'SENDER_MISMATCH' }
  expect(
    checkSignedTransaction(raw, { unsignedTransaction: unsigned, from: transfer.token }),
  ).toEqual(mismatch)
})

test.each([
  ['an unsigned transaction', unsigned],
  ['a byte after it', `${signTransaction(unsigned, secretKey).raw}00`],
  ['nothing', '0x'],
])('%s has no sender', (_, raw) => {
  expect(recoverSender(raw)).toEqual({ ok: false, failure: 'UNDECODABLE' })
  expect(decodeSigned(raw)).toEqual({ ok: false, failure: 'UNDECODABLE' })
})

test.each([
  ['the chain id', 'f8b2827a69', 'f8b383007a69'],
  ['the gas', '82fde8', '8300fde8'],
  ['yParity', 'c080a0', 'c08100a0'],
  ['r', 'c080a0', 'c080a100'],
])('a needless leading zero in %s is undecodable', (_, from, to) => {
  const { raw } = evenlySigned()
  const written = raw.replace(from, to).replace('0x02f8b2', '0x02f8b3')
  expect(written).toHaveLength(raw.length + 2)
  expect(recoverSender(written)).toEqual({ ok: false, failure: 'UNDECODABLE' })
})

/** A signed transfer whose yParity is 0 and whose r and s fill their 32 bytes. */
function evenlySigned() {
  for (let nonce = 1; ; nonce++) {
    const signed = signTransaction(encodeTransfer({ ...transfer, nonce }), secretKey)
    if (/^0x02f8b2.*c080a0.{64}a0.{64}$/.test(signed.raw)) return signed
  }
}

test('flipping any bit of the signed bytes never leaves transfer and sender alike', () => {
  const { raw } = signTransaction(unsigned, secretKey)
  const from = privateKeyToAccount(`0x${bytesToHex(secretKey)}`).address
  const length = (raw.length - 2) / 2
  fc.assert(
    fc.property(fc.nat(length - 1), fc.nat(7), (at, bit) => {
      const bytes = Buffer.from(raw.slice(2), 'hex')
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
      const altered = `0x${bytes.toString('hex')}`
      expect(checkSignedTransaction(altered, { unsignedTransaction: unsigned, from }).ok).toBe(
        false,
      )
    }),
    { numRuns: 300 },
  )
})
