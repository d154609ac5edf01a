import type { Caller } from '../../api/request/caller.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { createBalances } from './balances.ts'
import { createPaymentsDeposits } from './deposits.ts'
import { settleFees } from './earned-fees.ts'
import { createPrepaidDeposits } from './prepaid.ts'

export type PartnerService = ReturnType<typeof createPartnerService>

/** A partner's own accounts with the service: what pays its fees. */
export function createPartnerService(deps: Deps) {
  return {
    balances: createBalances(deps),
    settleFees: (tx: Tx, caller: Caller, currency: string) =>
      settleFees(tx, deps, caller, currency),
    payments: createPaymentsDeposits(deps),
    prepaid: createPrepaidDeposits(deps),
  }
}
