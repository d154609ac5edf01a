import { judgeDeposit } from '@corridor/domain'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { referencesIn } from './bank-reference.ts'

/** What a bank's entry says of where money went, and for what. */
export type Landing = {
  country_code: string
  routing_number: string
  account_number: string
  currency: string
  amount: bigint
  reference: string
  /** The account that the operator gave it to, whatever the entry says. */
  assigned_partner_id?: string | null
  assigned_funding_id?: string | null
}
/** Whose money it is; without a transfer it waits for a decision. */
export type Match = {
  partnerId: string
  transferId?: string
  fundingAccountId?: string
}
/** With the transfers whose state it rests on: when one of them changes it may be another. */
export type Matching = { match: Match | undefined; among: readonly string[] }

type Target = Match & { status: string }
type Funding = { partnerId: string; fundingAccountId: string }
type Waiting = { id: string; amount_in: bigint; received: bigint }

/**
 * Whose money each is: that of the reference that the payer wrote, or of the customer on whose
 * account it landed; there an amount that one transfer waits for is taken to be meant for it.
 */
export async function matchLandings(
  tx: Tx,
  { jurisdictions }: Pick<Deps, 'jurisdictions'>,
  landings: readonly Landing[],
): Promise<Matching[]> {
  const places = new Map(jurisdictions.all.map((one) => [one.countryCode, one.id]))
  const references = landings.map(({ reference }) => referencesIn(reference))
  const [claims, targets] = await Promise.all([
    findClaims(tx, landings, places),
    findTargets(tx, [...new Set(references.flat())]),
  ])
  const found = landings.map((landing, at) => {
    const funding = assignedTo(landing) ?? claims.get(claimOf(landing, places))
    const named = (references[at] ?? []).flatMap((reference) => targets.get(reference) ?? [])
    const own = funding ? named.filter((one) => one.partnerId === funding.partnerId) : named
    return { landing, funding, own, meant: meant(own) }
  })
  const asking = found.flatMap(({ landing, funding, meant: named }) =>
    funding && named?.transferId === undefined ? [{ ...funding, currency: landing.currency }] : [],
  )
  const waiting = await findWaiting(tx, asking)
  return found.map(({ landing, funding, own, meant: named }) => {
    const among = own.flatMap(({ transferId }) => transferId ?? [])
    if (!funding || named?.transferId !== undefined)
      return { match: funding ? { ...funding, ...transferOf(named) } : named, among }
    const here = waiting.get(`${funding.fundingAccountId}/${landing.currency}`) ?? []
    const transferId = ofAmount(here, landing.amount)
    return {
      match: { ...funding, ...(transferId === undefined ? {} : { transferId }) },
      among: [...among, ...here.map(({ id }) => id)],
    }
  })
}

/** As `matchLandings`, of one. */
export async function matchLanding(
  tx: Tx,
  deps: Pick<Deps, 'jurisdictions'>,
  landing: Landing,
): Promise<Match | undefined> {
  const [only] = await matchLandings(tx, deps, [landing])
  return only?.match
}

const transferOf = (match: Match | undefined) =>
  match?.transferId === undefined ? {} : { transferId: match.transferId }

const assignedTo = ({
  assigned_partner_id: partnerId,
  assigned_funding_id: fundingAccountId,
}: Landing): Funding | undefined =>
  partnerId && fundingAccountId ? { partnerId, fundingAccountId } : undefined

type Places = ReadonlyMap<string | undefined, string>

/** The claim is written as routing number and account number (accounts/funding-opening.ts). */
const keyOf = ({ routing_number, account_number }: Landing) => `${routing_number}/${account_number}`
const claimOf = (landing: Landing, places: Places) =>
  `${places.get(landing.country_code) ?? ''} ${keyOf(landing)}`

async function findClaims(
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

async function findTargets(tx: Tx, references: readonly string[]): Promise<Map<string, Target[]>> {
  if (references.length === 0) return new Map()
  const { rows } = await sql<{
    key: string
    partner_id: string
    transfer_id: string | null
    funding_account_id: string | null
    status: string
  }>`
    select d.key, d.partner_id, d.transfer_id, d.funding_account_id, t.status
    from unnest(${references.map((one) => `bank:${one}`)}::text[]) as a (key)
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
  return new Map([...byKey].map(([key, ones]) => [key, ones.map(([, target]) => target)]))
}

/** Of several references the one that is waited for; where that is not clear, only the owner is. */
function meant(targets: readonly Target[]): Match | undefined {
  const waiting = targets.filter(({ status }) => status === 'PENDING')
  const [only, ...others] = waiting.length > 0 ? waiting : targets
  if (!only || others.length === 0) return only
  const { partnerId } = only
  return others.every((one) => one.partnerId === partnerId) ? { partnerId } : undefined
}

/** The transfers that wait on funding accounts for a currency, the oldest first. */
async function findWaiting(
  tx: Tx,
  asked: readonly (Funding & { currency: string })[],
): Promise<Map<string, Waiting[]>> {
  if (asked.length === 0) return new Map()
  const of = (name: keyof (typeof asked)[number]) => asked.map((one) => one[name])
  const { rows } = await sql<Waiting & { place: string }>`
    select t.id, t.amount_in, t.received, t.funding_account_id || '/' || t.currency_in as place
    from (select distinct * from unnest(${of('partnerId')}::uuid[],
      ${of('fundingAccountId')}::uuid[], ${of('currency')}::text[])) as a (partner, funding, currency)
    join transfer t on t.partner_id = a.partner and t.funding_account_id = a.funding
      and t.currency_in = a.currency and t.status = 'PENDING'
    order by t.created_at`.execute(tx)
  return Map.groupBy(rows, ({ place }) => place)
}

/** The transfer that waits on this account for just this amount, the oldest first; or nearly. */
export async function findByAmount(
  tx: Tx,
  funding: Funding,
  { amount, currency }: Pick<Landing, 'amount' | 'currency'>,
): Promise<string | undefined> {
  const waiting = await findWaiting(tx, [{ ...funding, currency }])
  return ofAmount([...waiting.values()].flat(), amount)
}

function ofAmount(waiting: readonly Waiting[], amount: bigint): string | undefined {
  const judged = waiting.map(({ id, amount_in, received }) => ({
    id,
    judgement: judgeDeposit(amount_in, received + amount),
  }))
  const exact = judged.find(({ judgement }) => judgement === 'EXACT')
  const near = judged.filter(({ judgement }) => judgement === 'NEAR')
  return exact?.id ?? (near.length === 1 ? near[0]?.id : undefined)
}
