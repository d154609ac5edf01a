import type { Insertable, Selectable } from 'kysely'
import type { DB } from './types.generated.ts'

export type TransferRow = Selectable<DB['transfer']>

export type NewTransfer = Insertable<DB['transfer']>

/** A transfer under lock, with the time at which the lock was had. */
export type LockedTransfer = TransferRow & { read_at: Date }

export type EntityRow = Selectable<DB['entity']>

export type ExternalAccountRow = Selectable<DB['external_account']>

export type FundingRow = Selectable<DB['funding_account']>

export type DepositRow = Selectable<DB['deposit']>

export type PayoutRow = Selectable<DB['payout']>

export type RouteRow = Selectable<DB['payin_route']>
