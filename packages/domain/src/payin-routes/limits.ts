/** A limit that holds deposits: of one deposit, of a day or a month; in UTC, as all limits are. */
export type LimitKind =
  | 'MIN_DEPOSIT'
  | 'MAX_DEPOSIT'
  /** What a funding account takes in a day. */
  | 'ACCOUNT_DAY'
  | 'PARTNER_TRANSFER'
  | 'PARTNER_DAY'
  | 'CUSTOMER_TRANSFER'
  | 'CUSTOMER_DAY'
  | 'CUSTOMER_MONTH'
  | 'CUSTOMER_DAY_COUNT'
  | 'CUSTOMER_MONTH_COUNT'

/** A limit, what of it is used, and what one deposit takes of it; all in the limit's own unit. */
export type LimitUse = { limit: bigint; used: bigint; needed: bigint }

/** What a limit still has room for; a smallest deposit is no room, but a bound. */
export const leftOf = ({ limit, used }: Pick<LimitUse, 'limit' | 'used'>): bigint =>
  used >= limit ? 0n : limit - used

/** Whether a deposit keeps to a limit. */
export const keepsTo = (kind: LimitKind, { limit, used, needed }: LimitUse): boolean =>
  kind === 'MIN_DEPOSIT' ? needed >= limit : used + needed <= limit

/** When a limit begins anew after `at`: nothing for those that hold each deposit by itself. */
export function resetsAt(kind: LimitKind, at: Date): Date | undefined {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  if (kind.includes('_MONTH')) return new Date(Date.UTC(year, month + 1, 1))
  return kind.includes('_DAY') ? new Date(Date.UTC(year, month, day + 1)) : undefined
}
