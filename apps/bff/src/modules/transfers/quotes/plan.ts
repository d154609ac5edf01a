import {
  assetName,
  type CorridorKind,
  corridorKind,
  counterPartyRisk,
  fail,
  ok,
  type QuoteAmounts,
  rateText,
  statedRate,
  transferAcknowledgement,
} from '@corridor/domain'
import type { Failure } from '../../../api/request/refusal.ts'
import type { Deps } from '../../../ports/deps.ts'
import { amountsFor, exactAmount, priceFacts, type Pricing, priceOf } from './amounts.ts'
import {
  checkKinds,
  checkVerified,
  checkWallets,
  chooseRails,
  closedEnds,
  unnamedPayer,
  type Rails,
  unavailable,
} from './corridor.ts'
import { checkLimits, type Limited } from './limits.ts'
import { requirementsFor, stepsOf } from './steps.ts'
import {
  type PartnerTerms,
  partnerTerms,
  quoteMsOf,
  rateHoldMsOf,
} from '../../../records/partners/terms.ts'
import { claimedWalletMost } from '../../../records/transfers/claimed-wallets.ts'
import type { QuoteFacts } from '../../../records/transfers/quote-facts.ts'
import { coinOf, type CoverParts, seemsCovered } from '../../../records/ledger/cover.ts'
import type { SimulateFacts } from './simulate-facts-store.ts'
import type { SimulateInput } from './simulate-input.ts'
import type { Parties } from './simulate-parties.ts'
import { judgeRepeat } from './transaction-id.ts'
import { cutOffIn } from '../../../outside/bank/profile-store.ts'
import { plannedFrom } from '../../../records/transfers/arrival/estimated-arrival.ts'

export type OrdinaryKind = Exclude<CorridorKind, 'CRYPTO_TO_CRYPTO'>
/** A quote without its deposit account. */
export type OrdinaryPlan = {
  kind: OrdinaryKind
  parties: Parties
  rails: Rails
  amounts: QuoteAmounts
  rate: string
  quote: QuoteFacts
  at: Date
  validUntil: Date
  estimatedArrival: Date
  /** Absent where a chain pays out. */
  leavesAt: Date | undefined
}
export type OrdinaryFailure = Failure<
  | 'ACCOUNT_TYPE_NOT_ALLOWED'
  | 'FIELD_INVALID'
  | 'AMOUNT_PRECISION'
  | 'AMOUNT_BELOW_MIN'
  | 'AMOUNT_ABOVE_MAX'
  | 'TRANSACTION_ID_USED'
  | 'CORRIDOR_UNAVAILABLE'
  | 'KYC_REQUIRED'
  | 'CAPABILITY_MISSING'
  | 'LIMIT_TXN'
  | 'LIMIT_DAILY'
  | 'PROVIDER_UNAVAILABLE'
>
export type Planned = { standing: string } | { plan: OrdinaryPlan }

/** Worth above which a code confirms a transfer, in millionths of a dollar. */
export const verifiedAbove = 10_000_000_000n
/** Worth above which an amount is a large one, in millionths of a dollar. */
const largeAbove = 10_000_000_000n

/**
 * Everything a quote says, or the first of its refusals in the order of their statuses: 400, 409,
 * 422. Nothing outside is asked.
 */
export function planOrdinary(
  deps: PlanParts,
  input: SimulateInput,
  facts: SimulateFacts,
  parties: Parties,
) {
  const partner = partnerTerms(facts.settings)
  const kinds = checkKinds(parties, partner)
  if (!kinds.ok) return kinds
  const exact = exactAmount(input, parties)
  if (!exact.ok) return exact
  const kind = kindOf(parties)
  const rails = chooseRails(parties, input)
  const priced = rails.ok ? price(rails.value) : undefined
  const amounts =
    rails.ok && priced?.ok ? amountsFor(priced.value.terms, exact.value, rails.value) : undefined
  if (amounts && !amounts.ok) return amounts

  const standing = facts.earlier ? judgeRepeat(facts.earlier, input) : ok(undefined)
  if (!standing.ok) return standing
  if (standing.value) return ok({ standing: standing.value })

  const closed = [
    ...closedEnds(parties),
    ...unnamedPayer(parties),
    ...(rails.ok ? [] : rails.failure),
  ]
  if (!rails.ok || closed.length > 0) return fail({ code: 'CORRIDOR_UNAVAILABLE', details: closed })
  if (!priced?.ok || !amounts) return priced?.ok === false ? priced : unpriced()
  const verified = checkVerified(parties, facts)
  if (!verified.ok) return verified
  const { value: quoted } = amounts
  const claimedWallet = claimedWalletMost(partner, deps.config)
  const limited = checkLimits(
    { amount: quoted.inAmount, path: exact.value.path },
    {
      dollar: priced.value.dollar,
      partner,
      usedToday: facts.usedToday,
      customer: facts.customer,
      claimedWallet,
      at: facts.at,
      railIn: rails.value.railIn,
    },
  )
  if (!limited.ok) return limited
  const wallets = checkWallets(parties, {
    worth: limited.value.worth,
    amounts: [quoted.inAmount, quoted.outAmount],
    most: claimedWallet,
  })
  if (!wallets.ok) return wallets
  const uncovered = checkCover(deps, parties, quoted.outAmount.minor, facts)
  if (uncovered) return uncovered
  const found = { kind, parties, rails: rails.value, amounts: quoted }
  return ok({
    plan: complete(found, { facts, partner, input, priced: priced.value, ...limited.value }),
  })

  function price(chosen: Rails) {
    const ends = { from: parties.from.jurisdiction, to: parties.to.jurisdiction }
    return priceOf(deps, ends, { kind, railOut: chosen.railOut, partner, at: facts.at })
  }
}

