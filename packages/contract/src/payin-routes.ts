import { z } from 'zod'
import {
  created,
  Money,
  optionalText,
  pageQuery,
  Pagination,
  recordId,
  sortBy,
  text,
} from './base/common.ts'
import { endpoint } from './base/endpoint.ts'
import { FileInput } from './base/fields.ts'
import { queryOf } from './base/record.ts'
import { fieldsOf } from './base/selection.ts'
import {
  depositFilters,
  depositStatuses,
  historyFilters,
  routeStatuses,
} from './payin-routes/members.ts'
import { AnswerDocument, ReviewQuestion } from './transfers/reviews.ts'
import {
  PayinRoute,
  previewAmount,
  RouteChange,
  RouteItem,
  RoutePreview,
  RoutesOfEntity,
  RouteVolume,
} from './payin-records.ts'
import {
  DepositRecord,
  DepositSummary,
  ForwardedDeposit,
  PayinDeposit,
  resolveActions,
  UnlistedDeposit,
  UnlistedRest,
  unlistedStatuses,
} from './payin-routes/deposits.ts'

const at = <const P extends string>(path: P) => `/api/v1/xfer/payin${path}` as const

/** The specification nests one level more here: `data.message` and `data.data`. */
const nested = <T extends z.ZodType>(data: T) =>
  z.object({ success: z.literal(true), data: z.object({ message: z.string(), data }) })
/** The same, and whether anything came of the call; `created` is beside `message`. */
const nestedCreation = <T extends z.ZodType>(data: T) =>
  z.object({
    success: z.literal(true),
    data: z.object({ message: z.string(), created: created(), data }),
  })
const nestedPage = <T extends z.ZodType>(data: T) => nested(data).extend({ pagination: Pagination })

const depositPage = { ...pageQuery, sort: sortBy(['receivedAt']) }
const routePage = {
  ...pageQuery,
  sort: sortBy(['createdAt']),
  status: z.enum(routeStatuses).optional(),
  fields: fieldsOf(RouteItem),
}
const params = z.object({ teleportId: recordId() })

/** The specification's own lists: what is 422 elsewhere is 400 here. */
const createStatuses = {
  CORRIDOR_UNAVAILABLE: 400,
  KYC_REQUIRED: 400,
  APPROVAL_REQUIRED: 400,
  POLICY_BLOCKED: 400,
} as const
const updateStatuses = { ...createStatuses, ROUTE_NOT_FOUND: 400, ACCOUNT_NOT_FOUND: 400 } as const

