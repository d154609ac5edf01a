import { payeeName } from '@corridor/banks'
import {
  customerNames,
  fail,
  isUnprovedWallet,
  needsTown,
  ok,
  railName,
  type TwoNames,
  type WalletPayment,
} from '@corridor/domain'
import type { ErrorDetail } from '@corridor/contract'
import { detail } from '../../../api/request/refusal.ts'
import { quickest, railsIn, railsOut } from '../../../outside/jurisdictions/jurisdictions.ts'
import type { JurisdictionRecord, Rail } from '../../../ports/jurisdictions.ts'
import type { PartnerTerms } from '../../../records/partners/terms.ts'
import { unprovedWalletText } from '../../../records/transfers/claimed-wallets.ts'
import type { PartyAccount, SimulateFacts } from './simulate-facts-store.ts'
import type { SimulateInput } from './simulate-input.ts'
import type { Parties, Payee, Payer } from './simulate-parties.ts'

/** The rails of deposit and payout. */
export type Rails = { railIn: Rail; railOut: Rail }

const payerKinds = {
  country: ['BANK'],
  blockchain: ['WALLET', 'NON_CUSTODIAL_WALLET'],
} as const

/** Money comes from a bank account or a wallet; a funding account takes it on either. */
export function checkKinds({ from, to }: Parties, { payers }: Pick<PartnerTerms, 'payers'>) {
  const allowed: readonly string[] = payerKinds[from.jurisdiction.type]
  if (from.account && !allowed.includes(from.account.kind))
    return fail({
      code: 'ACCOUNT_TYPE_NOT_ALLOWED',
      details: [
        detail('fromAccountId', 'ACCOUNT_TYPE_NOT_ALLOWED', 'Nothing is paid in from here.', {
          allowed: [...allowed],
        }),
      ],
    })
  if (from.account?.ownership === 'THIRD_PARTY' && payers !== 'ANYBODY')
    return fail({
      code: 'ACCOUNT_TYPE_NOT_ALLOWED',
      details: [
        detail('fromAccountId', 'ACCOUNT_TYPE_NOT_ALLOWED', 'A payer pays from an own account.', {
          allowed: ['SELF'],
        }),
      ],
    })
  if (from.account?.id !== to.account.id) return ok(undefined)
  const text = 'Payer and payee are the same account.'
  return fail({ code: 'FIELD_INVALID', details: [detail('toAccountId', 'FIELD_INVALID', text)] })
}

/** The rails that were asked for, or the quickest; the refusal names those that there are. */
export function chooseRails({ from, to }: Parties, input: SimulateInput) {
  const known = railsOut(to.jurisdiction).filter(({ rail }) => to.account.rails.includes(rail))
  const ways = {
    depositAccountPreference: payInRails(from),
    rail: isPlaced(to) ? known : known.filter(({ rail }) => !needsTown(rail)),
  }
  const railIn = railOf(ways.depositAccountPreference, input.depositAccountPreference)
  const railOut = railOf(ways.rail, input.rail)
  if (railIn && railOut) return ok({ railIn, railOut })
  const isWithoutTown = railOf(known, input.rail) !== undefined
  const unknown = (path: keyof typeof ways) =>
    unavailable(
      path,
      path === 'rail' && isWithoutTown ? withoutTown : 'There is no such way here.',
      {
        allowed: ways[path].map(({ rail }) => rail),
      },
    )
  return fail([
    ...(railIn ? [] : [unknown('depositAccountPreference')]),
    ...(railOut ? [] : [unknown('rail')]),
  ])
}

const withoutTown =
  'Banks refuse an order on this rail without the town and country of the payee: add the account again with accountHolder.address.city and country.'

/** A customer's own address is known; a payee's is where it was asked for. */
function isPlaced({ account: { ownership, holder } }: Payee): boolean {
  const { address } = holder as { address?: { city?: string; country?: string } }
  return ownership === 'SELF' || (!!address?.city && !!address.country)
}

/** Those that both the payer's account and its jurisdiction know, where they know any together. */
function payInRails({ jurisdiction, account }: Payer): Rail[] {
  const all = railsIn(jurisdiction)
  const own = all.filter(({ rail }) => account?.rails.includes(rail))
  return own.length > 0 ? own : all
}

