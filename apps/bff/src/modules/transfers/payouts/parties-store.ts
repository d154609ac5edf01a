import type { PostalMembers } from '@corridor/domain'
import { sql } from 'kysely'
import { batchedCall } from '../../../db/batch.ts'
import { inPlace } from '../../../db/record-keys.ts'
import type { EntityRow, TransferRow } from '../../../db/schema/rows.ts'
import type { Sender } from '../../../records/deposits/sender.ts'

type Customer = Pick<
  EntityRow,
  | 'id'
  | 'type'
  | 'first_name'
  | 'last_name'
  | 'business_name'
  | 'latin_name'
  | 'nationality'
  | 'date_of_birth'
> & {
  incorporation: string | null
  registration: string | null
  lei: string | null
  permanent_address: Record<string, string> | null
}
export type NamedAccount = {
  id: string
  name: string | null
  /** In Latin letters, where the name is in another script. */
  latinName: string | null
  address: string | null
  ownership: string
  /** Whether its holder is an individual or a business. */
  holderType: string | null
  /** Where its holder lives, as far as it was asked for. */
  holderAddress: PostalMembers | null
  /** Its members, numbers masked. */
  account: Record<string, unknown> | null
}
export type SenderFacts = Partial<Sender>
/** Everybody whom a transfer is about, as they are now. */
export type TransferParties = {
  customers: Customer[]
  /** The accounts on both sides. */
  accounts: NamedAccount[]
  /** Who paid, of each deposit; of a refund also those of the first transfer. */
  senders: SenderFacts[]
}

export const readParties = batchedCall<TransferRow, TransferParties>(async (tx, transfers) => {
  const given = transfers.map((row, place) => ({
    place,
    partner: row.partner_id,
    transfer: row.id,
    first: row.refund_of,
    entities: [row.from_entity_id, row.to_entity_id],
    accounts: [row.from_account_id, row.to_account_id],
  }))
  const { rows } = await sql<TransferParties & { place: number }>`
    select g.place,
      coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'type', e.type, 'first_name', e.first_name,
          'last_name', e.last_name, 'business_name', e.business_name, 'latin_name', e.latin_name,
          'nationality', e.nationality, 'date_of_birth', e.date_of_birth,
          'incorporation', e.business->>'incorporationCountry',
          'registration', e.business->>'registrationNumber', 'lei', e.business->>'lei',
          'permanent_address', e.permanent_address))
        from entity e where e.partner_id = g.partner and e.id = any(g.entities)), '[]') as customers,
      coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.holder->>'name',
          'latinName', a.holder->>'latinName', 'holderType', a.holder->>'type',
          'address', a.wallet->>'walletAddress', 'account', a.account,
          'ownership', a.ownership, 'holderAddress', a.holder->'address'))
        from external_account a
        where a.partner_id = g.partner and a.id = any(g.accounts)), '[]') as accounts,
      coalesce((select jsonb_agg(d.sender) from unnest(array[g.transfer, g.first]) as own (id)
        join deposit d on d.partner_id = g.partner and d.transfer_id = own.id
          and d.transfer_id is not null), '[]') as senders
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (place int, partner uuid,
      transfer uuid, first uuid, entities uuid[], accounts uuid[])`.execute(tx)
  return inPlace(transfers, rows).map((row) => row ?? { customers: [], accounts: [], senders: [] })
})
