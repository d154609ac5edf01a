import { deployBatchPayer, newWallet } from '@corridor/chains/testing'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ownBff } from '../../../test/support/process/bff.ts'
import { devChainOf } from '../../../test/support/money/chain-rpc.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { makeCustomer, submitWhole } from '../../../test/support/people/kyc.ts'
import {
  deposit,
  depositTarget,
  faucet,
  makePayer,
  pay,
  type Payer,
  paymentsPath,
  prepaidPath,
  proofOf,
} from '../../../test/support/money/payments.ts'

const bff = ownBff()
let payer: Payer
let to: string
beforeAll(async () => {
  payer = await makePayer(bff)
  to = (await depositTarget(bff)).toWalletAddress
})
afterEach(() => expectConsistent(bff))

const balance = async () => (await bff.get(`${prepaidPath}/balance`)).body.data
const zero = `0x${'0'.repeat(40)}`

/** What a transaction of the credit token minted, and to whom. */
async function mintedBy(hash: `0x${string}`) {
  const receipt = await devChainOf(bff.deps).adapter.receipt(hash)
  if (!receipt.ok || !receipt.value) throw new Error('the mint is in no block')
  return receipt.value.transfers.map((transfer) => ({
    ...transfer,
    token: transfer.token.toLowerCase(),
    to: transfer.to.toLowerCase(),
  }))
}

describe('partners.prepaidBalance, partners.prepaidDeposit', () => {
  test('200: credit is minted on the chain in the amount that moved, and fees need no hash any more', async () => {
    const empty = await bff.get(`${prepaidPath}/balance`)
    const { tokenAddress } = await depositTarget(bff)
    expect(empty.body.data).toEqual({
      network: 'Corridor Dev Chain',
      currency: 'USDC',
      tokenAddress,
      toWalletAddress: to,
      balance: 0,
      decimals: 6,
      depositsTotal: 0,
      consumedTotal: 0,
      deposits: [],
      deprecated: true,
      successor: `${paymentsPath}/balance`,
    })
    const answer = await deposit(bff, payer, prepaidPath, 25)
    expect(answer.status).toBe(200)
    for (const { headers } of [empty, answer]) {
      expect(headers.get('deprecation')).toBeTruthy()
      expect(headers.get('sunset')).toBeTruthy()
    }
    expect(answer.headers.get('link')).toContain(`<${paymentsPath}/deposit>`)
    const { mintTransactionHash, mintAddress, message } = answer.body.data
    expect(message).toBe('25 USDC credited.')
    expect(await mintedBy(mintTransactionHash)).toMatchObject([
      { token: mintAddress.toLowerCase(), from: zero, amount: 25_000_000n },
    ])
    expect(await balance()).toMatchObject({
      balance: 25,
      depositsTotal: 25,
      consumedTotal: 0,
      deposits: [{ amount: 25, currency: 'USDC', mintTransactionHash }],
    })
    const submitted = await submitWhole(bff, await makeCustomer(bff))
    expect(submitted.status).toBe(200)
    expect(await balance()).toMatchObject({ balance: 23, depositsTotal: 25, consumedTotal: 2 })
  })

  test('200 again under the same key, with one mint', async () => {
    const hash = await pay(bff, payer, { to, amount: 3_000_000n })
    const key = { 'idempotency-key': 'prepaid-1' }
    const first = await bff.post(`${prepaidPath}/deposit`, proofOf(payer, hash), key)
    const again = await bff.post(`${prepaidPath}/deposit`, proofOf(payer, hash), key)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
  })

  test('400: of twenty at once for one payment one is credited; a wrong signature claims nothing', async () => {
    const hash = await pay(bff, payer, { to, amount: 4_000_000n })
    const stranger = await makePayer(bff)
    const forged = await bff.post(`${prepaidPath}/deposit`, proofOf(stranger, hash))
    expect([forged.status, forged.body.error.code]).toEqual([400, 'SIGNATURE_INVALID'])
    const malformed = await bff.post(`${prepaidPath}/deposit`, proofOf(payer, '0x12'))
    expect([malformed.status, malformed.body.error.code]).toEqual([400, 'TRANSACTION_HASH_INVALID'])
    const before = await balance()
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        bff.post(
          `${prepaidPath}/deposit`,
          proofOf(payer, hash),
          {},
          i % 2 === 0 ? bff.first : bff.second,
        ),
      ),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    const codes = all.filter(({ status }) => status !== 200).map(({ body }) => body.error.code)
    expect(new Set(codes)).toEqual(new Set(['TRANSACTION_HASH_REUSED']))
    const elsewhere = await bff.post(`${paymentsPath}/deposit`, proofOf(payer, hash))
    expect(elsewhere.body.error.code).toBe('TRANSACTION_HASH_REUSED')
    const credited = [
      await balance(),
      (await bff.get(`${prepaidPath}/balance`, bff.second)).body.data,
    ]
    const sum = credited.reduce((total, item) => total + item.depositsTotal, 0)
    expect(sum).toBe(before.depositsTotal + 4)
  })
})

describe('a transaction of a contract', () => {
  test('that pays in twice is credited with the sum, to whom sent the transaction', async () => {
    const { adapter } = devChainOf(bff.deps)
    const wallet = newWallet()
    const { tokenAddress } = await depositTarget(bff)
    const fund = (address: string, amount: number) => faucet(bff, address, amount)
    await fund(wallet.address, 1)
    const batch = await deployBatchPayer(adapter, wallet)
    await fund(batch.address, 100)
    const { hash: transactionHash } = await batch.pay(tokenAddress as `0x${string}`, [
      { to: to as `0x${string}`, amount: 1_500_000n },
      { to: payer.address, amount: 40_000_000n },
      { to: to as `0x${string}`, amount: 2_250_000n },
    ])
    const signature = await wallet.signMessage({ message: transactionHash })
    const base64Signature = Buffer.from(signature.slice(2), 'hex').toString('base64')
    const before = await balance()
    // Who owns the contract's tokens is not who signs.
    const other = await bff.post(`${prepaidPath}/deposit`, proofOf(payer, transactionHash))
    expect(other.body.error.code).toBe('SIGNATURE_INVALID')
    const answer = await bff.post(`${prepaidPath}/deposit`, { transactionHash, base64Signature })
    expect([answer.status, answer.body.data.message]).toEqual([200, '3.75 USDC credited.'])
    expect((await balance()).balance).toBe(before.balance + 3.75)
    expect(await mintedBy(answer.body.data.mintTransactionHash)).toMatchObject([
      { to: wallet.address.toLowerCase(), amount: 3_750_000n },
    ])
  })
})
