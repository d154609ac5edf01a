import { amountText, rateText } from '../../ui/numbers.ts'
import type { PayinRoute, Preview } from './queries.ts'

type Source = Pick<PayinRoute, 'sourceJurisdiction' | 'depositAccountInfo'>

/** Who can pay in: `Any payer in the United States`, `Any wallet on Polygon`. */
export function senderText({ sourceJurisdiction: { name, type } }: Source): string {
  return type === 'blockchain' ? `Any wallet on ${name}` : `Any payer in ${name}`
}

/** What they send: `Sends USD by ACH push, Fedwire`, `Sends USDC`. */
export function sendsText({ sourceJurisdiction, depositAccountInfo: info }: Source): string {
  return sourceJurisdiction.type === 'blockchain' || info.payment_rail === ''
    ? `Sends ${info.currency}`
    : `Sends ${info.currency} by ${info.payment_rail}`
}

/** `1 USD = 0.9985 USDC`; the same currency on both sides is not converted. */
export function rateLine({ amountIn, amountOut, exchangeRate }: Preview): string {
  if (amountIn.currency === amountOut.currency) return `${amountIn.currency} stays as it is`
  if (exchangeRate === 0) return `${amountIn.currency} to ${amountOut.currency}`
  return `1 ${amountIn.currency} = ${rateText(exchangeRate)} ${amountOut.currency}`
}

/** What a deposit costs: `3.50 USD in fees on 1,000.00 USD`. */
export function feeLine({ amountIn, fees: { totalFees } }: Preview): string {
  const deposit = amountText(amountIn.amount, amountIn.currency)
  return totalFees.amount === 0
    ? `No fees on ${deposit}`
    : `${amountText(totalFees.amount, totalFees.currency)} in fees on ${deposit}`
}

const usual = 1000

/** An amount that the funding account takes, for a preview that nobody asked for: 1,000 where it may be. */
export function sampleAmount({ minDeposit, maxDeposit }: PayinRoute['limits']): string {
  const least = Math.max(usual, minDeposit)
  return String(maxDeposit > 0 ? Math.min(least, maxDeposit) : least)
}
