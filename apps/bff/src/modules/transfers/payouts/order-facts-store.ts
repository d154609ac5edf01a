import { sql } from 'kysely'
import { batchedCall } from '../../../db/batch.ts'
import { inPlace } from '../../../db/record-keys.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'
import { everyAsset } from '../../../records/ledger/halts.ts'
import { isUnverified } from '../../../records/transfers/pausing.ts'

export type OrderAsked = { transfer: TransferRow; accountId: string | null; asset: string }
export type OrderFacts = {
  /**
   * Of the account that is to be paid; '' where it is gone, null where none is named, STOPPED where its
   * number was stopped, by whichever partner: until the operator has decided.
   */
  account: string | null
  /** Whose account it is. */
  owner: string | null
  isHalted: boolean
  /** The verification of a side is over, or paused. */
  isUnverified: boolean
}

/** What an order depends on. The account stays as it is until the transaction ends. */
export const readOrderFacts = batchedCall<OrderAsked, OrderFacts>(async (tx, asked) => {
  const given = asked.map(({ transfer, accountId, asset }, place) => ({
    place,
    partner: transfer.partner_id,
    transfer: transfer.id,
    account: accountId,
    asset,
  }))
  const { rows } = await sql<OrderFacts & { place: number }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as g (place int, partner uuid, transfer uuid, account uuid, asset text)
      order by g.account
    )
    select g.place, h.entity_id as owner,
      case when g.account is null then null when is_number_stopped(h.number_hash) then 'STOPPED'
        else coalesce(h.status, '') end as account,
      exists (select from payout_halt p where p.asset in (g.asset, ${everyAsset}))
        -- Money that no statement of the bank has is not passed on.
        or exists (select from deposit d
          join bank_break b on b.payment_id = d.bank_entry and b.resolved_at is null
          where d.partner_id = g.partner and d.transfer_id = g.transfer) as "isHalted",
      exists (select from transfer t where t.partner_id = g.partner and t.id = g.transfer
        and ${isUnverified}) as "isUnverified"
    from given g left join lateral (
      select a.status, a.entity_id, a.number_hash from external_account a
      where a.partner_id = g.partner and a.id = g.account for share
    ) h on true`.execute(tx)
  return inPlace(asked, rows).map((row) => {
    if (!row) throw new Error('an order that was asked about has no facts')
    return row
  })
})