type PlanParts = CoverParts & Pick<Deps, 'rates' | 'config'>

/** Whether the treasury can pay it out, as far as it was counted lately. */
function checkCover(
  deps: CoverParts,
  { to: { jurisdiction } }: Parties,
  amount: bigint,
  { cover }: SimulateFacts,
) {
  const asset = assetName(jurisdiction.currency, jurisdiction.chainId)
  const asked = { asset, amount, ...coinOf(deps, jurisdiction.id), isCounted: false }
  if (seemsCovered(cover, asked)) return undefined
  const text = `The service cannot pay out so much ${jurisdiction.currency} now.`
  return fail({
    code: 'CORRIDOR_UNAVAILABLE' as const,
    details: [unavailable('toAccountId', text)],
  })
}

const unpriced = () => fail({ code: 'PROVIDER_UNAVAILABLE' as const, retryAfterSeconds: 60 })

/** @throws for two wallets: these have a variant of their own */
function kindOf({ from, to }: Parties): OrdinaryKind {
  const kind = corridorKind(from.jurisdiction.type, to.jurisdiction.type)
  if (kind === 'CRYPTO_TO_CRYPTO') throw new TypeError('not an ordinary transfer')
  return kind
}

type Known = {
  facts: SimulateFacts
  partner: PartnerTerms
  input: SimulateInput
  priced: Pricing
} & Limited

function complete(
  found: Pick<OrdinaryPlan, 'kind' | 'parties' | 'rails' | 'amounts'>,
  { facts, partner, input, priced, worth, limits, customer }: Known,
): OrdinaryPlan {
  const { parties, amounts, rails, kind } = found
  const { account } = parties.to
  const { at } = facts
  const steps = stepsOf(kind, rails)
  const cutOff = cutOffIn(facts.cutOffs, parties.to.jurisdiction)
  const way = { railIn: rails.railIn.rail, railOut: rails.railOut.rail, steps, cutOff }
  const { leavesAt, arrivesBy } = plannedFrom(at, way, 'unpaid')
  const isLarge = worth > largeAbove
  const verification = account.verification as { nameMatch?: string }
  return {
    ...found,
    rate: rateText(
      statedRate(amounts, priced.terms, input.exactAmountOut === undefined ? 'in' : 'out'),
    ),
    at,
    validUntil: new Date(at.getTime() + quoteMsOf(partner, kind)),
    estimatedArrival: arrivesBy,
    leavesAt,
    quote: {
      ...priceFacts(priced),
      steps,
      ...(cutOff && leavesAt ? { cutOff } : {}),
      requirements: requirementsFor(parties.to.jurisdiction, input, { isLarge }),
      risk: counterPartyRisk({
        isThirdParty: account.ownership === 'THIRD_PARTY',
        isKnown: account.last_used_at !== null,
        nameMatch: verification.nameMatch ?? 'UNAVAILABLE',
        isLarge,
      }),
      acknowledgement: transferAcknowledgement,
      verificationRequired: worth > verifiedAbove,
      // The policy is asked where the quote is stored.
      approval: { required: false, policyId: '', approvalsNeeded: 0 },
      rateHoldMs: rateHoldMsOf(
        partner,
        parties.from.jurisdiction.type === 'country' ? 'BANK' : 'CHAIN',
      ),
      onLate: input.onLate ?? 'REPRICE',
      limits,
      customer,
      worth: worth.toString(),
    },
  }
}
