import type { Deposit } from '../../api/queries/payin-routes.ts'
import { amountText, countText } from '../../ui/format/numbers.ts'
import { raisers } from '../actions/who-raises.ts'
import { heldText } from './labels.ts'
import { t } from '../../messages/text.ts'

export type HeldLimit = NonNullable<Deposit['limit']>
export type DepositFit = NonNullable<Deposit['fit']>

const names: Record<HeldLimit['kind'], string> = {
  MIN_DEPOSIT: t('Smallest deposit'),
  MAX_DEPOSIT: t('Largest deposit'),
  ACCOUNT_DAY: t('Daily limit of the funding account'),
  PARTNER_TRANSFER: t('Your limit per transfer'),
  PARTNER_DAY: t('Your daily limit'),
  CUSTOMER_TRANSFER: t('The customer’s limit per transfer'),
  CUSTOMER_DAY: t('The customer’s daily limit'),
  CUSTOMER_MONTH: t('The customer’s monthly limit'),
  CUSTOMER_DAY_COUNT: t('The customer’s transfers per day'),
  CUSTOMER_MONTH_COUNT: t('The customer’s transfers per month'),
}

/** Who can raise it. */
export function raiserOf({ kind }: HeldLimit): string {
  if (kind.startsWith('CUSTOMER_')) return raisers.customer
  return kind.startsWith('PARTNER_') ? raisers.service : raisers.jurisdiction
}

export const limitName = ({ kind }: HeldLimit): string => names[kind]

const sumText = (value: number, currency: string) =>
  currency === '' ? countText(value) : amountText(value, currency)

/** A limit that holds each deposit by itself has nothing that is used up. */
export const isUsedUp = ({ resetsAt }: HeldLimit): boolean => resetsAt !== undefined

/** `4,900.00 USD of 5,000.00 USD used; this deposit takes 216.40 USD`. */
export function limitText(limit: HeldLimit): string {
  const { currency } = limit
  const most = sumText(limit.limit, currency)
  const used = sumText(limit.used, currency)
  const needed = sumText(limit.needed, currency)
  if (currency === '')
    return isUsedUp(limit) ? t('{used} of {limit} used', { used, limit: most }) : most
  return isUsedUp(limit)
    ? t('{used} of {limit} used; this deposit takes {needed}', { used, limit: most, needed })
    : t('{limit}; this deposit takes {needed}', { limit: most, needed })
}

/** The limit's name with what is left of it; the limit itself where it holds each deposit alone. */
export const shortfallOf = (limit: HeldLimit): { name: string; left: string } => ({
  name: limitName(limit),
  left: sumText(isUsedUp(limit) ? limit.left : limit.limit, limit.currency),
})

const alone: Partial<Record<DepositFit['reason'], string>> = {
  NOT_ALLOWED: t('It cannot be forwarded now.'),
  DECIDE_ALONE: t('It needs a decision of its own.'),
  NO_RATE: t('There is no rate now.'),
  ROUTE_INACTIVE: t('Its route is off.'),
  FUNDING_INACTIVE: t('Its funding account is not active.'),
  COMPLIANCE: t('A customer is not verified.'),
}

/** Why a held deposit is not forwarded with others, in a sentence; '' where it fits. */
export function unfitText({ fits, reason, limit }: DepositFit): string {
  if (fits) return ''
  if (limit) return `${limitName(limit)}: ${limitText(limit)}.`
  return alone[reason] ?? heldText(reason)
}
