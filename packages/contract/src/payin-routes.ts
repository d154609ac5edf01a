import { z } from 'zod'
import { optionalText, pageQuery, recordId, sortBy, text } from './base/common.ts'
import { endpoint } from './base/endpoint.ts'
import { queryOf } from './base/record.ts'
import { fieldsOf } from './base/selection.ts'
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
  PayinDeposit,
  UnlistedDeposit,
  UnlistedRest,
  unlistedStatuses,
} from './payin-routes/deposits.ts'
import { bankMessages } from './payin-routes/bank-messages.ts'
import { at, nested, nestedCreation, nestedPage } from './payin-routes/envelope.ts'
import { depositFilters, historyFilters, routeStatuses } from './payin-routes/members.ts'
import { resolving } from './payin-routes/resolving.ts'

const depositPage = { ...pageQuery, sort: sortBy(['receivedAt']) }
const routePage = {
  ...pageQuery,
  sort: sortBy(['createdAt']),
  status: z.enum(routeStatuses).optional().describe('Whether deposits are forwarded now.'),
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
    body: z.object({
      fundingAccountId: recordId().describe(
        'Id of the funding account that takes the deposits, `fund_…`.',
      ),
      externalAccountId: recordId().describe('Id of the account that is paid, `acc_…`.'),
    }),
    response: nestedCreation(
      z.object({
        teleportId: z
          .string()
          .describe('Id of the route, `tele_…`; other records call it `routeId`.'),
      }),
    ),
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
      teleportId: recordId().describe('Id of the route, `tele_…`.'),
      externalAccountId: recordId().describe(
        'Id of the account that is paid from now on, `acc_…`.',
      ),
      reason: optionalText()
        .default('')
        .describe('Why it changes; kept in the history of the route.'),
    }),
    // Each change of the destination is a version of it, which this call made or not.
    response: nestedCreation(
      z.object({
        teleportId: z.string().describe('Id of the route, `tele_…`.'),
        previousExternalAccountId: z
          .string()
          .describe('Id of the account that was paid before, `acc_…`.'),
        newExternalAccountId: z
          .string()
          .describe('Id of the account that is paid from now on, `acc_…`.'),
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
      teleportId: recordId().describe('Id of the route, `tele_…`.'),
      routeStatus: z
        .enum(routeStatuses)
        .optional()
        .describe(
          'The state to have; the other one when absent, which needs an Idempotency-Key: a repeated flip would undo itself.',
        ),
      reason: optionalText()
        .default('')
        .describe('Why it changes; kept in the history of the route.'),
    }),
    response: nested(
      z.object({
        teleportId: z.string().describe('Id of the route, `tele_…`.'),
        previousStatus: z.enum(routeStatuses).describe('State of the route before.'),
        routeStatus: z.enum(routeStatuses).describe('State of the route now.'),
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
  ...resolving,
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
      q: text()
        .optional()
        .describe('Part of a name, nickname, address or account number at either end.'),
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
  ...bankMessages,
  listUnlisted: endpoint({
    id: 'payinRoutes.listUnlisted',
    module: 'payin-routes',
    method: 'GET',
    path: at('/deposits/unlisted'),
    summary: 'List unknown tokens and native coin that came to deposit addresses',
    query: z.object({
      ...pageQuery,
      sort: sortBy(['receivedAt']),
      status: z.enum(unlistedStatuses).optional().describe('HELD until somebody decides about it.'),
      walletAddress: text().optional().describe('Deposit address that they came to.'),
    }),
    response: nestedPage(
      z.object({
        deposits: z.array(UnlistedDeposit).describe('Deposits of this page.'),
        notListed: z
          .array(UnlistedRest)
          .describe(
            'More that came in the last 30 days, counted by address and day, the newest first; at most 100.',
          ),
      }),
    ),
    failures: ['CURSOR_INVALID'],
  }),
  estimate: endpoint({
    id: 'payinRoutes.estimate',
    module: 'payin-routes',
    method: 'GET',
    path: at('/preview'),
    summary: 'Preview what a deposit would come to at any destination, before a route goes there',
    query: z.object({
      fundingAccountId: recordId(),
      externalAccountId: recordId(),
      amount: previewAmount.describe(
        'Amount of the deposit, as a decimal text in the source currency.',
      ),
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
    summary: 'Preview what a deposit would come to now',
    params,
    query: z.object({
      amount: previewAmount.describe(
        'Amount of the deposit, as a decimal text in the source currency.',
      ),
    }),
    response: nested(RoutePreview),
    failures: ['ROUTE_NOT_FOUND', 'AMOUNT_PRECISION', 'PROVIDER_UNAVAILABLE'],
  }),
  volume: endpoint({
    id: 'payinRoutes.volume',
    module: 'payin-routes',
    method: 'GET',
    path: at('/{teleportId}/volume'),
    summary: 'Read what a route took in on each day',
    params,
    query: z.object({
      days: z
        .enum(['7', '30', '90'])
        .optional()
        .describe('How many days back, today included; 30 when absent.'),
    }),
    response: nested(RouteVolume),
    failures: ['ROUTE_NOT_FOUND'],
  }),
}
