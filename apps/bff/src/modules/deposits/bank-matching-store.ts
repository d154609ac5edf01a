import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { EntityRow, ExternalAccountRow } from '../../db/schema/rows.ts'

/** What a bank's entry says of where money went, and for what. */
export type Landing = {
  country_code: string
  routing_number: string
  account_number: string
  currency: string
  amount: bigint
  reference: string
  sender_name: string
  ultimate_sender: string
  sender_account: string
  /** The account that the operator gave it to, whatever the entry says. */
  assigned_partner_id?: string | null
  assigned_funding_id?: string | null
}
/** Whose money it is; without a transfer it waits for a decision. */
export type Match = {
  partnerId: string
  transferId?: string
  fundingAccountId?: string
  /** Its amount is that of a transfer, whose payer did not send it. */
  isDoubtful?: boolean
}
export type Target = Match & { status: string }
export type Funding = { partnerId: string; fundingAccountId: string }
export type Waiting = {
  id: string
  amount_in: bigint
  received: bigint
  /** Who is to pay it. */
  payer: string
  /** From where, on a chain; '' where that is not known. */
  wallet: string
  entity_id: string
  account_id: string
}
/** An account from which a payer pays. */
export type PayerAccount = Pick<ExternalAccountRow, 'partner_id' | 'id' | 'sealed_account'> & {
  transfer_id: string
  /** In lower case; '' for an account at a bank. */
  address: string
}

type Places = ReadonlyMap<string | undefined, string>

type OwnerNames = Pick<EntityRow, 'first_name' | 'last_name' | 'business_name' | 'latin_name'>

/** Names of the customers whose money it is, in the order given; nobody's where no customer is known. */
export async function findOwners(
  tx: Tx,
  matches: readonly (Match | undefined)[],
): Promise<(OwnerNames | undefined)[]> {
  const given = matches.map((match, place) => ({ place, ...match }))
  const { rows } = await sql<OwnerNames & { place: number }>`
    select g.place, e.first_name, e.last_name, e.business_name, e.latin_name
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (place int, "partnerId" uuid,
      "transferId" uuid, "fundingAccountId" uuid)
    left join funding_account f on f.partner_id = g."partnerId" and f.id = g."fundingAccountId"
    left join transfer t on t.partner_id = g."partnerId" and t.id = g."transferId"
    join entity e on e.partner_id = g."partnerId"
      and e.id = coalesce(f.entity_id, t.from_entity_id)`.execute(tx)
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return matches.map((_, place) => byPlace.get(place))
}

/** The claim is written as routing number and account number (accounts/funding-opening.ts). */
const keyOf = ({ routing_number, account_number }: Landing) => `${routing_number}/${account_number}`
export const claimOf = (landing: Landing, places: Places) =>
  `${places.get(landing.country_code) ?? ''} ${keyOf(landing)}`

export async function findClaims(
  tx: Tx,
  landings: readonly Landing[],
  places: Places,
): Promise<Map<string, Funding>> {
  const asked = landings.filter(({ country_code }) => places.has(country_code))
  if (asked.length === 0) return new Map()
  const ids = asked.map(({ country_code }) => places.get(country_code) ?? '')
  const { rows } = await sql<Funding & { place: string; key: string }>`
    select c.partner_id as "partnerId", c.funding_account_id as "fundingAccountId",
      c.jurisdiction_id as place, c.deposit_key as key
    from (select distinct * from unnest(${ids}::text[], ${asked.map(keyOf)}::text[])) as a (place, key)
    join funding_deposit_claim c on c.jurisdiction_id = a.place and c.deposit_key = a.key`.execute(
    tx,
  )
  return new Map(
    rows.map(({ place, key, ...funding }): [string, Funding] => [`${place} ${key}`, funding]),
  )
}

export async function findTargets(
  tx: Tx,
  references: readonly string[],
): Promise<Map<string, Target[]>> {
  if (references.length === 0) return new Map()
  const { rows } = await sql<{
    key: string
    partner_id: string
    transfer_id: string | null
    funding_account_id: string | null
    status: string
  }>`
    select d.key, d.partner_id, d.transfer_id, d.funding_account_id, t.status
    from unnest(${references.map((reference) => `bank:${reference}`)}::text[]) as a (key)
    join deposit_target d on d.key = a.key
    join transfer t on t.partner_id = d.partner_id and t.id = d.transfer_id`.execute(tx)
  const targets = rows.map(
    ({ key, partner_id, transfer_id, funding_account_id, status }): [string, Target] => [
      key.slice('bank:'.length),
      {
        partnerId: partner_id,
        ...(transfer_id === null ? {} : { transferId: transfer_id }),
        ...(funding_account_id === null ? {} : { fundingAccountId: funding_account_id }),
        status,
      },
    ],
  )
  const byKey = Map.groupBy(targets, ([key]) => key)
  return new Map([...byKey].map(([key, items]) => [key, items.map(([, target]) => target)]))
}

/** The transfers that wait on funding accounts for a currency, the oldest first. */
export async function findWaiting(
  tx: Tx,
  asked: readonly (Funding & { currency: string })[],
): Promise<Map<string, Waiting[]>> {
  if (asked.length === 0) return new Map()
  const of = (name: keyof (typeof asked)[number]) => asked.map((item) => item[name])
  const { rows } = await sql<Waiting & { place: string }>`
    select t.id, t.amount_in, t.received, t.from_party->>'fullName' as payer,
      coalesce(t.from_party->'wallet'->>'walletAddress', '') as wallet,
      t.from_entity_id as entity_id, t.from_account_id as account_id,
      t.funding_account_id || '/' || t.currency_in as place
    from (select distinct * from unnest(${of('partnerId')}::uuid[],
      ${of('fundingAccountId')}::uuid[], ${of('currency')}::text[])) as a (partner, funding, currency)
    join transfer t on t.partner_id = a.partner and t.funding_account_id = a.funding
      and t.currency_in = a.currency and t.status = 'PENDING'
    order by t.created_at`.execute(tx)
  return Map.groupBy(rows, ({ place }) => place)
}

/** The accounts of the payers of these transfers: enabled ones that are proved to be theirs, and the one that is named. */
export async function findPayerAccounts(
  tx: Tx,
  transfers: readonly Pick<Waiting, 'id' | 'entity_id' | 'account_id'>[],
  partnerId: string,
): Promise<PayerAccount[]> {
  if (transfers.length === 0) return []
  const { rows } = await sql<PayerAccount>`
    select e.partner_id, e.id, e.sealed_account, w.transfer_id,
      lower(coalesce(e.wallet->>'walletAddress', '')) as address
    from unnest(${transfers.map(({ id }) => id)}::uuid[],
      ${transfers.map(({ entity_id }) => entity_id)}::uuid[],
      ${transfers.map(({ account_id }) => account_id)}::uuid[]) as w (transfer_id, entity, account)
    join external_account e on e.partner_id = ${partnerId} and e.status = 'ENABLED'
      and ((e.entity_id = w.entity and e.proof = 'PROVED') or e.id = w.account)`.execute(tx)
  return rows
}
