import * as fc from 'fast-check'
import { encodeFunctionData, erc20Abi, serializeTransaction, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from './address.ts'
import { decodeTransfer, encodeTransfer, type EvmTransfer } from './transfer.ts'

const hex = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes) => Buffer.from(bytes).toString('hex'))
const address = hex(20).map((digits) => toChecksumAddress(`0x${digits}`))
const wei = fc.bigInt({ min: 0n, max: 2n ** 100n })

const anyTransfer: fc.Arbitrary<EvmTransfer> = fc.record({
  chainId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  nonce: fc.nat(),
  maxFeePerGas: wei,
  maxPriorityFeePerGas: wei,
  gas: fc.bigInt({ min: 0n, max: 2n ** 40n }),
  token: address,
  recipient: address,
  amount: fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    fc.constantFrom(0n, 2n ** 256n - 1n),
  ),
})
const asHex = (text: string) => `0x${text.replace(/^0x/, '')}` as const

/** What viem writes for a transfer, with some members changed. */
function viemText(transfer: EvmTransfer, change: object = {}): string {
  const { chainId, nonce, maxFeePerGas, maxPriorityFeePerGas, gas, token } = transfer
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [asHex(transfer.recipient), transfer.amount],
  })
  const fees = { maxFeePerGas: maxFeePerGas + maxPriorityFeePerGas, maxPriorityFeePerGas }
  const to = asHex(token)
  return serializeTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    ...fees,
    gas,
    to,
    data,
    ...change,
  })
}

/** viem refuses a tip above the fee, so the fee is made to cover it. */
const withTip = (transfer: EvmTransfer): EvmTransfer => ({
  ...transfer,
  maxFeePerGas: transfer.maxFeePerGas + transfer.maxPriorityFeePerGas,
})

const undecodable = { ok: false, failure: 'UNDECODABLE' }

test('every transfer that viem writes is read, and written alike', () => {
  fc.assert(
    fc.property(anyTransfer, (transfer) => {
      const text = viemText(transfer)
      expect(decodeTransfer(text)).toEqual({ ok: true, value: withTip(transfer) })
      expect(encodeTransfer(withTip(transfer))).toBe(text)
    }),
    { numRuns: 300 },
  )
})

