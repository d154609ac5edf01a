import {
  fail,
  type Fraction,
  inverse,
  type Money,
  ok,
  toText,
  toWire,
  worthDown,
  worthUp,
} from '@corridor/domain'
import { detail } from '../../../api/request/refusal.ts'
import { dailyLimitReached, dollarScale } from '../../../records/transfers/daily-limit.ts'
import {
  brokenLimit,
  customerLimitReached,
  customerLimitsBody,
  type CustomerUse,
  keptLimits,
} from '../../../records/transfers/customer-limit.ts'
import type { Rails } from './corridor.ts'
import { microDollars, type PartnerTerms } from '../../../records/partners/terms.ts'
import type { KeptLimits, QuoteFacts } from '../../../records/transfers/quote-facts.ts'

export type Limited = { worth: bigint; limits: QuoteFacts['limits']; customer: KeptLimits }

/** What an amount is worth at the mid rate, in millionths of a dollar. */
export const worthOf = (amount: Money, dollar: Fraction): bigint =>
  worthUp(amount.minor, dollar, { from: amount.scale, to: dollarScale })

type Held = {
  dollar: Fraction
  partner: PartnerTerms
  usedToday: bigint
  customer: CustomerUse
  /** What one claimed wallet may move within 30 days. */
  claimedWallet: bigint
  at: Date
}

/** Holds an amount against the partner's limits of a transfer and of a day, and the customer's. */
export function checkWorth({ amount, path }: { amount: Money; path: string }, of: Held) {
  const worth = worthOf(amount, of.dollar)
  const perTransfer = microDollars(of.partner.txnLimit)
  if (worth > perTransfer)
    return fail({
      code: 'LIMIT_TXN',
      details: [
        detail(
          path,
          'LIMIT_TXN',
          `One transfer is worth at most ${toText(perTransfer, dollarScale)} USD.`,
        ),
      ],
    })
  if (of.usedToday + worth > microDollars(of.partner.dailyLimit)) return dailyLimitReached(path)
  const broken = brokenLimit(of.partner, of.customer, worth)
  if (broken)
    return customerLimitReached(path, broken, customerLimitsBody(of.partner, of.customer, of.at))
  return ok({ worth, customer: keptLimits(of.partner, of.customer.level, of.claimedWallet) })
}

/** The same, and what is left, as the quote shows it. */
export function checkLimits(
  { amount, path }: { amount: Money; path: string },
  of: Held & { railIn: Rails['railIn'] },
) {
  const checked = checkWorth({ amount, path }, of)
  if (!checked.ok) return checked
  const { worth, customer: kept } = checked.value
  const body = customerLimitsBody(of.partner, of.customer, of.at)
  const perTransfer = microDollars(of.partner.txnLimit)
  const left = least(
    microDollars(of.partner.dailyLimit) - of.usedToday,
    BigInt(kept.day) - of.customer.today,
    BigInt(kept.month) - of.customer.month,
  )
  const units = (micro: bigint) => unitsOf(micro, of.dollar, amount.scale)
  return ok({
    worth,
    limits: {
      min: of.railIn.min,
      max: Math.min(of.railIn.max, units(least(perTransfer, microDollars(body.perTransfer)))),
      remainingDaily: units(left),
      customer: body,
    },
    customer: kept,
  })
}

const least = (first: bigint, ...others: bigint[]): bigint =>
  others.reduce((a, b) => (a < b ? a : b), first)

/** Dollars as units of the source currency, rounded down. */
const unitsOf = (micro: bigint, dollar: Fraction, scale: number): number =>
  toWire({ minor: worthDown(micro, inverse(dollar), { from: dollarScale, to: scale }), scale })
