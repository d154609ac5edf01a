import { judgeDeposit } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { referencesIn } from './bank-reference.ts'

/** What a bank's entry says of where money went, and for what. */
export type Landing = {
  country_code: string
  routing_number: string
  account_number: string
  currency: string
  amount: bigint
  reference: string
}
/** Whose money it is; without a transfer it waits for a decision. */
export type Match = {
  partnerId: string
  transferId?: string
  fundingAccountId?: string
}
type Target = Match & { status: string }
type Funding = { partnerId: string; fundingAccountId: string }

/**
 * Whose money this is: that of the reference that the payer wrote, or of the customer on whose
 * account it landed; there an amount that one transfer waits for is taken to be meant for it.
 */
export async function matchLanding(
  tx: Tx,
  { jurisdictions }: Pick<Deps, 'jurisdictions'>,
  landing: Landing,
): Promise<Match | undefined> {
  const place = jurisdictions.all.find(({ countryCode }) => countryCode === landing.country_code)
  const [funding, targets] = await Promise.all([
    place && findFunding(tx, place.id, landing),
    findTargets(tx, landing.reference),
  ])
  const named = meant(
    funding ? targets.filter((one) => one.partnerId === funding.partnerId) : targets,
  )
  if (!funding) return named
  const transferId = named?.transferId ?? (await findByAmount(tx, funding, landing))
  return { ...funding, ...(transferId === undefined ? {} : { transferId }) }
}

/** The claim is written as routing number and account number (accounts/funding-opening.ts). */
const findFunding = (
  tx: Tx,
  jurisdictionId: string,
  { routing_number, account_number }: Landing,
): Promise<Funding | undefined> =>
  tx
    .selectFrom('funding_deposit_claim')
    .select(['partner_id as partnerId', 'funding_account_id as fundingAccountId'])
    .where('jurisdiction_id', '=', jurisdictionId)
    .where('deposit_key', '=', `${routing_number}/${account_number}`)
    .executeTakeFirst()

async function findTargets(tx: Tx, text: string): Promise<Target[]> {
  const references = referencesIn(text)
  if (references.length === 0) return []
  const rows = await tx
    .selectFrom('deposit_target as d')
    .innerJoin('transfer as t', (join) =>
      join.onRef('t.partner_id', '=', 'd.partner_id').onRef('t.id', '=', 'd.transfer_id'),
    )
    .select(['d.partner_id', 'd.transfer_id', 'd.funding_account_id', 't.status'])
    .where(
      'd.key',
      'in',
      references.map((one) => `bank:${one}`),
    )
    .execute()
  return rows.map(({ partner_id, transfer_id, funding_account_id, status }) => ({
    partnerId: partner_id,
    ...(transfer_id === null ? {} : { transferId: transfer_id }),
    ...(funding_account_id === null ? {} : { fundingAccountId: funding_account_id }),
    status,
  }))
}

/** Of several references the one that is waited for; where that is not clear, only the owner is. */
function meant(targets: readonly Target[]): Match | undefined {
  const waiting = targets.filter(({ status }) => status === 'PENDING')
  const [only, ...others] = waiting.length > 0 ? waiting : targets
  if (!only || others.length === 0) return only
  const { partnerId } = only
  return others.every((one) => one.partnerId === partnerId) ? { partnerId } : undefined
}

/** The transfer that waits on this account for just this amount, the oldest first; or nearly. */
export async function findByAmount(
  tx: Tx,
  { partnerId, fundingAccountId }: Funding,
  { amount, currency }: Pick<Landing, 'amount' | 'currency'>,
): Promise<string | undefined> {
  const waiting = await tx
    .selectFrom('transfer')
    .select(['id', 'amount_in', 'received'])
    .where('partner_id', '=', partnerId)
    .where('funding_account_id', '=', fundingAccountId)
    .where('status', '=', 'PENDING')
    .where('currency_in', '=', currency)
    .orderBy('created_at')
    .execute()
  const judged = waiting.map(({ id, amount_in, received }) => ({
    id,
    judgement: judgeDeposit(amount_in, received + amount),
  }))
  const exact = judged.find(({ judgement }) => judgement === 'EXACT')
  const near = judged.filter(({ judgement }) => judgement === 'NEAR')
  return exact?.id ?? (near.length === 1 ? near[0]?.id : undefined)
}
