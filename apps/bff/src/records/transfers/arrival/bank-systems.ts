import { bankSystemOf, type System, systemOf } from '@corridor/domain/calendars'
import type { TransferRow } from '../../../db/schema/rows.ts'

/** The system that a rail is; undefined on a chain. A name of a rail is the same in all countries. */
export const systemNamed = (rail: string): System | undefined =>
  rail === '' ? undefined : systemOf({ countryCode: '', rail })

/** The system that a payer pays by, at least the one of the country's banks; undefined on a chain. */
export function payinSystem({
  rail_in,
  deposit_account,
}: Pick<TransferRow, 'rail_in' | 'deposit_account'>): System | undefined {
  const account = deposit_account as { depositWalletAddress?: string; bankCountry?: string } | null
  if (account?.depositWalletAddress !== undefined) return undefined
  return systemNamed(rail_in) ?? bankSystemOf(account?.bankCountry ?? '')
}
