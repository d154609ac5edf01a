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

/** What the payee's provider was asked about an order on a chain. */
export type TravelMessageRow = Selectable<DB['travel_message']>

export type RouteRow = Selectable<DB['payin_route']>

export type LineRow = Selectable<DB['liquidity_line']>

export type FrameRow = Selectable<DB['reserve_frame']>

export type DrawingRow = Selectable<DB['liquidity_transaction']>

export type ReplenishQuoteRow = Selectable<DB['replenish_quote']>

export type ReplenishmentRow = Selectable<DB['replenishment']>

export type FulfilmentRow = Selectable<DB['fulfilment']>

export type PaymentRow = Selectable<DB['liquidity_payment']>

export type WithdrawalRow = Selectable<DB['operational_withdrawal']>

export type ReviewRow = Selectable<DB['review']>

export type QuestionRow = Selectable<DB['review_question']>
