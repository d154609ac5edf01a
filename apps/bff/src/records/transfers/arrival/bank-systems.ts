import { bankSystemOf, isEstimatedAt, type System, systemOf } from '@corridor/domain/calendars'
import type { TransferRow } from '../../../db/schema/rows.ts'

/** The system that a rail is; undefined on a chain. A name of a rail is the same in all countries. */
export const systemNamed = (rail: string): System | undefined =>
  rail === '' ? undefined : systemOf({ countryCode: '', rail })

type Arrival = Pick<TransferRow, 'estimated_arrival' | 'rail_in' | 'rail_out'>

/** A member for answers: whether a bank on the way has no calendar yet for the day of arrival. */
export function estimated({ estimated_arrival, rail_in, rail_out }: Arrival): {
  isEstimated?: true
} {
  if (estimated_arrival === null) return {}
  const systems = [systemNamed(rail_in), systemNamed(rail_out)]
  return systems.some((system) => system && isEstimatedAt(system, estimated_arrival))
    ? { isEstimated: true }
    : {}
}

/** The system that a payer pays by, at least the one of the country's banks; undefined on a chain. */
export function payinSystem({
  rail_in,
  deposit_account,
}: Pick<TransferRow, 'rail_in' | 'deposit_account'>): System | undefined {
  const account = deposit_account as { depositWalletAddress?: string; bankCountry?: string } | null
  if (account?.depositWalletAddress !== undefined) return undefined
  return systemNamed(rail_in) ?? bankSystemOf(account?.bankCountry ?? '')
}
