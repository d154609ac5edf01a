import { uuidOf } from '../../../db/no-id.ts'
import { sql } from 'kysely'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import type { CoverRow } from '../../../records/ledger/cover-store.ts'
import {
  type CustomerUse,
  customerUse,
  type CustomerUseJson,
  readUse,
} from '../../../records/transfers/customer-limit.ts'
import type { SimulateInput } from './simulate-input.ts'
import type { Earlier } from './transaction-id.ts'
import type { EntityRow, ExternalAccountRow, FundingRow } from '../../../db/schema/rows.ts'

export type PartyEntity = Pick<
  EntityRow,
  | 'id'
  | 'type'
  | 'first_name'
  | 'last_name'
  | 'business_name'
  | 'email'
  | 'nationality'
  | 'date_of_birth'
  | 'business'
  | 'kyc_status'
  | 'kyc_missing'
>
export type PartyAccount = Pick<
  ExternalAccountRow,
  | 'partner_id'
  | 'id'
  | 'entity_id'
  | 'kind'
  | 'ownership'
  | 'status'
  | 'jurisdiction_id'
  | 'rails'
  | 'holder'
  | 'account'
  | 'wallet'
  | 'verification'
  | 'nickname'
> & { created_at: string; last_used_at: string | null }
export type PartyFunding = Pick<
  FundingRow,
  'id' | 'entity_id' | 'status' | 'jurisdiction_id' | 'deposit_info'
>

/** Everything that simulate looks up, as of one moment. */
export type SimulateFacts = {
  at: Date
  fromEntity: PartyEntity | null
  toEntity: PartyEntity | null
  fromAccount: PartyAccount | null
  toAccount: PartyAccount | null
  /** Where `fromAccountId` is a `fund_` id. */
  funding: PartyFunding | null
  earlier: Earlier | undefined
  /** Jurisdictions that each side is approved in. */
  fromApproved: string[]
  toApproved: string[]
  settings: unknown
  /** What the payer's transfers were worth. */
  customer: CustomerUse
  /** Worth of today's executed transfers in millionths of a dollar. */
  usedToday: bigint
  /** What the treasury can pay out, as it was counted last. */
  cover: Pick<CoverRow, 'asset' | 'available' | 'order_cost'>[]
}

type Row = Omit<SimulateFacts, 'earlier' | 'usedToday' | 'customer' | 'cover'> & {
  cover: Record<'asset' | 'available' | 'order_cost', string>[]
  customer: CustomerUseJson
  earlier: EarlierJson | null
  usedToday: string
}
type EarlierJson = Pick<Earlier, 'id' | 'kind' | 'status'> & {
  hash: string
  valid_until: string
  started_at: string | null
}

const entity = (partnerId: string, id: string) => sql`(
  select to_jsonb(e) from (
    select id, type, first_name, last_name, business_name, email, nationality, date_of_birth,
      business, kyc_status, kyc_missing
    from entity where partner_id = ${partnerId} and id = ${id}) e)`

const account = (partnerId: string, id: string) => sql`(
  select to_jsonb(a) from (
    select partner_id, id, entity_id, kind, ownership, status, jurisdiction_id, rails, holder,
      account, wallet, verification, nickname, created_at, last_used_at
    from external_account
    where partner_id = ${partnerId} and id = ${id} and status <> 'DELETED') a)`

const approved = (partnerId: string, entityId: string) => sql`array(
    select jurisdiction_id from approved_at(clock.at)
    where partner_id = ${partnerId} and entity_id = ${entityId})`

/** One statement, because every quote asks for all of it. */
export async function lookUp(
  tx: Tx,
  { partnerId }: Pick<Caller, 'partnerId'>,
  input: SimulateInput,
): Promise<SimulateFacts> {
  const [from, to] = [uuidOf('ent', input.fromEntityId), uuidOf('ent', input.toEntityId)]
  const { rows } = await sql<Row>`
    with clock as materialized (select service_now() as at)
    select clock.at,
      ${entity(partnerId, from)} as "fromEntity",
      ${entity(partnerId, to)} as "toEntity",
      ${account(partnerId, uuidOf('acc', input.fromAccountId))} as "fromAccount",
      ${account(partnerId, uuidOf('acc', input.toAccountId))} as "toAccount",
      (select to_jsonb(f) from (
        select id, entity_id, status, jurisdiction_id, deposit_info from funding_account
        where partner_id = ${partnerId} and id = ${uuidOf('fund', input.fromAccountId)}) f
      ) as "funding",
      (select to_jsonb(t) from (
        select t.id, t.kind, t.status, encode(t.request_hash, 'hex') as hash, t.valid_until,
          t.started_at
        from transaction_claim c
        join transfer t on t.partner_id = c.partner_id and t.id = c.transfer_id
        where c.partner_id = ${partnerId} and c.transaction_id = ${input.transactionId}) t
      ) as "earlier",
      ${approved(partnerId, from)} as "fromApproved",
      ${approved(partnerId, to)} as "toApproved",
      (select settings from partner where id = ${partnerId}) as settings,
      ${customerUse(partnerId, from)} as customer,
      (select coalesce(jsonb_agg(jsonb_build_object('asset', c.asset,
        'available', c.available::text, 'order_cost', c.order_cost::text)), '[]')
        from treasury_cover c) as cover,
      coalesce((select sum(used) from daily_usage where partner_id = ${partnerId}
        and day = (clock.at at time zone 'UTC')::date), 0)::text as "usedToday"
    from clock`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a statement without a table gave no row')
  return {
    ...row,
    customer: readUse(row.customer),
    usedToday: BigInt(row.usedToday),
    cover: row.cover.map(({ asset, available, order_cost }) => ({
      asset,
      available: BigInt(available),
      order_cost: BigInt(order_cost),
    })),
    earlier: earlierOf(row),
  }
}

function earlierOf({ earlier, at }: Row): Earlier | undefined {
  if (earlier === null) return undefined
  const { hash, valid_until, started_at, ...rest } = earlier
  return {
    ...rest,
    request_hash: Buffer.from(hash, 'hex'),
    valid_until: new Date(valid_until),
    started_at: started_at === null ? null : new Date(started_at),
    read_at: at,
  }
}