const railOf = (rails: readonly Rail[], wanted: string | undefined): Rail | undefined =>
  wanted === undefined ? quickest(rails) : rails.find(({ rail }) => rail === wanted)

/** Why nothing goes from here to there now, however much it is. */
export function closedEnds({ from, to }: Parties): ErrorDetail[] {
  const notReady =
    from.account && from.account.status !== 'ENABLED'
      ? 'This account is not enabled.'
      : from.funding && from.funding.status !== 'ACTIVE'
        ? 'This funding account is not active.'
        : undefined
  const paused = ({ jurisdiction }: { jurisdiction: JurisdictionRecord }) =>
    jurisdiction.status === 'PAUSED' ? `${jurisdiction.name} is paused.` : undefined
  const fromText = notReady ?? paused(from)
  const toText =
    to.account.status === 'ENABLED' ? (paused(to) ?? unnamed(to)) : 'This account is not enabled.'
  return [
    ...(fromText === undefined ? [] : [unavailable('fromAccountId', fromText)]),
    ...(toText === undefined ? [] : [unavailable('toAccountId', toText)]),
  ]
}

/** An account of earlier days, before names of banks' letters were asked for. */
function unnamed({ jurisdiction, account: { holder } }: Payee): string | undefined {
  const names = { name: '', ...(holder as Partial<TwoNames>) }
  if (jurisdiction.type !== 'country' || payeeName(railName(names)) !== '') return undefined
  return 'Banks take names in Latin letters: add the account again with accountHolder.latinName.'
}

/** A bank is to know whom it is paid for, too: whose name it cannot write is asked for it first. */
export function unnamedPayer({ from, to }: Parties): ErrorDetail[] {
  if (to.jurisdiction.type !== 'country' || payeeName(railName(customerNames(from.entity))) !== '')
    return []
  const text =
    'Banks take names in Latin letters, and the customer has none: add latinName to the customer.'
  return [unavailable('fromEntityId', text, { member: 'latinName' })]
}

export const unavailable = (path: string, message: string, more: object = {}): ErrorDetail =>
  detail(path, 'CORRIDOR_UNAVAILABLE', message, more)

/** Above a worth, a wallet of the customer's own neither pays nor is paid on a claim alone. */
export function checkWallets({ from, to }: Parties, of: WalletPayment) {
  const sides = [
    { path: 'fromAccountId', account: from.account },
    { path: 'toAccountId', account: to.account },
  ]
  const details = sides
    .filter(({ account }) => account && isUnprovedWallet(account, claimedUseOf(account), of))
    .map(({ path }) => unavailable(path, unprovedWalletText))
  return details.length === 0 ? ok(undefined) : fail({ code: 'CORRIDOR_UNAVAILABLE', details })
}

export const claimedUseOf = ({ claimed_use }: PartyAccount): bigint => BigInt(claimed_use ?? 0)

/**
 * Both customers are verified where they pay and are paid; where the payee's account belongs to a
 * third party, only the payer.
 */
export function checkVerified(
  { from, to }: Parties,
  { fromApproved, toApproved }: Pick<SimulateFacts, 'fromApproved' | 'toApproved'>,
) {
  const sides = [
    { path: 'fromEntityId', party: from, approved: fromApproved },
    ...(to.account.ownership === 'THIRD_PARTY'
      ? []
      : [{ path: 'toEntityId', party: to, approved: toApproved }]),
  ]
  const details = sides
    .filter(({ party, approved }) => !approved.includes(party.jurisdiction.id))
    .map(({ path, party: { entity, jurisdiction }, approved }) => {
      const code = approved.length > 0 ? 'CAPABILITY_MISSING' : 'KYC_REQUIRED'
      const text = `The customer is not verified for ${jurisdiction.name}.`
      return detail(path, code, text, {
        jurisdictionId: jurisdiction.id,
        kycStatus: entity.kyc_status,
        missing: entity.kyc_missing,
      })
    })
  if (details.length === 0) return ok(undefined)
  const isUnverified = details.some(({ code }) => code === 'KYC_REQUIRED')
  return fail({ code: isUnverified ? 'KYC_REQUIRED' : 'CAPABILITY_MISSING', details })
}