describe('undecodable for any transfer', () => {
  const data = (selector: string, transfer: EvmTransfer) =>
    asHex(
      selector +
        transfer.recipient.slice(2).toLowerCase().padStart(64, '0') +
        transfer.amount.toString(16).padStart(64, '0'),
    )
  const otherSelector = hex(4).filter((selector) => selector !== 'a9059cbb')
  const unrelated = (change: (transfer: EvmTransfer, seed: string) => string) => () => {
    fc.assert(
      fc.property(anyTransfer, otherSelector, (transfer, seed) => {
        const text = change(transfer, seed)
        expect(text).not.toBe(viemText(transfer))
        expect(decodeTransfer(text)).toEqual(undecodable)
      }),
    )
  }
  const dataOf = (transfer: EvmTransfer) => data('a9059cbb', transfer)

  test(
    'another selector',
    unrelated((it, seed) => viemText(it, { data: data(seed, it) })),
  )
  test(
    'approve',
    unrelated((it) =>
      viemText(it, { data: data(toFunctionSelector('approve(address,uint256)').slice(2), it) }),
    ),
  )
  test(
    'a value',
    unrelated((it) => viemText(it, { value: 1n })),
  )
  test(
    'a byte after the arguments',
    unrelated((it) => viemText(it, { data: `${dataOf(it)}00` })),
  )
  test(
    'a byte less',
    unrelated((it) => viemText(it, { data: dataOf(it).slice(0, -2) })),
  )
  test(
    'no data',
    unrelated((it) => viemText(it, { data: '0x' })),
  )
  test(
    'a recipient of more than 20 bytes',
    unrelated((it) => viemText(it, { data: dataOf(it).replace('a9059cbb00', 'a9059cbb01') })),
  )
  test(
    'no contract',
    unrelated((it) => viemText(it, { to: undefined })),
  )
  test(
    'an access list',
    unrelated((it) => viemText(it, { accessList: [{ address: it.token, storageKeys: [] }] })),
  )
  test(
    'a byte after the transaction',
    unrelated((it) => `${viemText(it)}00`),
  )
  test(
    'a byte less of the transaction',
    unrelated((it) => viemText(it).slice(0, -2)),
  )
  test(
    'another type byte',
    unrelated((it) => viemText(it).replace(/^0x02/, '0x03')),
  )
  test('the older types', () => {
    fc.assert(
      fc.property(anyTransfer, ({ chainId, nonce, gas, token, ...rest }) => {
        const base = { chainId, nonce, gas, to: asHex(token), gasPrice: 1n }
        const call = { ...base, data: dataOf({ chainId, nonce, gas, token, ...rest }) }
        expect(decodeTransfer(serializeTransaction({ ...call, type: 'legacy' }))).toEqual(
          undecodable,
        )
        expect(decodeTransfer(serializeTransaction({ ...call, type: 'eip2930' }))).toEqual(
          undecodable,
        )
      }),
    )
  })
  test(
    'a signed one',
    unrelated((it) =>
      serializeTransaction(
        { type: 'eip1559', chainId: it.chainId, to: asHex(it.token), data: dataOf(it) },
        { r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}`, yParity: 0 },
      ),
    ),
  )
  test(
    'upper-case digits or no prefix',
    unrelated((it, seed) =>
      seed < '8' ? viemText(it).slice(2) : viemText(it).toUpperCase().replace('0X', '0x'),
    ),
  )
})

test('flipping any one byte never gives the same transfer', () => {
  fc.assert(
    fc.property(anyTransfer, fc.nat(), fc.integer({ min: 1, max: 255 }), (transfer, at, mask) => {
      const bytes = Buffer.from(viemText(transfer).slice(2), 'hex')
      const index = at % bytes.length
      bytes[index] = (bytes[index] ?? 0) ^ mask
      const text = `0x${bytes.toString('hex')}`
      const decoded = decodeTransfer(text)
      if (decoded.ok) {
        expect(decoded.value).not.toEqual(withTip(transfer))
        expect(encodeTransfer(decoded.value)).toBe(text)
      }
    }),
    { numRuns: 1000 },
  )
})

test.each(['', '0x', '0x02', '0x02c0', '0x02zz', '02c0', '0x0280'])('%j is undecodable', (text) => {
  expect(decodeTransfer(text)).toEqual(undecodable)
})

const plain: EvmTransfer = {
  chainId: 31337,
  nonce: 0,
  maxFeePerGas: 1n,
  maxPriorityFeePerGas: 1n,
  gas: 65_000n,
  token: `0x${'11'.repeat(20)}`,
  recipient: `0x${'22'.repeat(20)}`,
  amount: 1n,
}

test('a leading zero in an integer is undecodable, though the value is the same', () => {
  const text = encodeTransfer(plain)
  // chainId 31337 is 827a69; 83007a69 says the same with a needless byte, one byte longer in total.
  const padded = text.replace('0x02f866827a69', '0x02f86783007a69')
  expect(padded).not.toBe(text)
  expect(decodeTransfer(padded)).toEqual(undecodable)
})

test('a nonce that a number cannot hold exactly is undecodable', () => {
  // 80 is nonce 0; 88 and eight bytes say 2^60, eight bytes longer in total.
  const text = encodeTransfer(plain).replace('f866827a6980', 'f86e827a69881000000000000000')
  expect(text).toHaveLength(encodeTransfer(plain).length + 16)
  expect(decodeTransfer(text)).toEqual(undecodable)
})

test.each([
  ['a negative amount', { amount: -1n }],
  ['an amount of 257 bits', { amount: 2n ** 256n }],
  ['a negative fee', { maxFeePerGas: -1n }],
  ['a fraction for a nonce', { nonce: 0.5 }],
  ['a nonce past 2^53', { nonce: 2 ** 53 }],
  ['chain 0', { chainId: 0 }],
  ['a short token', { token: '0x11' }],
  ['a recipient without prefix', { recipient: '22'.repeat(20) }],
])('%s is not written', (_, change) => {
  expect(() => encodeTransfer({ ...plain, ...change })).toThrow(TypeError)
})
