import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountKinds, type AccountKey } from './accounts.ts'
import { assignedLegs, unmatchedLegs } from './bank-legs.ts'
import {
  bankRepaymentLegs,
  disbursementLegs,
  paymentArrivalLegs,
  refundCreditLegs,
  repaymentLegs,
  reserveFeeEarnedLegs,
  reserveFeeLegs,
  reserveRefundLegs,
  surplusLegs,
  writeOffLegs,
} from './liquidity-legs.ts'
import { kycFeeLegs, paymentsDepositLegs, prepaidDepositLegs } from './partner-legs.ts'
import { refundFundingLegs, refundReturnedLegs } from './refund-legs.ts'
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
    result: fc.option(fc.bigInt(-(10n ** 30n), 10n ** 30n), { nil: undefined }),
    outAsset: fc.constantFrom('EUR', 'USDC@31337'),
  })
  .map(({ fees, net, out, outAsset, result }) => ({
    worthOut: result === undefined ? undefined : out + (out + result > 0n ? result : 0n),
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

/** Three sources of what goes back: the same asset, another one, and what is lent. */
const fundingOf = ({ in: sum, out }: Conversion) => ({
  partner,
  transferId,
  into: sum,
  parts: [
    { from: { ...sum, amount: 1n }, gives: 1n },
    { from: { asset: 'DAI@31337', scale: 18, amount: out.amount }, gives: 3n },
  ],
  lent: 5n,
})

describe('legs of a transfer', () => {
  test('move amounts above zero between two accounts of one asset, each under a name of its own', () => {
    fc.assert(
      fc.property(conversion, (sample) => {
        const sum = { ...sample.in, place: chain, transferId, depositId: 'deposit', partner }
        const groups = [
          depositLegs(sum),
          strayDepositLegs(sum),
          releaseStrayLegs(sum),
          strayReturnLegs(sum),
          conversionLegs(sample),
          conversionReversalLegs(sample),
          payoutLegs(sum),
          refundPayoutLegs(sum),
          returnLegs(sum),
          receivableLegs(sum),
          receivableReversalLegs(sum),
          refundFundingLegs(fundingOf(sample)),
          refundReturnedLegs(sum),
          paymentsDepositLegs(sum),
          prepaidDepositLegs(sum),
          kycFeeLegs({ ...sum, from: 'prepaid_kyc' }),
          walletTransferLegs(sample.in, '0xA', '0xB'),
          gasLegs('gas', 'ETH@1', '0xa', sample.in.amount),
          feeLegs({
            ...sample.in,
            partner,
            payer: 'ent_1',
            partnerFees: sample.in.amount,
            svcFees: 0n,
          }),
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
      fc.property(conversion, (sample) => {
        const arrived = depositLegs({ ...sample.in, place: bank, transferId })
        const converted = [...arrived, ...conversionLegs(sample)]
        const undone = [...converted, ...conversionReversalLegs(sample)]
        const back = refundPayoutLegs({ ...sample.in, place: bank, transferId })
        const paid = [...converted, ...payoutLegs({ ...sample.out, place: chain, transferId })]
        expect(held([...arrived, ...back])).toEqual([])
        expect(held(paid)).toEqual([])
        expect(held([...undone, ...back])).toEqual([])
        // Sent back to the last unit, fees included: no one has gained or lost.
        expect([...balances([...undone, ...back])]).toEqual([])

        const linked = { ...sample, transferId: 'linked' }
        const returned = [
          ...returnLegs({ ...sample.out, place: chain, transferId: 'linked' }),
          ...conversionReversalLegs(linked),
          ...refundPayoutLegs({ ...sample.in, place: bank, transferId: 'linked' }),
        ]
        expect([...balances([...paid, ...returned])]).toEqual([])
        const lent = receivableLegs({ ...sample.in, partner, transferId: 'linked' })
        expect(
          held([...lent, ...refundPayoutLegs({ ...sample.in, place: bank, transferId: 'linked' })]),
        ).toEqual([])
        const reversed = receivableReversalLegs({ ...sample.in, partner, transferId: 'linked' })
        expect([...balances([...lent, ...reversed])]).toEqual([])
      }),
    )
  })

  test('take fees plus net from what arrived, and give what was promised', () => {
    fc.assert(
      fc.property(conversion, (sample) => {
        const legs = conversionLegs(sample)
        const taken = legs.filter(({ code }) => !['fx_out', 'fx_gain', 'fx_loss'].includes(code))
        expect(taken.reduce((sum, { amount }) => sum + amount, 0n)).toBe(sample.in.amount)
        expect(legs.find(({ code }) => code === 'fx_out')?.amount).toBe(sample.out.amount)
      }),
    )
  })

  test('book the result, so that the open position is what mid says', () => {
    fc.assert(
      fc.property(conversion, (sample) => {
        const open = balances(conversionLegs(sample))
        const { asset, amount } = sample.out
        const worth = sample.worthOut ?? amount
        const net =
          asset === 'EUR' ? conversionLegs(sample).find(({ code }) => code === 'fx_in')?.amount : 0n
        expect(open.get(`fx/${asset}/`) ?? 0n).toBe((net ?? 0n) - worth)
        expect(open.get(`fx_gain/${asset}/`) ?? 0n).toBe(worth - amount)
      }),
    )
  })

  test('keep money without an owner until the owner is known, and nothing of it then', () => {
    const sum = { asset: 'EUR', scale: 2, amount: 5n, country: 'BE', entryId: 'NTRY 1' }
    expect(held(unmatchedLegs(sum))).toEqual([['bank_suspense/EUR/NTRY 1', 5n]])
    expect([...balances([...unmatchedLegs(sum), ...assignedLegs(sum)])]).toEqual([])
  })

  test('a refund is paid from the payments account, and what comes back is there again', () => {
    const into = { asset: 'EUR', scale: 2 }
    const usdc = { asset: 'USDC@31337', scale: 6, amount: 20n }
    const legs = refundFundingLegs({
      partner,
      transferId,
      into,
      parts: [
        { from: { ...into, amount: 7n }, gives: 7n },
        { from: usdc, gives: 10n },
      ],
      lent: 3n,
    })
    expect(Object.fromEntries(balances(legs))).toEqual({
      'payments_account/EUR/par_1': -7n,
      'payments_account/USDC@31337/par_1': -20n,
      'transfer_clearing/EUR/transfer': 20n,
      'fx/USDC@31337/': 20n,
      'fx/EUR/': -10n,
      'refund_receivable/EUR/par_1': -3n,
    })
    const back = refundReturnedLegs({ ...into, amount: 20n, partner, transferId })
    expect(held([...legs, ...back])).toEqual([
      ['payments_account/EUR/par_1', 13n],
      ['payments_account/USDC@31337/par_1', -20n],
    ])
  })

  test('refuse fees above the amount', () => {
    const sum = { asset: 'EUR', scale: 2, amount: 5n }
    const fees = { partner: 3n, service: 2n, transaction: 1n }
    expect(() => conversionLegs({ transferId, partner, in: sum, out: sum, fees })).toThrow(
      /fees above/,
    )
  })

  test('hold what is ordered to be paid, until that is known', () => {
    const sum = {
      asset: 'EUR',
      scale: 2,
      amount: 5n,
      place: bank,
      transferId,
      depositId: 'deposit',
    }
    for (const legs of [payoutLegs(sum), refundPayoutLegs(sum), strayReturnLegs(sum)])
      expect(legs).toMatchObject([{ kind: 'pending', amount: 5n }])
    expect(payoutLegs({ ...sum, place: chain })).toMatchObject([
      { debit: { kind: 'transfer_clearing' }, credit: { kind: 'custody', owner: '0xabcd' } },
    ])
  })

  test('a repeated step carries its attempt', () => {
    expect(postingStep('payout_submitted', 1)).toBe('payout_submitted')
    expect(postingStep('payout_submitted', 2)).toBe('payout_submitted/2')
  })
})

const frameId = 'frame'
const drawingId = 'drawing'
const paymentId = 'payment'
const token = { asset: 'USDC@31337', scale: 6 }
const amounts = fc.bigInt(1n, 10n ** 30n)
const nothingOrMore = fc.bigInt(0n, 10n ** 30n)
const withoutPending = (legs: readonly Leg[]) => legs.filter(({ kind }) => kind !== 'pending')

describe('legs of a credit line', () => {
  const arrived = (amount: bigint) =>
    paymentArrivalLegs({ ...token, amount, place: chain, paymentId })
  const custody = 'custody/USDC@31337/0xabcd'

  test('move amounts above zero between two accounts, each under a name of its own', () => {
    fc.assert(
      fc.property(amounts, nothingOrMore, nothingOrMore, (fee, principal, surplus) => {
        const amount = fee + principal + surplus
        const sum = { ...token, amount, frameId, drawingId, paymentId, partner, place: chain }
        const groups = [
          paymentArrivalLegs(sum),
          reserveFeeLegs({ ...sum, fee }),
          surplusLegs(sum),
          reserveFeeEarnedLegs(sum),
          reserveRefundLegs({ ...sum, refund: fee }),
          refundCreditLegs(sum),
          disbursementLegs(sum),
          repaymentLegs({ ...sum, split: { fee, principal, surplus } }),
          bankRepaymentLegs({
            paid: { asset: 'USD', scale: 2, amount },
            place: bank,
            got: { ...token, amount },
            paymentId,
          }),
          writeOffLegs(sum),
        ]
        for (const legs of groups) {
          expect(legs.length).toBeGreaterThan(0)
          expect(new Set(legs.map(({ code }) => code)).size).toBe(legs.length)
          for (const { debit, credit, amount: moved } of legs) {
            expect(moved > 0n).toBe(true)
            expect([debit.asset, debit.scale]).toEqual([credit.asset, credit.scale])
            expect(nameOf(debit)).not.toBe(nameOf(credit))
          }
        }
      }),
    )
  })

  test('a frame’s fee is deferred until it ends, and what is too much is the partner’s', () => {
    fc.assert(
      fc.property(amounts, nothingOrMore, (fee, surplus) => {
        const amount = fee + surplus
        const paid = [
          ...arrived(amount),
          ...reserveFeeLegs({ ...token, amount, fee, frameId, partner, paymentId }),
        ]
        const ofPartner = surplus > 0n ? [[`payments_account/USDC@31337/${partner}`, surplus]] : []
        expect(held(paid)).toEqual([['reserve_fee_deferred/USDC@31337/frame', fee], ...ofPartner])
        const ended = [...paid, ...reserveFeeEarnedLegs({ ...token, amount: fee, frameId })]
        expect(held(ended)).toEqual(ofPartner)
        expect(balances(ended).get('reserve_fee_income/USDC@31337/')).toBe(fee)
        expect(balances(ended).get(custody)).toBe(-amount)
      }),
    )
  })

  test('of a cancelled frame one part goes back and the other is earned; nothing stays deferred', () => {
    fc.assert(
      fc.property(amounts, fc.bigInt(0n, 100n), (fee, percent) => {
        const refund = (fee * percent) / 100n
        const of = { ...token, amount: fee, frameId }
        const paid = [...arrived(fee), ...reserveFeeLegs({ ...of, fee, partner, paymentId })]
        const cancelled = reserveRefundLegs({ ...of, refund, place: chain })
        const back = [...paid, ...cancelled]
        expect(held(back)).toEqual([])
        expect(balances(back).get(custody) ?? 0n).toBe(refund - fee)
        // What no wallet takes is void, and goes to the payments account instead.
        const refused = [
          ...paid,
          ...withoutPending(cancelled),
          ...refundCreditLegs({ ...of, amount: refund, partner }),
        ]
        expect(held(refused)).toEqual(
          refund > 0n ? [[`payments_account/USDC@31337/${partner}`, refund]] : [],
        )
        expect(balances(refused).get('reserve_fee_income/USDC@31337/') ?? 0n).toBe(fee - refund)
      }),
    )
  })

  test('a drawing owes what was paid out until it is repaid or given up; fees are income', () => {
    fc.assert(
      fc.property(amounts, amounts, nothingOrMore, (amount, fee, surplus) => {
        const of = { ...token, drawingId }
        const out = disbursementLegs({ ...of, amount, place: chain })
        expect(out).toMatchObject([{ kind: 'pending', code: 'disbursement', amount }])
        const principalName = 'liquidity_principal/USDC@31337/drawing'
        expect(balances(out).get(principalName)).toBe(-amount)
        const received = amount + fee + surplus
        const split = { fee, principal: amount, surplus }
        const repaid = [
          ...out,
          ...arrived(received),
          ...repaymentLegs({ ...of, amount: received, split, partner, paymentId }),
        ]
        const whole = balances(repaid)
        expect(whole.get(principalName)).toBeUndefined()
        expect(whole.get('suspense/USDC@31337/payment')).toBeUndefined()
        expect(whole.get('liquidity_fee_income/USDC@31337/')).toBe(fee)
        expect(whole.get(custody)).toBe(-fee - surplus)
        const givenUp = balances([...out, ...writeOffLegs({ ...of, amount })])
        expect(givenUp.get(principalName)).toBeUndefined()
        expect(givenUp.get('writeoff_expense/USDC@31337/')).toBe(-amount)
      }),
    )
  })

  test('a payment by bank becomes the asset of the line, to be used like one on the chain', () => {
    const legs = bankRepaymentLegs({
      paid: { asset: 'USD', scale: 2, amount: 100_73n },
      place: bank,
      got: { ...token, amount: 100_730_000n },
      paymentId,
    })
    expect([...balances(legs)]).toEqual([
      ['bank/USD/BE', -100_73n],
      ['fx/USD/', 100_73n],
      ['fx/USDC@31337/', -100_730_000n],
      ['suspense/USDC@31337/payment', 100_730_000n],
    ])
  })
})
