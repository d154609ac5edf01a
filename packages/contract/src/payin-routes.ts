import { z } from 'zod'
import {
  anyTimestamp,
  calendarDate,
  Money,
  optionalText,
  pageQuery,
  Pagination,
  recordId,
  sortBy,
  text,
  timestamp,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { DepositAccountInfo, fundingStatuses, returnStrategies } from './funding-accounts.ts'
import { JurisdictionRef } from './jurisdictions.ts'

const at = <const P extends string>(path: P) => `/api/v1/xfer/payin${path}` as const

/** The specification nests one level more here: `data.message` and `data.data`. */
const nested = <T extends z.ZodType>(data: T) =>
  z.object({ success: z.literal(true), data: z.object({ message: z.string(), data }) })
const nestedPage = <T extends z.ZodType>(data: T) => nested(data).extend({ pagination: Pagination })

export const routeStatuses = ['active', 'inactive'] as const
/** Why a route is inactive (operations.md, 11.5); '' while it is active. */
export const routeReasons = [
  '',
  'PENDING_ACTIVATION',
  'BY_PARTNER',
  'DESTINATION_DISABLED',
  'FUNDING_DEACTIVATED',
  'COMPLIANCE_HOLD',
] as const
/** operations.md, 11.5. */
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
] as const
export const resolveActions = ['FORWARD', 'RETURN', 'HOLD'] as const

const Owner = z.object({ entityId: z.string(), name: z.string() })

/** One deposit as the history of its route tells it. */
export const PayinDeposit = z
  .object({
    depositId: z.string(),
    /** '' until an execution carries it. */
    executionId: z.string(),
    status: z.enum(depositStatuses),
    heldReason: z.enum(heldReasons),
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
    failure: z
      .object({
        code: z.string(),
        type: z.string(),
        message: z.string(),
        retryable: z.boolean(),
        at: timestamp(),
        step: z.string(),
      })
      .optional(),
    /** What `deposit/resolve` would take now. */
    allowedActions: z.array(z.enum(resolveActions)),
    version: z.int(),
  })
  .meta({ id: 'PayinDeposit' })

/** A deposit outside its route's history: what it was paid to stands with it. */
export const DepositRecord = PayinDeposit.extend({
  /** '' where no route took it. */
  teleportId: z.string(),
  fundingAccountId: z.string(),
  accountOwner: Owner,
  jurisdiction: JurisdictionRef,
}).meta({ id: 'DepositRecord' })

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

/** The pay-in route of the specification, part 2, with the additions of operations.md, part 6. */
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

/** Something that somebody or a dependency did to a route. */
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
    at: timestamp(),
  })
  .meta({ id: 'RouteChange' })

/** A decimal amount of the source currency, for what it would come to. */
const previewAmount = z.string().regex(/^[0-9]{1,15}(\.[0-9]{1,18})?$/)

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

