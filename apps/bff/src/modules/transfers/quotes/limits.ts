import {
  fail,
  type Fraction,
  inverse,
  type Money,
  ok,
  type Result,
  toText,
  toWire,
  worthDown,
  worthUp,
} from '@corridor/domain'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import { dailyLimitReached, dollarScale } from '../../../records/transfers/daily-limit.ts'
import type { Rails } from './corridor.ts'
import { microDollars, type PartnerTerms } from '../../../records/partners/terms.ts'
import type { QuoteFacts } from '../../../records/transfers/quote-facts.ts'

export type Limited = { worth: bigint; limits: QuoteFacts['limits'] }

/** What an amount is worth at the mid rate, in millionths of a dollar. */
export const worthOf = (amount: Money, dollar: Fraction): bigint =>
  worthUp(amount.minor, dollar, { from: amount.scale, to: dollarScale })

/** Holds the amount against the partner's limits of a transfer and of a day. */
export function checkLimits(
  { amount, path }: { amount: Money; path: string },
  of: { dollar: Fraction; partner: PartnerTerms; usedToday: bigint; railIn: Rails['railIn'] },
): Result<Limited, Failure<'LIMIT_TXN' | 'LIMIT_DAILY'>> {
  const worth = worthOf(amount, of.dollar)
  const perTransfer = microDollars(of.partner.txnLimit)
  const perDay = microDollars(of.partner.dailyLimit)
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
  if (of.usedToday + worth > perDay) return dailyLimitReached(path)
  const left = perDay > of.usedToday ? perDay - of.usedToday : 0n
  const units = (micro: bigint) => unitsOf(micro, of.dollar, amount.scale)
  return ok({
    worth,
    limits: {
      min: of.railIn.min,
      max: Math.min(of.railIn.max, units(perTransfer)),
      remainingDaily: units(left),
    },
  })
}

/** Dollars as units of the source currency, rounded down. */
const unitsOf = (micro: bigint, dollar: Fraction, scale: number): number =>
  toWire({ minor: worthDown(micro, inverse(dollar), { from: dollarScale, to: scale }), scale })
