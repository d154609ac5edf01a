import { z } from 'zod'
import { calendarDate, Money, RecordFailure, timestamp } from './base/common.ts'
import {
  DepositAccountInfo,
  fundingStatuses,
  returnStrategies,
} from './accounts/funding-accounts.ts'
import { JurisdictionRef } from './accounts/jurisdictions.ts'
import { Review } from './transfers/reviews.ts'

export const routeStatuses = ['active', 'inactive'] as const
/** Why a route is inactive (operations.md 11.5); '' while it is active. */
export const routeReasons = [
  '',
  'PENDING_ACTIVATION',
  'BY_PARTNER',
  'DESTINATION_DISABLED',
  'FUNDING_DEACTIVATED',
  'COMPLIANCE_HOLD',
] as const
/** operations.md 11.5. */
export const depositStatuses = [
  'SCHEDULED',
  'RECEIVED',
  'SCREENING',
  'FORWARDING',
  'FORWARDED',
  'HELD',
  'RETURNING',
  'RETURNED',
  'RETURN_FAILED',
] as const
export const depositLabels = [
  'UNDERPAID',
  'OVERPAID',
  'LATE',
  'BELOW_MINIMUM',
  'UNSUPPORTED_ASSET',
  'MEMO_MISSING',
] as const
/** Why a deposit is held; '' while it is not. */
export const heldReasons = [
  '',
  'ROUTE_INACTIVE',
  'NO_ROUTE',
  'FUNDING_INACTIVE',
  'BELOW_MINIMUM',
  'ABOVE_MAXIMUM',
  'UNSUPPORTED_ASSET',
  'DESTINATION_UNAVAILABLE',
  'COMPLIANCE',
  'LIMIT',
  'PAYOUT_FAILED',
  'RETURN_FAILED',
  'NO_TRANSFER',
  'BY_PARTNER',
  'TRANSFER_IN_REVIEW',
  'UNKNOWN_SENDER',
] as const
/** ASSIGN: it pays a transfer that waits for money. */
export const resolveActions = ['FORWARD', 'RETURN', 'HOLD', 'ASSIGN'] as const

/** Which limit holds a deposit: of one deposit, or of what an account, the partner or a customer moves. */
export const limitKinds = [
  'MIN_DEPOSIT',
  'MAX_DEPOSIT',
  'ACCOUNT_DAY',
  'PARTNER_TRANSFER',
  'PARTNER_DAY',
  'CUSTOMER_TRANSFER',
  'CUSTOMER_DAY',
  'CUSTOMER_MONTH',
  'CUSTOMER_DAY_COUNT',
  'CUSTOMER_MONTH_COUNT',
] as const
/** A limit as it is used now, in its `currency`; '' of a number of transfers. */
export const HeldLimit = z
  .object({
    kind: z.enum(limitKinds),
    limit: z.number(),
    used: z.number(),
    left: z.number(),
    /** What this deposit takes of it. */
    needed: z.number(),
    currency: z.string(),
    /** Absent of a limit that holds each deposit by itself. */
    resetsAt: timestamp().optional(),
  })
  .meta({ id: 'HeldLimit' })
/** Why a held deposit cannot be forwarded with others now; '' where it can. */
export const unfitReasons = [...heldReasons, 'NOT_ALLOWED', 'DECIDE_ALONE', 'NO_RATE'] as const
export const DepositFit = z
  .object({
    /** It would be forwarded if it arrived now. */
    fits: z.boolean(),
    reason: z.enum(unfitReasons),
    /** The limit that has too little left. */
    limit: HeldLimit.optional(),
  })
  .meta({ id: 'DepositFit' })

const Owner = z.object({ entityId: z.string(), name: z.string() })

