import { uuidOf } from '../../../db/no-id.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../api/request/caller.ts'
import { batchedCall, batchedRead } from '../../../db/batch.ts'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import { sendTogether } from '../../../db/send-together.ts'
import type { BankCutOff } from '../../../outside/bank/profile-store.ts'
import type { CoverRow } from '../../../records/ledger/cover-store.ts'
import {
  type CustomerUse,
  customerUse,
  type CustomerUseJson,
  readUse,
} from '../../../records/transfers/customer-limit.ts'
import { claimedUse } from '../../../records/transfers/claimed-wallets.ts'
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
  | 'latin_name'
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
  | 'proof'
  | 'nickname'
> & {
  created_at: string
  last_used_at: string | null
  /** What a claimed wallet has moved within 30 days, in millionths of a dollar. */
  claimed_use: string | null
}
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
  /** Until when the service's banks take orders. */
  cutOffs: BankCutOff[]
}

/** What is the partner's, and is read once for all that are quoted together. */
type OfPartner = Pick<SimulateFacts, 'settings' | 'usedToday' | 'cover' | 'cutOffs'>
type OfParties = Omit<SimulateFacts, keyof OfPartner>

type Row = Omit<OfParties, 'earlier' | 'customer'> & {
  customer: CustomerUseJson
  earlier: EarlierJson | null
}
type EarlierJson = Pick<Earlier, 'id' | 'kind' | 'status'> & {
  hash: string
  valid_until: string
  started_at: string | null
}

/** Everything that simulate looks up: of many quotes of one partner in two statements. */
export async function lookUp(
  tx: Tx,
  { partnerId }: Pick<Caller, 'partnerId'>,
  input: SimulateInput,
): Promise<SimulateFacts> {
  const { parties, partner } = await sendTogether({
    parties: ofParties(tx, { partnerId, input }),
    partner: ofPartner(tx, partnerId),
  })
  return { ...parties, ...partner }
}

const ofPartner = batchedRead<string, OfPartner>(
  (partnerId) => partnerId,
  async (tx, partnerIds) => {
    const { rows } = await sql<PartnerRow>`
      select (select settings from partner where id = g.id) as settings,
        (select coalesce(jsonb_agg(jsonb_build_object('asset', c.asset,
          'available', c.available::text, 'order_cost', c.order_cost::text)), '[]')
          from treasury_cover c) as cover,
        (select coalesce(jsonb_agg(b), '[]') from bank_cut_off b) as "cutOffs",
        coalesce((select sum(used) from daily_usage where partner_id = g.id
          and day = (${serviceNow} at time zone 'UTC')::date), 0)::text as "usedToday"
      from unnest(${partnerIds}::uuid[]) with ordinality as g (id, place)
      order by g.place`.execute(tx)
    return rows.map(({ settings, cover, cutOffs, usedToday }) => ({
      settings,
      cutOffs,
      usedToday: BigInt(usedToday),
      cover: cover.map(({ asset, available, order_cost }) => ({
        asset,
        available: BigInt(available),
        order_cost: BigInt(order_cost),
      })),
    }))
  },
)
type PartnerRow = {
  settings: unknown
  cover: Record<'asset' | 'available' | 'order_cost', string>[]
  cutOffs: BankCutOff[]
  usedToday: string
}

const entity = (id: RawBuilder<unknown>) => sql`(
  select to_jsonb(e) from (
    select id, type, first_name, last_name, business_name, latin_name, email, nationality,
      date_of_birth, business, kyc_status, kyc_missing
    from entity where partner_id = g.partner and id = ${id}) e)`

const account = (id: RawBuilder<unknown>) => sql`(
  select to_jsonb(a) from (
    select partner_id, id, entity_id, kind, ownership, status, jurisdiction_id, rails, holder,
      account, wallet, verification, proof, nickname, created_at, last_used_at,
      ${claimedUse('a')} as claimed_use
    from external_account a
    where partner_id = g.partner and id = ${id} and status <> 'DELETED') a)`

const approved = (entityId: RawBuilder<unknown>) => sql`array(
    select jurisdiction_id from approved_at(clock.at)
    where partner_id = g.partner and entity_id = ${entityId})`

type IdName = `${'from' | 'to'}${'Entity' | 'Account'}Id`

const ofParties = batchedCall<{ partnerId: string; input: SimulateInput }, OfParties>(
  async (tx, asked) => {
    const ids = (prefix: 'ent' | 'acc' | 'fund', name: IdName) =>
      asked.map(({ input }) => uuidOf(prefix, input[name]))
    const { rows } = await sql<Row>`
      with clock as materialized (select service_now() as at)
      select clock.at,
        ${entity(sql`g.payer`)} as "fromEntity",
        ${entity(sql`g.payee`)} as "toEntity",
        ${account(sql`g.source`)} as "fromAccount",
        ${account(sql`g.target`)} as "toAccount",
        (select to_jsonb(f) from (
          select id, entity_id, status, jurisdiction_id, deposit_info from funding_account
          where partner_id = g.partner and id = g.funding) f
        ) as "funding",
        (select to_jsonb(t) from (
          select t.id, t.kind, t.status, encode(t.request_hash, 'hex') as hash, t.valid_until,
            t.started_at
          from transfer t where t.partner_id = g.partner and t.id = (
            -- Not joined: the transfer is looked up by its id, however few were counted last.
            select c.transfer_id from transaction_claim c
            where c.partner_id = g.partner and c.transaction_id = g.transaction)) t
        ) as "earlier",
        ${approved(sql`g.payer`)} as "fromApproved",
        ${approved(sql`g.payee`)} as "toApproved",
        ${customerUse(sql`g.partner`, sql`g.payer`)} as customer
      from clock, unnest(${asked.map(({ partnerId }) => partnerId)}::uuid[],
        ${ids('ent', 'fromEntityId')}::uuid[], ${ids('ent', 'toEntityId')}::uuid[],
        ${ids('acc', 'fromAccountId')}::uuid[], ${ids('acc', 'toAccountId')}::uuid[],
        ${ids('fund', 'fromAccountId')}::uuid[],
        ${asked.map(({ input }) => input.transactionId)}::text[]) with ordinality
        as g (partner, payer, payee, source, target, funding, transaction, place)
      order by g.place`.execute(tx)
    return rows.map((row) => ({
      ...row,
      customer: readUse(row.customer),
      earlier: earlierOf(row),
    }))
  },
)

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