const RouteVolume = z
  .object({
    teleportId: z.string(),
    currency: z.string(),
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

const depositFilters = {
  ...pageQuery,
  sort: sortBy(['receivedAt']),
  status: z.enum(depositStatuses).optional(),
  receivedFrom: anyTimestamp().optional(),
  receivedTo: anyTimestamp().optional(),
  q: text().optional(),
}
const params = z.object({ teleportId: recordId() })

/** The specification's own lists: what is 422 elsewhere is 400 here. */
const createStatuses = { CORRIDOR_UNAVAILABLE: 400, KYC_REQUIRED: 400 } as const
const updateStatuses = { ...createStatuses, ROUTE_NOT_FOUND: 400, ACCOUNT_NOT_FOUND: 400 } as const

export const payinRoutes = {
  create: endpoint({
    id: 'payinRoutes.create',
    module: 'payin-routes',
    method: 'POST',
    path: at('/create'),
    summary: 'Forward what a funding account takes in to a bank account or wallet',
    body: z.object({ fundingAccountId: recordId(), externalAccountId: recordId() }),
    response: nested(z.object({ teleportId: z.string() })),
    failures: [
      'FUNDING_ACCOUNT_NOT_FOUND',
      'ACCOUNT_NOT_FOUND',
      'FUNDING_ACCOUNT_ALREADY_ROUTED',
      'CORRIDOR_UNAVAILABLE',
      'KYC_REQUIRED',
    ],
    statusOf: createStatuses,
  }),
  update: endpoint({
    id: 'payinRoutes.update',
    module: 'payin-routes',
    method: 'POST',
    path: at('/update'),
    summary: 'Send new deposits of a route to another destination',
    body: z.object({
      teleportId: recordId(),
      externalAccountId: recordId(),
      reason: optionalText().default(''),
    }),
    response: nested(
      z.object({
        teleportId: z.string(),
        previousExternalAccountId: z.string(),
        newExternalAccountId: z.string(),
      }),
    ),
    failures: [
      'ROUTE_NOT_FOUND',
      'ACCOUNT_NOT_FOUND',
      'CORRIDOR_UNAVAILABLE',
      'KYC_REQUIRED',
      'VERSION_CONFLICT',
      'PRIMARY_AUTH_REQUIRED',
    ],
    statusOf: updateStatuses,
  }),
  toggle: endpoint({
    id: 'payinRoutes.toggle',
    module: 'payin-routes',
    method: 'POST',
    path: at('/toggle'),
    summary: 'Switch a route on or off; without a status the other way round',
    body: z.object({
      teleportId: recordId(),
      /** Absent flips, which needs an Idempotency-Key: a repeated flip would undo itself. */
      routeStatus: z.enum(routeStatuses).optional(),
      reason: optionalText().default(''),
    }),
    response: nested(
      z.object({
        teleportId: z.string(),
        previousStatus: z.enum(routeStatuses),
        routeStatus: z.enum(routeStatuses),
      }),
    ),
    failures: [
      'ROUTE_NOT_FOUND',
      'ROUTE_LOCKED',
      'FUNDING_ACCOUNT_ALREADY_ROUTED',
      'VERSION_CONFLICT',
    ],
  }),
  resolve: endpoint({
    id: 'payinRoutes.resolve',
    module: 'payin-routes',
    method: 'POST',
    path: at('/deposit/resolve'),
    summary: 'Forward, return or keep a held deposit',
    body: z.object({
      depositId: recordId(),
      action: z.enum(resolveActions),
      /** Another external account than the route's destination, or than the return policy's. */
      target: recordId().optional(),
      reason: optionalText().default(''),
    }),
    response: nested(
      z.object({
        depositId: z.string(),
        teleportId: z.string(),
        executionId: z.string(),
        previousStatus: z.enum(depositStatuses),
        status: z.enum(depositStatuses),
      }),
    ),
    failures: [
      'RECORD_NOT_FOUND',
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_TYPE_NOT_ALLOWED',
      'AMOUNT_BELOW_MIN',
      'CORRIDOR_UNAVAILABLE',
      'KYC_REQUIRED',
      'LIMIT_DAILY',
      'ILLEGAL_TRANSITION',
      'VERSION_CONFLICT',
      'PROVIDER_UNAVAILABLE',
    ],
  }),
  list: endpoint({
    id: 'payinRoutes.list',
    module: 'payin-routes',
    method: 'GET',
    path: at(''),
    summary: 'List the routes of all customers',
    query: z.object({
      ...pageQuery,
      sort: sortBy(['createdAt']),
      status: z.enum(routeStatuses).optional(),
      entityId: recordId().optional(),
      fundingAccountId: recordId().optional(),
      externalAccountId: recordId().optional(),
      jurisdictionId: recordId().optional(),
      q: text().optional(),
    }),
    response: nestedPage(z.array(RouteItem)),
    failures: ['CURSOR_INVALID'],
  }),
  listDeposits: endpoint({
    id: 'payinRoutes.listDeposits',
    module: 'payin-routes',
    method: 'GET',
    path: at('/deposits'),
    summary: 'List the deposits of all funding accounts, those without a route as well',
    query: z.object({
      ...depositFilters,
      heldReason: z.enum(heldReasons).optional(),
      fundingAccountId: recordId().optional(),
      entityId: recordId().optional(),
    }),
    response: nestedPage(z.array(DepositRecord)),
    failures: ['CURSOR_INVALID'],
  }),
  estimate: endpoint({
    id: 'payinRoutes.estimate',
    module: 'payin-routes',
    method: 'GET',
    path: at('/preview'),
    summary: 'Tell what a deposit would come to at any destination, before a route goes there',
    query: z.object({
      fundingAccountId: recordId(),
      externalAccountId: recordId(),
      amount: previewAmount,
    }),
    response: nested(RoutePreview),
    failures: [
      'FUNDING_ACCOUNT_NOT_FOUND',
      'ACCOUNT_NOT_FOUND',
      'CORRIDOR_UNAVAILABLE',
      'AMOUNT_PRECISION',
      'PROVIDER_UNAVAILABLE',
    ],
  }),
  listOfEntity: endpoint({
    id: 'payinRoutes.listOfEntity',
    module: 'payin-routes',
    method: 'GET',
    path: at('/entity/{entityId}'),
    summary: 'List the routes from the funding accounts of one customer',
    params: z.object({ entityId: recordId() }),
    query: z.object({
      ...pageQuery,
      sort: sortBy(['createdAt']),
      status: z.enum(routeStatuses).optional(),
    }),
    response: nestedPage(
      z.object({
        entityId: z.string(),
        /** All of the customer, whatever page this is. */
        totalRoutes: z.int(),
        routes: z.array(RouteItem),
      }),
    ),
    failures: ['ENTITY_NOT_FOUND', 'CURSOR_INVALID'],
  }),
  read: endpoint({
    id: 'payinRoutes.read',
    module: 'payin-routes',
    method: 'GET',
    path: at('/{teleportId}'),
    summary: 'Read one route with its newest deposits',
    params,
    query: z.object(pageQuery),
    response: nestedPage(PayinRoute),
    failures: ['ROUTE_NOT_FOUND', 'CURSOR_INVALID'],
  }),
  deposits: endpoint({
    id: 'payinRoutes.deposits',
    module: 'payin-routes',
    method: 'GET',
    path: at('/{teleportId}/deposits'),
    summary: 'List the deposits of one route',
    params,
    query: z.object(depositFilters),
    response: nestedPage(z.array(PayinDeposit)),
    failures: ['ROUTE_NOT_FOUND', 'CURSOR_INVALID'],
  }),
  changes: endpoint({
    id: 'payinRoutes.changes',
    module: 'payin-routes',
    method: 'GET',
    path: at('/{teleportId}/changes'),
    summary: 'List who changed a route, newest first',
    params,
    query: z.object(pageQuery),
    response: nestedPage(z.array(RouteChange)),
    failures: ['ROUTE_NOT_FOUND', 'CURSOR_INVALID'],
  }),
  preview: endpoint({
    id: 'payinRoutes.preview',
    module: 'payin-routes',
    method: 'GET',
    path: at('/{teleportId}/preview'),
    summary: 'Tell what a deposit would come to now',
    params,
    query: z.object({ amount: previewAmount }),
    response: nested(RoutePreview),
    failures: ['ROUTE_NOT_FOUND', 'AMOUNT_PRECISION', 'PROVIDER_UNAVAILABLE'],
  }),
  volume: endpoint({
    id: 'payinRoutes.volume',
    module: 'payin-routes',
    method: 'GET',
    path: at('/{teleportId}/volume'),
    summary: 'Tell what a route took in on each day',
    params,
    query: z.object({ days: z.enum(['7', '30', '90']).optional() }),
    response: nested(RouteVolume),
    failures: ['ROUTE_NOT_FOUND'],
  }),
}
