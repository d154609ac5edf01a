import { beforeAll, describe, expect, test } from 'vitest'
import {
  balanceOf,
  makeKey,
  makePayer,
  pay as payOnChain,
  type Payer,
  proofOf,
} from '../../../../test/support/money/payments.ts'
import {
  consents,
  examples,
  kycPath,
  makeCustomer,
  proofs,
} from '../../../../test/support/people/kyc.ts'
import { sharedBff } from '../../../../test/support/process/bff.ts'

const bff = sharedBff()

describe('the fee by transaction', () => {
  let payer: Payer
  beforeAll(async () => {
    payer = await makePayer(bff)
  })
  const target = () => [...bff.deps.chains.values()][0]?.gasStation.address ?? '0x'
  const pay = (units: number, token = 0, to: string = target()) =>
    payOnChain(bff, payer, {
      to,
      token,
      amount: BigInt(units * 100) * 10n ** (token === 0 ? 4n : 16n),
    })
  const submit = async (transactionHash: string, partner?: 'second', signer = payer) => {
    const owner = partner === 'second' ? bff.second : bff.first
    const entityId = await makeCustomer(bff, undefined, owner)
    const { body } = await bff.get(kycPath(entityId, '/requirements'), owner)
    return bff.post(
      kycPath(entityId, '/submit'),
      {
        fields: examples(body.data),
        documents: proofs(body.data),
        consents,
        feeSource: 'TRANSACTION',
        ...proofOf(signer, transactionHash),
      },
      {},
      owner,
    )
  }

  test('200: a payment of the fee to the service is taken once, whoever names it', async () => {
    const hash = await pay(2)
    const taken = await submit(hash)
    expect([taken.status, taken.body.data?.kycStatus]).toEqual([200, 'SUBMITTED'])
    for (const again of [
      await submit(hash),
      await submit(hash.toUpperCase().replace('0X', '0x'), 'second'),
    ])
      expect([again.status, again.body.error.code]).toEqual([400, 'TRANSACTION_HASH_REUSED'])
    expect((await submit(await pay(3, 1))).status).toBe(200)
  })

  test('200: what is beyond the fee is on the payments account, in an entry', async () => {
    const hash = await pay(7)
    const before = (await balanceOf(bff)).balances[0].available
    expect((await submit(hash)).status).toBe(200)
    const { balances, entries } = await balanceOf(bff)
    expect(balances[0].available).toBeCloseTo(before + 5, 6)
    expect(entries[0]).toMatchObject({ type: 'DEPOSIT', amount: 5, transactionHash: hash })
  })

  test('400 SIGNATURE_INVALID: the hash of somebody else’s payment pays nothing, and stays good', async () => {
    const hash = await pay(2)
    const refused = await submit(hash, undefined, makeKey())
    expect([refused.status, refused.body.error.code]).toEqual([400, 'SIGNATURE_INVALID'])
    expect(refused.body.error.details[0].path).toBe('base64Signature')
    expect((await submit(hash)).status).toBe(200)
  })

  test('400: too little, to another payee, or unknown to the chain', async () => {
    for (const hash of [
      await pay(1.99),
      await pay(5, 0, `0x${'12'.repeat(20)}`),
      `0x${'ab'.repeat(32)}`,
    ]) {
      const refused = await submit(hash)
      expect([refused.status, refused.body.error.code]).toEqual([400, 'TRANSACTION_HASH_INVALID'])
    }
  })
})
