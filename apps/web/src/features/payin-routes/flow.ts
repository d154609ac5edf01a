import { railLabel } from '../accounts/rail-label.ts'
import { amountText, rateText } from '../../ui/format/numbers.ts'
import { heldLabel } from './labels.ts'
import type { PayinRoute, Preview } from '../../api/queries/payin-routes.ts'
import { t } from '../../messages/text.ts'

type Source = Pick<PayinRoute, 'sourceJurisdiction' | 'depositAccountInfo'>

/** Who can pay in: `Any payer in the United States`, `Any wallet on Polygon`. */
export function senderText({ sourceJurisdiction: { name, type } }: Source): string {
  if (type === 'blockchain') return t('Any wallet on {network}', { network: name })
  return withArticle.test(name)
    ? t('Any payer in the {country}', { country: name })
    : t('Any payer in {country}', { country: name })
}

const withArticle = /^(United |Netherlands|Philippines|Bahamas|Maldives|.* (Islands|Republic)$)/

/** What they send: `Sends USD by ACH push, Fedwire`, `Sends USDC`. */
export function sendsText({ sourceJurisdiction, depositAccountInfo: info }: Source): string {
  return sourceJurisdiction.type === 'blockchain' || info.payment_rail === ''
    ? t('Sends {currency}', { currency: info.currency })
    : t('Sends {currency} by {rail}', {
        currency: info.currency,
        rail: railLabel(info.payment_rail),
      })
}

/** `1 USD = 0.9985 USDC`; the same currency on both sides is not converted. */
export function rateLine({ amountIn, amountOut, exchangeRate }: Preview): string {
  if (amountIn.currency === amountOut.currency)
    return t('{currency} stays as it is', { currency: amountIn.currency })
  if (exchangeRate === 0)
    return t('{from} to {to}##currencies', { from: amountIn.currency, to: amountOut.currency })
  return `1 ${amountIn.currency} = ${rateText(exchangeRate)} ${amountOut.currency}`
}

/** What becomes of the amount that was asked about: what it costs and what arrives, or why it would wait. */
export function outcomeLines({ outcome, heldReason, amountOut, fees }: Preview): string[] {
  if (outcome === 'HOLD') return [t('Would be held: {reason}', { reason: heldLabel(heldReason) })]
  const { amount, currency } = fees.totalFees
  return [
    amount === 0 ? t('No fees') : t('{amount} in fees', { amount: amountText(amount, currency) }),
    t('{amount} arrives', { amount: amountText(amountOut.amount, amountOut.currency) }),
  ]
}

const usual = 1000

/** An amount that the funding account takes, for a preview that nobody asked for: 1,000 where it may be. */
export function sampleAmount({ minDeposit, maxDeposit }: PayinRoute['limits']): string {
  const least = Math.max(usual, minDeposit)
  return String(maxDeposit > 0 ? Math.min(least, maxDeposit) : least)
}