/** One deposit as the history of its route shows it. */
export const PayinDeposit = z
  .object({
    depositId: z.string(),
    /** '' until an execution carries it. */
    executionId: z.string(),
    status: z.enum(depositStatuses),
    heldReason: z.enum(heldReasons),
    /** Of one that a limit holds. */
    limit: HeldLimit.optional(),
    /** Of one that is held. */
    fit: DepositFit.optional(),
    amountIn: Money,
    /** 0 where nothing was or will be paid to the destination. */
    amountOut: Money,
    exchangeRate: z.number(),
    fees: z.object({ partnerFees: Money, svcFees: Money, txFees: Money, totalFees: Money }),
    sender: z.object({
      name: z.string(),
      accountMasked: z.string(),
      walletAddress: z.string(),
      reference: z.string(),
    }),
    /** The bank's own id of the entry; '' on a chain. */
    depositReference: z.string(),
    /** The chain's transaction that paid in; '' at a bank. */
    depositHash: z.string(),
    payoutReference: z.string(),
    payoutHash: z.string(),
    destination: z.object({
      externalAccountId: z.string(),
      /** 0 where no route was there for it. */
      destinationVersion: z.int(),
    }),
    labels: z.array(z.enum(depositLabels)),
    receivedAt: timestamp(),
    completedAt: timestamp().optional(),
    failure: RecordFailure.optional(),
    /** What `deposit/resolve` would take now. */
    allowedActions: z.array(z.enum(resolveActions)),
    version: z.int(),
  })
  .meta({ id: 'PayinDeposit' })

/** What became of one deposit of a call that forwards several. */
export const ForwardedDeposit = z
  .object({
    depositId: z.string(),
    outcome: z.enum(['FORWARDED', 'EXCLUDED']),
    /** Absent where no deposit has this id. */
    status: z.enum(depositStatuses).optional(),
    amountIn: Money.optional(),
    executionId: z.string(),
    /** An error code of operations.md 10; '' where it is forwarded. */
    code: z.string(),
    reason: z.enum(unfitReasons),
    limit: HeldLimit.optional(),
    message: z.string(),
  })
  .meta({ id: 'ForwardedDeposit' })

export const DepositReview = Review.omit({ allowedActions: true }).meta({ id: 'DepositReview' })

/** A deposit outside its route's history: what it was paid to is part of it. */
export const DepositRecord = PayinDeposit.extend({
  /** '' where no route took it. */
  teleportId: z.string(),
  fundingAccountId: z.string(),
  accountOwner: Owner,
  jurisdiction: JurisdictionRef,
  /** Of one that waits for a decision: why, whose, until when, and what was asked. */
  review: DepositReview.optional(),
}).meta({ id: 'DepositRecord' })

export const unlistedStatuses = ['HELD', 'RETURNED', 'KEPT'] as const

/**
 * Something that came to an announced address and is no listed asset: never credited, matched or
 * priced. Nobody vouches for what its contract says of itself.
 */
export const UnlistedDeposit = z
  .object({
    depositId: z.string(),
    status: z.enum(unlistedStatuses),
    heldReason: z.literal('UNSUPPORTED_ASSET'),
    kind: z.enum(['TOKEN', 'NATIVE']),
    chainId: z.string(),
    /** '' for native coin. */
    tokenAddress: z.string(),
    /** What the contract calls it, if that is fit to be shown; '' otherwise. */
    symbol: z.string(),
    decimals: z.int().optional(),
    /** A whole number in the contract's own units. */
    amountRaw: z.string(),
    sender: z.string(),
    walletAddress: z.string(),
    hash: z.string(),
    fundingAccountId: z.string(),
    executionId: z.string(),
    receivedAt: timestamp(),
    decision: z
      .object({ returnHash: z.string(), reason: z.string(), decidedAt: timestamp() })
      .optional(),
    version: z.int(),
  })
  .meta({ id: 'UnlistedDeposit' })

/** So many more came to an address on a day (UTC) than are listed. */
export const UnlistedRest = z
  .object({
    chainId: z.string(),
    walletAddress: z.string(),
    kind: z.enum(['TOKEN', 'NATIVE']),
    day: calendarDate(),
    count: z.int(),
  })
  .meta({ id: 'UnlistedRest' })

const routeFacts = {
  routeId: z.string(),
  fundingAccountId: z.string(),
  sourceJurisdiction: JurisdictionRef,
  destinationJurisdiction: JurisdictionRef,
  externalAccountId: z.string(),
  destinationEntity: Owner,
  /** Only where the destination is a wallet. */
  destination: z.object({ walletAddress: z.string() }).optional(),
  routeStatus: z.enum(routeStatuses),
  statusReason: z.enum(routeReasons),
  totalTransactions: z.int(),
}

