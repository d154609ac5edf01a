import { payinRoutes } from '../../call.ts'
import { type Picked, pickedNestedSource } from '../../list-source.ts'
import {
  type Deposit,
  type DepositRecord,
  payinRoutesKey,
  type RouteItem,
} from '../payin-routes.ts'

const listedRoutes = [
  'routeId',
  'routeStatus',
  'statusReason',
  'held',
  'accountOwner.name',
  'depositAccountInfo.currency',
  'depositAccountInfo.bank_name',
  'depositAccountInfo.bank_account_number',
  'depositAccountInfo.payment_rail',
  'depositAccountInfo.networkName',
  'depositAccountInfo.depositWalletAddress',
  'sourceJurisdiction.name',
  'sourceJurisdiction.currency',
  'destinationJurisdiction.name',
  'destinationJurisdiction.currency',
  'destination',
  'destinationAccount.bankName',
  'destinationAccount.numberMasked',
  'totalTransactions',
  'lastDepositAt',
  'volume',
  'createdAt',
] as const
export type ListedRoute = Picked<RouteItem, (typeof listedRoutes)[number]>

export const routesSource = pickedNestedSource(
  [...payinRoutesKey, 'list'],
  payinRoutes.list,
  (routes) => routes,
  listedRoutes,
)

export const routesSourceOfEntity = (entityId: string) =>
  pickedNestedSource(
    [...payinRoutesKey, 'of-entity'],
    payinRoutes.listOfEntity,
    ({ routes }) => routes,
    listedRoutes,
    { entityId },
  )

export const routesSourceOfFunding = (fundingAccountId: string) =>
  pickedNestedSource(
    [...payinRoutesKey, 'of-funding'],
    payinRoutes.list,
    (routes) => routes,
    listedRoutes,
    undefined,
    { fundingAccountId },
  )

/** What a decision about a deposit needs to know of it. */
const resolved = [
  'depositId',
  'status',
  'heldReason',
  'amountIn',
  'amountOut',
  'sender',
  'destination',
  'allowedActions',
  'version',
] as const
export type ResolvableDeposit = Picked<Deposit, (typeof resolved)[number]>

const listedDeposit = [
  ...resolved,
  'fundingAccountId',
  'accountOwner',
  'jurisdiction',
  'labels',
  'receivedAt',
] as const
export type ListedDeposit = Picked<DepositRecord, (typeof listedDeposit)[number]>

const heldDeposit = [...listedDeposit, 'limit', 'fit'] as const
export type HeldDeposit = Picked<DepositRecord, (typeof heldDeposit)[number]>

/** Deposits of all funding accounts. */
export const depositsSource = pickedNestedSource(
  [...payinRoutesKey, 'deposits'],
  payinRoutes.listDeposits,
  (deposits) => deposits,
  listedDeposit,
)

export const heldSource = pickedNestedSource(
  [...payinRoutesKey, 'deposits'],
  payinRoutes.listDeposits,
  (deposits) => deposits,
  heldDeposit,
  undefined,
  { status: 'HELD' },
)

const listedHistory = [
  'depositId',
  'status',
  'heldReason',
  'sender',
  'amountIn',
  'amountOut',
  'fees.totalFees',
  'executionId',
  'receivedAt',
] as const
export type HistoryDeposit = Picked<Deposit, (typeof listedHistory)[number]>

/** Deposits of one route. */
export const historySource = (teleportId: string) =>
  pickedNestedSource(
    [...payinRoutesKey, 'history'],
    payinRoutes.deposits,
    (deposits) => deposits,
    listedHistory,
    { teleportId },
  )
