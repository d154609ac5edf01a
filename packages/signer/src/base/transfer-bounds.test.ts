import { encodeTransfer } from '@corridor/signing'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transferOf } from '../../test/harness.ts'
import { vectorFile, type Vector } from '../../test/vectors.ts'
import { isWithinBounds } from './transfer-bounds.ts'

describe('bounds of a transfer', () => {
  const { parameters, bounds } = transferOf('0x')

  test('hold for the quoted transaction, in any spelling of the addresses', () => {
    expect(isWithinBounds(parameters.unsignedTransaction, bounds)).toBe(true)
    const lower = { ...bounds, token: bounds.token.toLowerCase() }
    expect(isWithinBounds(parameters.unsignedTransaction, lower)).toBe(true)
  })

  test.each([
    ['another chain', { chainId: 1 }],
    ['another token', { token: '0x00000000000000000000000000000000000000aa' }],
    ['another recipient', { recipient: '0x00000000000000000000000000000000000000bb' }],
    ['one base unit more', { amount: 25_000_001n }],
    ['one base unit less', { amount: 24_999_999n }],
    ['a fee per gas above the ceiling', { maxFeePerGas: 4_000_000_001n }],
    ['more gas than the ceiling pays', { gas: 65_001n }],
  ])('break for %s', (_name, change) => {
    const { parameters: changed } = transferOf('0x', change)
    expect(isWithinBounds(changed.unsignedTransaction, bounds)).toBe(false)
  })

  test('break for every byte changed, unless the nonce or a cheaper fee is all that changed', () => {
    const text = parameters.unsignedTransaction
    fc.assert(
      fc.property(fc.nat(text.length - 3), fc.integer({ min: 1, max: 15 }), (index, shift) => {
        const at = index + 2
        const digit = (Number.parseInt(text[at] ?? '0', 16) + shift) % 16
        const changed = text.slice(0, at) + digit.toString(16) + text.slice(at + 1)
        if (!isWithinBounds(changed, bounds)) return
        const [tail, changedTail] = [text, changed].map((item) =>
          item.slice(item.indexOf('a38274') - 2),
        )
        expect(changedTail).toBe(tail)
      }),
      { numRuns: 2000 },
    )
  })

  test.each(['', '0x', '0x02', '0x02c0', '02f8', 'ZZ', `${parameters.unsignedTransaction}00`])(
    'break for what cannot be read: %o',
    (text) => {
      expect(isWithinBounds(text, bounds)).toBe(false)
    },
  )
})

type TransferVector = Vector & {
  fields: {
    chainId: number
    nonce: number
    gas: string
    maxFeePerGas: string
    maxPriorityFeePerGas: string
  }
  token: string
  recipient: string
  amountBaseUnits: string
  payloadToSign: string
}
const transfers = vectorFile<{ vectors: TransferVector[] }>('evm-transfer').vectors

test.each(transfers.filter((transfer) => transfer.valid))(
  'the published transfer $id is within its own bounds',
  ({ fields, token, recipient, amountBaseUnits: amount, payloadToSign }) => {
    const { chainId, nonce } = fields
    const [gas, maxFeePerGas] = [BigInt(fields.gas), BigInt(fields.maxFeePerGas)]
    const maxPriorityFeePerGas = BigInt(fields.maxPriorityFeePerGas)
    const fees = { gas, maxFeePerGas, maxPriorityFeePerGas }
    const again = encodeTransfer({
      chainId,
      nonce,
      token,
      recipient,
      amount: BigInt(amount),
      ...fees,
    })
    expect(again).toBe(payloadToSign)
    const feeCeilingWei = String(gas * maxFeePerGas)
    const bounds = { chainId, token, recipient, amount, feeCeilingWei }
    expect(isWithinBounds(payloadToSign, bounds)).toBe(true)
    expect(isWithinBounds(payloadToSign, { ...bounds, feeCeilingWei: '0' })).toBe(false)
  },
)