/** The pay-in route of interface-specification.md 2, with the additions of operations.md 6. */
export const PayinRoute = z
  .object({
    ...routeFacts,
    accountOwner: Owner,
    depositAccountInfo: DepositAccountInfo,
    history: z.array(PayinDeposit),
    destinationVersion: z.int(),
    /** The destination as it may be shown: its holder and the end of its number. */
    destinationAccount: z.object({
      kind: z.string(),
      nickname: z.string(),
      holderName: z.string(),
      bankName: z.string(),
      numberMasked: z.string(),
      status: z.string(),
    }),
    fundingStatus: z.enum(fundingStatuses),
    limits: z.object({ minDeposit: z.number(), maxDeposit: z.number(), dailyLimit: z.number() }),
    returnPolicy: z.object({ strategy: z.enum(returnStrategies), target: z.string().optional() }),
    /** Deposits that are on their way now, and those that wait for a decision. */
    inFlight: z.int(),
    held: z.int(),
    /** activate, deactivate, update: what may be asked of it now. */
    allowedActions: z.array(z.enum(['activate', 'deactivate', 'update'])),
    createdAt: timestamp(),
    createdBy: z.object({
      actorType: z.string(),
      actorId: z.string(),
      /** Of the member or key, removed ones too; '' where it has none. */
      actorName: z.string(),
    }),
    updatedAt: timestamp(),
    version: z.int(),
  })
  .meta({ id: 'PayinRoute' })

export const RouteItem = z
  .object({
    ...routeFacts,
    accountOwner: Owner,
    depositAccountInfo: DepositAccountInfo,
    destinationAccount: PayinRoute.shape.destinationAccount,
    held: z.int(),
    lastDepositAt: timestamp().optional(),
    /** What came in on each of the last 30 days, the oldest first, in the source currency. */
    volume: z.array(z.number()),
    createdAt: timestamp(),
    version: z.int(),
  })
  .meta({ id: 'RouteItem' })

export const RoutesOfEntity = z.object({
  entityId: z.string(),
  /** All of the customer, whatever page this is. */
  totalRoutes: z.int(),
  routes: z.array(RouteItem),
})

/** Something that a person or a dependency did to a route. */
export const RouteChange = z
  .object({
    kind: z.enum(['created', 'destination', 'status']),
    /** The destination version from here on. */
    destinationVersion: z.int(),
    previousExternalAccountId: z.string(),
    newExternalAccountId: z.string(),
    previousStatus: z.enum(['', ...routeStatuses]),
    routeStatus: z.enum(routeStatuses),
    reason: z.string(),
    actorType: z.string(),
    actorId: z.string(),
    /** Of the member or key, removed ones too; '' where it has none. */
    actorName: z.string(),
    at: timestamp(),
  })
  .meta({ id: 'RouteChange' })

/** A decimal amount of the source currency, for what it would come to. */
export const previewAmount = z.string().regex(/^[0-9]{1,15}(\.[0-9]{1,18})?$/)

/** What a deposit of this amount would come to if it arrived now. */
export const RoutePreview = z
  .object({
    /** '' where it was asked of two accounts that no route connects. */
    teleportId: z.string(),
    /** HOLD: it would wait, for the reason named. */
    outcome: z.enum(['FORWARD', 'HOLD']),
    heldReason: z.enum(heldReasons),
    amountIn: Money,
    amountOut: Money,
    exchangeRate: z.number(),
    midRate: z.number(),
    spreadBps: z.int(),
    fees: PayinDeposit.shape.fees,
    etaMinutes: z.number(),
    at: timestamp(),
  })
  .meta({ id: 'RoutePreview' })

export const RouteVolume = z
  .object({
    teleportId: z.string(),
    currency: z.string(),
    /** From the deposit to its payout, of those of these days that were forwarded; null where none was. */
    medianSeconds: z.number().nullable(),
    /** Days in UTC, the oldest first; days without a deposit are there, too. */
    days: z.array(
      z.object({
        date: calendarDate(),
        deposits: z.int(),
        received: z.number(),
        forwarded: z.number(),
        held: z.number(),
        returned: z.number(),
      }),
    ),
  })
  .meta({ id: 'RouteVolume' })

/** Sums of all deposits of a route that match, by currency. */
export const DepositSummary = z
  .object({
    count: z.int(),
    /** On their way now, and those that wait for a decision. */
    inFlight: z.int(),
    held: z.int(),
    received: z.array(Money),
    /** What was paid to the destination. */
    forwarded: z.array(Money),
  })
  .meta({ id: 'DepositSummary' })
