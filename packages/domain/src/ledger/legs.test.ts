import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountKinds, type AccountKey } from './accounts.ts'
import { assignedLegs, unmatchedLegs } from './bank-legs.ts'
import { kycFeeLegs, paymentsDepositLegs, prepaidDepositLegs } from './partner-legs.ts'
import { feeLegs, gasLegs, type Leg, postingStep, walletTransferLegs } from './postings.ts'
import {
  type Conversion,
  conversionLegs,
  conversionReversalLegs,
  depositLegs,
  payoutLegs,
  receivableLegs,
  receivableReversalLegs,
  refundPayoutLegs,
  releaseStrayLegs,
  returnLegs,
  strayDepositLegs,
  strayReturnLegs,
} from './transfer-legs.ts'

const transferId = 'transfer'
const partner = 'par_1'
const bank = { kind: 'BANK', country: 'BE' } as const
const chain = { kind: 'CHAIN', address: '0xABCD' } as const

/** Amounts of any size, a conversion whose fees leave something or nothing, to another asset or the same. */
const conversion: fc.Arbitrary<Conversion> = fc
  .record({
    fees: fc.record({
      partner: fc.bigInt(0n, 10n ** 30n),
      service: fc.bigInt(0n, 10n ** 30n),
      transaction: fc.bigInt(0n, 10n ** 30n),
    }),
    net: fc.bigInt(0n, 10n ** 60n),
    out: fc.bigInt(1n, 10n ** 60n),
    outAsset: fc.constantFrom('EUR', 'USDC@31337'),
  })
  .map(({ fees, net, out, outAsset }) => ({
    transferId,
    partner,
    fees,
    in: {
      asset: 'EUR',
      scale: 2,
      amount: net + fees.partner + fees.service + fees.transaction + 1n,
    },
    out: { asset: outAsset, scale: outAsset === 'EUR' ? 2 : 6, amount: out },
  }))

const nameOf = ({ kind, asset, owner }: AccountKey) => `${kind}/${asset}/${owner}`

/** Credits minus debits of every account that was moved and did not come out even. */
function balances(legs: readonly Leg[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  const add = (key: AccountKey, amount: bigint) =>
    sums.set(nameOf(key), (sums.get(nameOf(key)) ?? 0n) + amount)
  for (const { debit, credit, amount } of legs) {
    add(debit, -amount)
    add(credit, amount)
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n))
}

const held = (legs: readonly Leg[]) =>
  [...balances(legs)].filter(([name]) => accountKinds[name.split('/')[0] as 'bank'] !== 'free')

describe('legs of a transfer', () => {
  test('move amounts above zero between two accounts of one asset, each under a name of its own', () => {
    fc.assert(
      fc.property(conversion, (of) => {
        const sum = { ...of.in, place: chain, transferId, depositId: 'deposit', partner }
        const groups = [
          depositLegs(sum),
          strayDepositLegs(sum),
          releaseStrayLegs(sum),
          strayReturnLegs(sum),
          conversionLegs(of),
          conversionReversalLegs(of),
          payoutLegs(sum),
          refundPayoutLegs(sum),
          returnLegs(sum),
          receivableLegs(sum),
          receivableReversalLegs(sum),
          paymentsDepositLegs(sum),
          prepaidDepositLegs(sum),
          kycFeeLegs({ ...sum, from: 'prepaid_kyc' }),
          walletTransferLegs(of.in, '0xA', '0xB'),
          gasLegs('gas', 'ETH@1', '0xa', of.in.amount),
          feeLegs({ ...of.in, partner, payer: 'ent_1', partnerFees: of.in.amount, svcFees: 0n }),
        ]
        for (const legs of groups) {
          expect(legs.length).toBeGreaterThan(0)
          expect(new Set(legs.map(({ code }) => code)).size).toBe(legs.length)
          for (const { debit, credit, amount } of legs) {
            expect(amount > 0n).toBe(true)
            expect([debit.asset, debit.scale]).toEqual([credit.asset, credit.scale])
            expect(nameOf(debit)).not.toBe(nameOf(credit))
          }
        }
      }),
    )
  })

  test('hold nothing at the end, however it ends', () => {
    fc.assert(
      fc.property(conversion, (of) => {
        const arrived = depositLegs({ ...of.in, place: bank, transferId })
        const converted = [...arrived, ...conversionLegs(of)]
        const undone = [...converted, ...conversionReversalLegs(of)]
        const back = refundPayoutLegs({ ...of.in, place: bank, transferId })
        const paid = [...converted, ...payoutLegs({ ...of.out, place: chain, transferId })]
        expect(held([...arrived, ...back])).toEqual([])
        expect(held(paid)).toEqual([])
        expect(held([...undone, ...back])).toEqual([])
        // Sent back to the last unit, fees included: no one has gained or lost.
        expect([...balances([...undone, ...back])]).toEqual([])

        const linked = { ...of, transferId: 'linked' }
        const returned = [
          ...returnLegs({ ...of.out, place: chain, transferId: 'linked' }),
          ...conversionReversalLegs(linked),
          ...refundPayoutLegs({ ...of.in, place: bank, transferId: 'linked' }),
        ]
        expect([...balances([...paid, ...returned])]).toEqual([])
        const lent = receivableLegs({ ...of.in, partner, transferId: 'linked' })
        expect(
          held([...lent, ...refundPayoutLegs({ ...of.in, place: bank, transferId: 'linked' })]),
        ).toEqual([])
        const reversed = receivableReversalLegs({ ...of.in, partner, transferId: 'linked' })
        expect([...balances([...lent, ...reversed])]).toEqual([])
      }),
    )
  })

  test('take fees plus net from what arrived, and give what was promised', () => {
    fc.assert(
      fc.property(conversion, (of) => {
        const legs = conversionLegs(of)
        const taken = legs.filter(({ code }) => code !== 'fx_out')
        expect(taken.reduce((sum, { amount }) => sum + amount, 0n)).toBe(of.in.amount)
        expect(legs.find(({ code }) => code === 'fx_out')?.amount).toBe(of.out.amount)
      }),
    )
  })

  test('keep money without an owner until the owner is known, and nothing of it then', () => {
    const of = { asset: 'EUR', scale: 2, amount: 5n, country: 'BE', entryId: 'NTRY 1' }
    expect(held(unmatchedLegs(of))).toEqual([['bank_suspense/EUR/NTRY 1', 5n]])
    expect([...balances([...unmatchedLegs(of), ...assignedLegs(of)])]).toEqual([])
  })

  test('refuse fees above the amount', () => {
    const of = { asset: 'EUR', scale: 2, amount: 5n }
    const fees = { partner: 3n, service: 2n, transaction: 1n }
    expect(() => conversionLegs({ transferId, partner, in: of, out: of, fees })).toThrow(
      /fees above/,
    )
  })

  test('hold what is ordered to be paid, until that is known', () => {
    const of = { asset: 'EUR', scale: 2, amount: 5n, place: bank, transferId, depositId: 'deposit' }
    for (const legs of [payoutLegs(of), refundPayoutLegs(of), strayReturnLegs(of)])
      expect(legs).toMatchObject([{ kind: 'pending', amount: 5n }])
    expect(payoutLegs({ ...of, place: chain })).toMatchObject([
      { debit: { kind: 'transfer_clearing' }, credit: { kind: 'custody', owner: '0xabcd' } },
    ])
  })

  test('a repeated step carries its attempt', () => {
    expect(postingStep('payout_submitted', 1)).toBe('payout_submitted')
    expect(postingStep('payout_submitted', 2)).toBe('payout_submitted/2')
  })
})
