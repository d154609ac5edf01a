import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { hexToBytes, toBase64, utf8 } from '../base/encoding.ts'
import { personalSignArgument, signDepositProof, verifyDepositProof } from './prepaid-deposit.ts'

const privateKey = generatePrivateKey()
const account = privateKeyToAccount(privateKey)
const transactionHash = `0x${'ab'.repeat(32)}`
const signature = hexToBytes((await account.signMessage({ message: transactionHash })).slice(2))
const evm = { chain: 'evm', transactionHash } as const

/** The signature with its last byte written another way. */
const withRecovery = (recovery: number) =>
  toBase64(signature.map((byte, at) => (at === 64 ? recovery : byte)))

test('a wallet signature over the text is accepted, whichever way it writes v', () => {
  const v = signature[64] ?? 0
  for (const recovery of [v, v - 27]) {
    const proof = { ...evm, base64Signature: withRecovery(recovery) }
    expect(verifyDepositProof(proof, account.address).ok).toBe(true)
    expect(verifyDepositProof(proof, account.address.toLowerCase()).ok).toBe(true)
  }
})

test('our own signature is the one a wallet makes', () => {
  expect(signDepositProof(transactionHash, hexToBytes(privateKey.slice(2)))).toBe(
    toBase64(signature),
  )
})

test('the other signature that anybody can make of one is refused', () => {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = BigInt(`0x${Buffer.from(signature.subarray(32, 64)).toString('hex')}`)
  const high = hexToBytes((order - s).toString(16).padStart(64, '0'))
  const flipped = ((signature[64] ?? 0) - 27) ^ 1
  const malleated = Uint8Array.from([...signature.subarray(0, 32), ...high, 27 + flipped])
  const proof = { ...evm, base64Signature: toBase64(malleated) }
  const mismatch = { ok: false, failure: 'SIGNATURE_MISMATCH' }
  expect(verifyDepositProof(proof, account.address)).toEqual(mismatch)
})

test.each([2, 26, 29, 255])('v of %i is refused', (recovery) => {
  const proof = { ...evm, base64Signature: withRecovery(recovery) }
  const mismatch = { ok: false, failure: 'SIGNATURE_MISMATCH' }
  expect(verifyDepositProof(proof, account.address)).toEqual(mismatch)
})

test('personal_sign gets the hex of the text, so that the wallet signs the text', async () => {
  const argument = personalSignArgument(transactionHash)
  expect(Buffer.from(argument.slice(2), 'hex').toString()).toBe(transactionHash)
  const raw = await account.signMessage({ message: { raw: `0x${argument.slice(2)}` } })
  const proof = { ...evm, base64Signature: toBase64(hexToBytes(raw.slice(2))) }
  expect(verifyDepositProof(proof, account.address).ok).toBe(true)
})

const pair = ed25519.keygen()
const wallet = base58.encode(pair.publicKey)
const solanaHash = base58.encode(new Uint8Array(64).fill(7))
const signed = toBase64(ed25519.sign(utf8(solanaHash), pair.secretKey))
const solana = { chain: 'solana', transactionHash: solanaHash, base64Signature: signed } as const

test.each([
  [
    'an EVM hash without prefix',
    { ...evm, transactionHash: 'ab'.repeat(32), base64Signature: signed },
    account.address,
    'MALFORMED_HASH',
  ],
  ['a Solana id of 32 bytes', { ...solana, transactionHash: wallet }, wallet, 'MALFORMED_HASH'],
  ['a Solana id for EVM', { ...solana, chain: 'evm' as const }, account.address, 'MALFORMED_HASH'],
  ['a Solana wallet for EVM', { ...evm, base64Signature: signed }, wallet, 'MALFORMED_WALLET'],
  ['an EVM wallet for Solana', solana, account.address, 'MALFORMED_WALLET'],
  [
    'a Solana signature for EVM',
    { ...evm, base64Signature: signed },
    account.address,
    'MALFORMED_SIGNATURE',
  ],
  [
    'unpadded base64',
    { ...solana, base64Signature: signed.replace(/=+$/, '') },
    wallet,
    'MALFORMED_SIGNATURE',
  ],
  [
    'another Solana wallet',
    solana,
    base58.encode(ed25519.keygen().publicKey),
    'SIGNATURE_MISMATCH',
  ],
])('%s is refused', (_, proof, sender, failure) => {
  expect(verifyDepositProof(proof, sender)).toEqual({ ok: false, failure })
})

test('a Solana proof is accepted', () => {
  expect(verifyDepositProof(solana, wallet)).toEqual({ ok: true, value: { wallet } })
})
