import type { Tx } from '../../../db/open.ts'
import {
  activeRoutesOn,
  routesOn,
  routesToPropose,
} from '../../../records/payin-routes/dependencies.ts'
import type { ExternalAccountRow } from '../../../db/schema/rows.ts'

type Account = Pick<ExternalAccountRow, 'partner_id' | 'id'>

/** Written ids of the pay-in routes whose destination an account is now. */
export const routesTo = (tx: Tx, { partner_id, id }: Account): Promise<string[]> =>
  routesOn(tx, partner_id, { externalAccountId: id })

/** Of these the active ones: disabling the account switches them off. */
export const routesUsing = (tx: Tx, { partner_id, id }: Account): Promise<string[]> =>
  activeRoutesOn(tx, partner_id, { externalAccountId: id })

/** Those that its disabling has switched off, which it may be time to switch on again. */
export const routesWaitingFor = (tx: Tx, { partner_id, id }: Account): Promise<string[]> =>
  routesToPropose(tx, partner_id, { externalAccountId: id }, 'DESTINATION_DISABLED')
