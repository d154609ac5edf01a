import type { Deps } from '../../ports/deps.ts'
import { createBalances } from './balances.ts'
import { createPaymentsDeposits } from './deposits.ts'
import { createPrepaidDeposits } from './prepaid.ts'

export type PartnerService = ReturnType<typeof createPartnerService>

/** A partner's own accounts with the service: what pays its fees. */
export function createPartnerService(deps: Deps) {
  return {
    balances: createBalances(deps),
    payments: createPaymentsDeposits(deps),
    prepaid: createPrepaidDeposits(deps),
  }
}
