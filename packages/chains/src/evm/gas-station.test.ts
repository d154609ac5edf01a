import * as fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { recoverTransactionAddress } from 'viem'
import { keccak256, parseTransaction } from 'viem/utils'
import { expect, test } from 'vitest'
import { createGasStation, topUpGas } from './gas-station.ts'

const account = privateKeyToAccount(keccak256('0x01'))
const station = createGasStation({ account, chainId: 31_337 })
const wei = fc.bigInt(0n, 10n ** 24n)

test('after a top-up there is enough for the transactions it pays for, and no more', () => {
  fc.assert(
    fc.property(wei, wei, fc.bigInt(1n, 100n), (balance, gasCost, transactionsPerTopUp) => {
      const many = createGasStation({ account, chainId: 31_337, transactionsPerTopUp })
      const value = many.topUpNeeded(balance, gasCost)
      if (balance >= gasCost) expect(value).toBe(0n)
      else expect(balance + value).toBe(gasCost * transactionsPerTopUp)
    }),
  )
})

test('the same request gives the same bytes, signed by the station, plain payment only', async () => {
  const request = {
    to: privateKeyToAccount(keccak256('0x02')).address,
    value: 5n,
    nonce: 7,
    maxFeePerGas: 11n,
    maxPriorityFeePerGas: 3n,
  }
  const topUp = await station.signTopUp(request)
  expect(await station.signTopUp(request)).toEqual(topUp)
  expect(topUp.hash).toBe(keccak256(topUp.raw))
  expect(topUp.costMax).toBe(5n + topUpGas * 11n)
  const serializedTransaction = topUp.raw as `0x02${string}`
  expect(await recoverTransactionAddress({ serializedTransaction })).toBe(station.address)
  expect(parseTransaction(serializedTransaction)).toMatchObject({
    ...request,
    to: request.to.toLowerCase(),
    chainId: 31_337,
    gas: topUpGas,
  })
})
