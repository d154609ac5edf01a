import * as fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, keccak256, numberToHex } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { readTransfer } from './read.ts'
import { UnreadableAnswer } from './rpc.ts'

const erc20Transfer = [
  {
    type: 'event',
    name: 'Transfer',
    inputs: [
      { name: 'from', type: 'address', indexed: true },
      { name: 'to', type: 'address', indexed: true },
      { name: 'value', type: 'uint256', indexed: false },
    ],
  },
] as const

const address = fc.bigInt(0n, 2n ** 160n - 1n).map((value) => numberToHex(value, { size: 20 }))
const uint256 = fc.bigInt(0n, 2n ** 256n - 1n)

function logOf(token: string, from: `0x${string}`, to: `0x${string}`, value: bigint) {
  return {
    address: token,
    topics: encodeEventTopics({ abi: erc20Transfer, args: { from, to } }),
    data: encodeAbiParameters([{ type: 'uint256' }], [value]),
    transactionHash: keccak256(token as `0x${string}`),
    blockHash: keccak256(from),
    logIndex: '0x3',
    blockNumber: '0x10',
    removed: false,
  }
}

describe('a Transfer log', () => {
  test('is read as viem writes it, whatever the parties and the amount', () => {
    fc.assert(
      fc.property(address, address, address, uint256, (token, from, to, amount) => {
        expect(readTransfer(logOf(token, from, to, amount))).toEqual([
          {
            token,
            from,
            to,
            amount,
            hash: keccak256(token),
            blockHash: keccak256(from),
            logIndex: 3,
            blockNumber: 16n,
          },
        ])
      }),
    )
  })

  const party = (value: number) => numberToHex(value, { size: 20 })
  const usual = logOf(party(1), party(2), party(3), 4n)

  test.each([
    [
      'an NFT transfer with a fourth topic',
      { topics: [...usual.topics, usual.topics[1]], data: '0x' },
    ],
    ['another event', { topics: [keccak256('0x09'), ...usual.topics.slice(1)] }],
    ['an event without topics', { topics: [] }],
    ['unindexed parties', { topics: usual.topics.slice(0, 1), data: `0x${'00'.repeat(96)}` }],
    ['an empty amount', { data: '0x' }],
    ['a removed log', { removed: true }],
  ])('is not seen in %s', (_, change) => {
    expect(readTransfer({ ...usual, ...change })).toEqual([])
  })

  test.each([
    ['no block number', { blockNumber: null }],
    ['a log index that is no number', { logIndex: 'x' }],
    ['an address that is no text', { address: 5 }],
  ])('with %s makes the answer unreadable', (_, change) => {
    expect(() => readTransfer({ ...usual, ...change })).toThrow(UnreadableAnswer)
  })
})