export const payinRoutes = {
  create: endpoint({
    id: 'payinRoutes.create',
    module: 'payin-routes',
    method: 'POST',
    path: at('/create'),
    summary: 'Forward what a funding account takes in to a bank account or wallet',
    stepUp: true,
    body: z.object({ fundingAccountId: recordId(), externalAccountId: recordId() }),
    response: nestedCreation(z.object({ teleportId: z.string() })),
    failures: [
      'FUNDING_ACCOUNT_NOT_FOUND',
      'ACCOUNT_NOT_FOUND',
      'FUNDING_ACCOUNT_ALREADY_ROUTED',
      'CORRIDOR_UNAVAILABLE',
      'KYC_REQUIRED',
    ],
    statusOf: createStatuses,
    approval: 'request',
  }),
  update: endpoint({
    id: 'payinRoutes.update',
    module: 'payin-routes',
    method: 'POST',
    path: at('/update'),
    summary: 'Send new deposits of a route to another destination',
    stepUp: true,
    body: z.object({
      teleportId: recordId(),
      externalAccountId: recordId(),
      reason: optionalText().default(''),
    }),
    // Each change of the destination is a version of it, which this call made or not.
    response: nestedCreation(
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
    ],
    statusOf: updateStatuses,
    approval: 'request',
  }),
  toggle: endpoint({
    id: 'payinRoutes.toggle',
    module: 'payin-routes',
    method: 'POST',
    path: at('/toggle'),
    summary: 'Switch a route on or off; without a status the other way round',
    stepUp: true,
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
    approval: 'request',
  }),
  resolve: endpoint({
    id: 'payinRoutes.resolve',
    module: 'payin-routes',
    method: 'POST',
    path: at('/deposit/resolve'),
    summary: 'Forward, return or keep a held deposit, or pay a waiting transfer by it',
    stepUp: true,
    body: z.object({
      depositId: recordId(),
      action: z.enum(resolveActions),
      /** Another external account than the route's destination, or than the return policy's. */
      target: recordId().optional(),
      /** Of ASSIGN: the transfer that it pays. */
      executionId: recordId().optional(),
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
      'TRANSFER_NOT_FOUND',
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
    approval: 'request',
  }),
  answer: endpoint({
    id: 'payinRoutes.answer',
    module: 'payin-routes',
    method: 'POST',
    path: at('/deposit/{depositId}/rfi/{rfiId}'),
    summary: 'Answer a question about a held deposit',
    // A compliance officer answers what compliance asks.
    orScope: 'kyc:write',
    params: z.object({ depositId: recordId(), rfiId: recordId() }),
    body: z.object({
      answer: z.string().trim().min(1).max(4_000),
      documents: z.array(FileInput).max(10).default([]),
    }),
    response: nested(ReviewQuestion),
    failures: ['RECORD_NOT_FOUND', 'ILLEGAL_TRANSITION'],
    bodyLimit: 16 * 1024 * 1024,
    multipart: true,
  }),
  answerDocuments: endpoint({
    id: 'payinRoutes.answerDocuments',
    module: 'payin-routes',
    method: 'GET',
    path: at('/deposit/{depositId}/rfi/{rfiId}/documents'),
    summary: 'List the documents of an answer about a deposit, with links to open them',
    params: z.object({ depositId: recordId(), rfiId: recordId() }),
    response: nested(z.array(AnswerDocument)),
    failures: ['RECORD_NOT_FOUND'],
  }),
  forwardHeld: endpoint({
    id: 'payinRoutes.forwardHeld',
    module: 'payin-routes',
    method: 'POST',
    path: at('/deposit/forward'),
    summary: 'Forward the held deposits that fit the limits now',
    stepUp: true,
    body: z.object({
      /** Absent: the oldest that a limit holds and that fit now, 50 at most. */
      depositIds: z.array(recordId()).min(1).max(50).optional(),
      reason: optionalText().default(''),
    }),
    response: nested(
      z.object({
        forwarded: z.int(),
        excluded: z.int(),
        /** What was forwarded, by currency. */
        sums: z.array(Money),
        results: z.array(ForwardedDeposit),
      }),
    ),
    failures: [],
    approval: 'request',
  }),
  list: endpoint({
    id: 'payinRoutes.list',
    module: 'payin-routes',
    method: 'GET',
    path: at(''),
    summary: 'List the routes of all customers',
    query: z.object({
      ...routePage,
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
      ...depositPage,
      ...queryOf(depositFilters),
      fields: fieldsOf(DepositRecord),
    }),
    response: nestedPage(z.array(DepositRecord)),
    failures: ['CURSOR_INVALID'],
  }),
  listUnlisted: endpoint({
    id: 'payinRoutes.listUnlisted',
    module: 'payin-routes',
    method: 'GET',
    path: at('/deposits/unlisted'),
    summary: 'List unknown tokens and native coin that came to deposit addresses',
    query: z.object({
      ...pageQuery,
      sort: sortBy(['receivedAt']),
      status: z.enum(unlistedStatuses).optional(),
      walletAddress: text().optional(),
    }),
    response: nestedPage(
      z.object({
        deposits: z.array(UnlistedDeposit),
        /** Of the last 30 days, the newest first; at most 100. */
        notListed: z.array(UnlistedRest),
      }),
    ),
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
    query: z.object(routePage),
    response: nestedPage(RoutesOfEntity),
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
    query: z.object({ ...depositPage, ...queryOf(historyFilters), fields: fieldsOf(PayinDeposit) }),
    response: nestedPage(z.array(PayinDeposit)),
    failures: ['ROUTE_NOT_FOUND', 'CURSOR_INVALID'],
  }),
  summarise: endpoint({
    id: 'payinRoutes.summarise',
    module: 'payin-routes',
    method: 'GET',
    path: at('/{teleportId}/deposits/summary'),
    summary: 'Count and add up the deposits of one route that match',
    params,
    query: z.object(queryOf(historyFilters)),
    response: nested(DepositSummary),
    failures: ['ROUTE_NOT_FOUND'],
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
