import { rateText, toRate, toText, worthUp } from '@corridor/domain'
import type { Rates } from '../../ports/rates.ts'

const dollarScale = 6

/** What an amount in minor units is worth at mid, as decimal text; nothing where there is no rate. */
export function dollarsOf(
  rates: Rates,
  { minor, currency, scale }: { minor: bigint; currency: string; scale: number },
  at: Date,
): { dollars?: string; dollarRate?: string } {
  const rate = rates.midRate(currency, 'USD', at)
  if (!rate.ok) return {}
  const { mid } = rate.value
  return {
    dollars: toText(worthUp(minor, mid, { from: scale, to: dollarScale }), dollarScale),
    dollarRate: rateText(toRate(mid)),
  }
}
