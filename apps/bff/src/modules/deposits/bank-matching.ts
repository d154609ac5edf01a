import { isSameName, judgeDeposit } from '@corridor/domain'
import {
  claimOf,
  findClaims,
  findPayerAccounts,
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
import { openAccount } from '../accounts/external/secrets.ts'
import { referencesIn } from './bank-reference.ts'

export type { Match } from './bank-matching-store.ts'

type MatchingParts = Pick<Deps, 'jurisdictions' | 'kek'>

/** With the transfers whose state it rests on: when one of them changes it may be another. */
export type Matching = { match: Match | undefined; among: readonly string[] }

/**
 * Whose money each is: that of the reference that the payer wrote, or of the customer on whose
 * account it landed; there an amount that one transfer waits for is taken to be meant for it where its
 * payer sent it, by account or by name, and is doubtful where somebody else did.
 */
export async function matchLandings(
  tx: Tx,
  { jurisdictions, kek }: MatchingParts,
  landings: readonly Landing[],
): Promise<Matching[]> {
  const places = new Map(
    jurisdictions.all.map((jurisdiction) => [jurisdiction.countryCode, jurisdiction.id]),
  )
  const references = landings.map(({ reference }) => referencesIn(reference))
  const [claims, targets] = await Promise.all([
    findClaims(tx, landings, places),
    findTargets(tx, [...new Set(references.flat())]),
  ])
  const found = landings.map((landing, at) => {
    const funding = assignedTo(landing) ?? claims.get(claimOf(landing, places))
    const named = (references[at] ?? []).flatMap((reference) => targets.get(reference) ?? [])
    const own = funding ? named.filter((item) => item.partnerId === funding.partnerId) : named
    return { landing, funding, own, meant: meant(own) }
  })
  const asking = found.flatMap(({ landing, funding, meant: named }) =>
    funding && named?.transferId === undefined ? [{ ...funding, currency: landing.currency }] : [],
  )
  const waiting = await findWaiting(tx, asking)
  return Promise.all(
    found.map(async ({ landing, funding, own, meant: named }) => {
      const among = own.flatMap(({ transferId }) => transferId ?? [])
      if (!funding || named?.transferId !== undefined)
        return { match: funding ? { ...funding, ...transferOf(named) } : named, among }
      const here = waiting.get(`${funding.fundingAccountId}/${landing.currency}`) ?? []
      const byAmount = await byPayer(here, landing.amount, (items) =>
        paidBy(tx, { kek }, funding.partnerId, items, landing),
      )
      return { match: { ...funding, ...byAmount }, among: [...among, ...here.map(({ id }) => id)] }
    }),
  )
}

/** What is sent to a transfer by its amount alone is doubtful; `ofPayer` gives those whose payer sent it. */
async function byPayer(
  here: readonly Waiting[],
  amount: bigint,
  ofPayer: (here: readonly Waiting[]) => Promise<readonly Waiting[]>,
): Promise<Pick<Match, 'transferId' | 'isDoubtful'>> {
  // Whoever sent another amount is not asked for.
  if (here.every((item) => ofAmount([item], amount) === undefined)) return {}
  const transferId = ofAmount(await ofPayer(here), amount)
  if (transferId !== undefined) return { transferId }
  return ofAmount(here, amount) === undefined ? {} : { isDoubtful: true }
}

/** By the account that the bank reports, whatever name it gives, or by the name. */
async function paidBy(
  tx: Tx,
  { kek }: Pick<Deps, 'kek'>,
  partnerId: string,
  here: readonly Waiting[],
  { sender_name, ultimate_sender, sender_account: sender }: Landing,
): Promise<readonly Waiting[]> {
  // Who passes it on for somebody else is known by no account of the payer's.
  const name = ultimate_sender || sender_name
  const others = here.filter(({ payer }) => !isSameName(name, payer))
  if (ultimate_sender !== '') return here.filter((item) => !others.includes(item))
  const accounts = plain(sender) === '' ? [] : await findPayerAccounts(tx, others, partnerId)
  const known = new Set(
    accounts.flatMap((account) => {
      if (account.sealed_account === null) return []
      const { accountNumber, bankIban } = openAccount(kek, account, account.sealed_account)
      const isSender = [accountNumber, bankIban].some((own) => plain(own) === plain(sender))
      return isSender ? [account.transfer_id] : []
    }),
  )
  return here.filter((item) => !others.includes(item) || known.has(item.id))
}

/** Numbers are written with spaces and hyphens, in either case. */
const plain = (text: string): string => text.replaceAll(/\W/g, '').toUpperCase()

/** As `matchLandings`, of one. */
export async function matchLanding(tx: Tx, deps: MatchingParts, landing: Landing) {
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
  return others.every((other) => other.partnerId === partnerId) ? { partnerId } : undefined
}

/**
 * The transfer that waits on this account for just this amount, the oldest first; or nearly. A wallet
 * has no name: money is the payer's where it comes from the wallet that the transfer names or from one
 * of the customer's own, and doubtful from any other. `wallet` undefined stands for the payer's.
 */
export async function findByAmount(
  tx: Tx,
  funding: Funding,
  {
    amount,
    currency,
    wallet,
  }: Pick<Landing, 'amount' | 'currency'> & {
    wallet: string | undefined
  },
): Promise<Pick<Match, 'transferId' | 'isDoubtful'>> {
  const waiting = [...(await findWaiting(tx, [{ ...funding, currency }])).values()].flat()
  return byPayer(waiting, amount, async (here) => {
    if (wallet === undefined) return here
    const sender = wallet.toLowerCase()
    const accounts = await findPayerAccounts(tx, here, funding.partnerId)
    const own = accounts.filter(({ address }) => address === sender)
    const known = new Set(own.map(({ transfer_id }) => transfer_id))
    return here.filter((item) => item.wallet.toLowerCase() === sender || known.has(item.id))
  })
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
