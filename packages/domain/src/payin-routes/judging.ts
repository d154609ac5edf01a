import type { RouteReason, RouteState } from './lifecycle.ts'
import type { LimitKind } from './limits.ts'

/** Why a deposit is held; '' while it is not. */
export type HeldReason =
  | ''
  | 'ROUTE_INACTIVE'
  | 'NO_ROUTE'
  | 'FUNDING_INACTIVE'
  | 'BELOW_MINIMUM'
  | 'ABOVE_MAXIMUM'
  | 'UNSUPPORTED_ASSET'
  | 'DESTINATION_UNAVAILABLE'
  | 'COMPLIANCE'
  | 'LIMIT'
  | 'PAYOUT_FAILED'
  | 'RETURN_FAILED'
  | 'NO_TRANSFER'
  | 'BY_PARTNER'
  /** With its transfer, about which somebody decides. */
  | 'TRANSFER_IN_REVIEW'
  /** Nothing but its amount names a transfer. */
  | 'UNKNOWN_SENDER'
  /** Somebody who may not pay this account has paid the customer more than a small sum. */
  | 'PAYER_NOT_ALLOWED'
/** What is shown of a deposit beside its state (operations.md 6). */
export type PayinLabel =
  | 'UNDERPAID'
  | 'OVERPAID'
  | 'LATE'
  | 'BELOW_MINIMUM'
  | 'UNSUPPORTED_ASSET'
  | 'MEMO_MISSING'

/** All that decides about money on a funding account; amounts in minor units of its currency. */
export type RoutedFacts = {
  amount: bigint
  /** What the rail found: dust, another token. */
  labels: readonly PayinLabel[]
  /** A transfer waits here for this amount, and somebody else than its payer sent it. */
  isDoubtful: boolean
  /** Of the account that was paid into. `returnsTo`: whether its policy names an account. */
  funding: {
    isActive: boolean
    returnsTo: boolean
    minDeposit: bigint
    maxDeposit: bigint
    dailyLimit: bigint
    /** What it took in today before and has not held or returned. */
    today: bigint
  }
  /** The route that takes it; absent where the account has none. */
  route?: { status: RouteState; reason: RouteReason | '' }
  /** Whether the owner of the funding account, and that of the destination, are verified now. */
  isPayerVerified: boolean
  isPayeeVerified: boolean
  /** Whether the destination takes money over this corridor now. */
  isDestinationOpen: boolean
  /** What is left to pay out after the fees is nothing. */
  isEatenByFees: boolean
  /** What it is above of its customer: by transfer, day or month; '' where it is within all. */
  customerLimit: '' | Extract<LimitKind, `CUSTOMER_${string}`>
  /** Of its partner, in millionths of a dollar; `worth` is the deposit's. */
  partner: { worth: bigint; txnLimit: bigint; dailyLimit: bigint; today: bigint }
}
export type Judgement =
  | { kind: 'FORWARD' }
  /** `limit`: which one it does not keep to, where that is the reason. */
  | { kind: 'HOLD'; reason: Exclude<HeldReason, ''>; labels: PayinLabel[]; limit?: LimitKind }
  /** By the return policy of the funding account. */
  | { kind: 'RETURN' }

type Objection = { reason: Exclude<HeldReason, ''>; label?: PayinLabel; limit?: LimitKind }

/**
 * What becomes of money on a funding account. A cause in compliance comes first, since nothing is
 * then sent anywhere; then the account with its return policy, the route, the amount, the other end
 * and the limits.
 */
export function judgeRouted(facts: RoutedFacts): Judgement {
  if (!facts.isPayerVerified) return hold(facts, { reason: 'COMPLIANCE' })
  if (!facts.funding.isActive)
    return facts.funding.returnsTo
      ? { kind: 'RETURN' }
      : hold(facts, { reason: 'FUNDING_INACTIVE' })
  const [objection] = objections(facts)
  return objection ? hold(facts, objection) : { kind: 'FORWARD' }
}

const hold = ({ labels }: RoutedFacts, { reason, label, limit }: Objection): Judgement => ({
  kind: 'HOLD',
  reason,
  labels: [...new Set([...labels, ...(label ? [label] : [])])],
  ...(limit ? { limit } : {}),
})

/** The most specific one first. */
function objections(facts: RoutedFacts): Objection[] {
  const { amount, labels, funding, route } = facts
  const isBelow = amount < funding.minDeposit
  const isSmall = labels.includes('BELOW_MINIMUM') || isBelow || facts.isEatenByFees
  const limit = periodLimit(facts)
  const found: (Objection | false)[] = [
    labels.includes('UNSUPPORTED_ASSET') && {
      reason: 'UNSUPPORTED_ASSET',
      label: 'UNSUPPORTED_ASSET',
    },
    facts.isDoubtful && { reason: 'UNKNOWN_SENDER' },
    route === undefined && { reason: 'NO_ROUTE' },
    route?.status === 'inactive' && {
      reason: route.reason === 'COMPLIANCE_HOLD' ? 'COMPLIANCE' : 'ROUTE_INACTIVE',
    },
    isSmall && {
      reason: 'BELOW_MINIMUM',
      label: 'BELOW_MINIMUM',
      ...(isBelow ? { limit: 'MIN_DEPOSIT' } : {}),
    },
    amount > funding.maxDeposit && {
      reason: 'ABOVE_MAXIMUM',
      label: 'OVERPAID',
      limit: 'MAX_DEPOSIT',
    },
    !facts.isDestinationOpen && { reason: 'DESTINATION_UNAVAILABLE' },
    !facts.isPayeeVerified && { reason: 'COMPLIANCE' },
    limit !== undefined && { reason: 'LIMIT', limit },
  ]
  return found.filter((match) => match !== false)
}

/** The limit that it is above: one that no other day lifts before one that does. */
function periodLimit({ amount, funding, partner, customerLimit }: RoutedFacts) {
  if (partner.worth > partner.txnLimit) return 'PARTNER_TRANSFER'
  if (customerLimit !== '') return customerLimit
  if (funding.today + amount > funding.dailyLimit) return 'ACCOUNT_DAY'
  if (partner.today + partner.worth > partner.dailyLimit) return 'PARTNER_DAY'
  return undefined
}
