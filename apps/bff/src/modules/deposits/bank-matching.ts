import { isSameName, judgeDeposit } from '@corridor/domain'
import {
  claimOf,
  findClaims,
  findTargets,
  findWaiting,
  type Funding,
  type Landing,
  type Match,
  type Target,
  type Waiting,
} from './bank-matching-store.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { referencesIn } from './bank-reference.ts'

export type { Match } from './bank-matching-store.ts'

/** With the transfers whose state it rests on: when one of them changes it may be another. */
export type Matching = { match: Match | undefined; among: readonly string[] }

/**
 * Whose money each is: that of the reference that the payer wrote, or of the customer on whose
 * account it landed; there an amount that one transfer waits for is taken to be meant for it where its
 * payer sent it, and is doubtful where somebody else did.
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
    const fromPayer = here.filter(({ payer }) => isSameName(landing.sender_name, payer))
    const transferId = ofAmount(fromPayer, landing.amount)
    const isDoubtful = transferId === undefined && ofAmount(here, landing.amount) !== undefined
    return {
      match: {
        ...funding,
        ...(transferId === undefined ? {} : { transferId }),
        ...(isDoubtful ? { isDoubtful } : {}),
      },
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

/** Of several references the one that is waited for; where that is not clear, only the owner is. */
function meant(targets: readonly Target[]): Match | undefined {
  const waiting = targets.filter(({ status }) => status === 'PENDING')
  const [only, ...others] = waiting.length > 0 ? waiting : targets
  if (!only || others.length === 0) return only
  const { partnerId } = only
  return others.every((one) => one.partnerId === partnerId) ? { partnerId } : undefined
}

/**
 * The transfer that waits on this account for just this amount, the oldest first; or nearly. A wallet
 * has no name: money from another one than the payer's is doubtful.
 */
export async function findByAmount(
  tx: Tx,
  funding: Funding,
  { amount, currency, wallet }: Pick<Landing, 'amount' | 'currency'> & { wallet: string },
): Promise<Pick<Match, 'transferId' | 'isDoubtful'>> {
  const waiting = [...(await findWaiting(tx, [{ ...funding, currency }])).values()].flat()
  const isOther = (one: Waiting) =>
    one.wallet !== '' && wallet !== '' && one.wallet.toLowerCase() !== wallet.toLowerCase()
  const transferId = ofAmount(
    waiting.filter((one) => !isOther(one)),
    amount,
  )
  if (transferId !== undefined) return { transferId }
  return ofAmount(waiting, amount) === undefined ? {} : { isDoubtful: true }
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
