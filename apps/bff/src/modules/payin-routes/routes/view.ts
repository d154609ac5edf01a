import type { PayinRoute, RouteItem } from '@corridor/contract'
import { formatId, toWire, customerName } from '@corridor/domain'
import type { z } from 'zod'
import type { Deps } from '../../../ports/deps.ts'
import { depositAccountInfo, limitsOf, returnPolicyOf } from '../../accounts/funding/view.ts'
import { jurisdictionRef } from '../../../outside/jurisdictions/jurisdictions.ts'
import type { RouteRecord } from './list-store.ts'
import type { DaySum, RouteSummary } from './summary-store.ts'

type Item = z.output<typeof RouteItem>
type Whole = z.output<typeof PayinRoute>
type Places = Pick<Deps, 'jurisdictions'>
export type Record = Omit<RouteRecord, 'sort_key'>

/** The API view that a list and a single route share (interface-specification.md 2). */
function factsOf({ jurisdictions }: Places, row: Record, summary: RouteSummary | undefined) {
  const source = jurisdictions.byId(row.source_id)
  const target = jurisdictions.byId(row.target_id)
  const wallet = row.wallet as { walletAddress?: string } | null
  return {
    routeId: formatId('tele', row.id),
    fundingAccountId: formatId('fund', row.funding_account_id),
    accountOwner: {
      entityId: formatId('ent', row.owner_id),
      name: customerName({
        first_name: row.owner_first_name,
        last_name: row.owner_last_name,
        business_name: row.owner_business_name,
      }),
    },
    depositAccountInfo: depositAccountInfo(row, source),
    sourceJurisdiction: jurisdictionRef(row.source_id, source),
    destinationJurisdiction: jurisdictionRef(row.target_id, target),
    externalAccountId: formatId('acc', row.external_account_id),
    destinationEntity: {
      entityId: formatId('ent', row.recipient_id),
      name: customerName({
        first_name: row.recipient_first_name,
        last_name: row.recipient_last_name,
        business_name: row.recipient_business_name,
      }),
    },
    ...(wallet?.walletAddress === undefined
      ? {}
      : { destination: { walletAddress: wallet.walletAddress } }),
    destinationAccount: destinationAccount(row, wallet),
    routeStatus: row.status,
    statusReason: row.reason,
    totalTransactions: summary?.total ?? 0,
    held: summary?.held ?? 0,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }
}

/** Numbers are masked where they are stored; an address is public anyhow. */
function destinationAccount(row: Record, wallet: { walletAddress?: string } | null) {
  const account = row.account as { accountNumber?: string; bankIban?: string; bankName?: string }
  const number = account.bankIban || account.accountNumber || ''
  return {
    kind: row.account_kind,
    nickname: row.nickname,
    holderName: (row.holder as { name?: string }).name ?? '',
    bankName: account.bankName || ((row.verification as { bankName?: string }).bankName ?? ''),
    numberMasked: wallet?.walletAddress ?? number,
    status: row.account_status,
  }
}

/** One line of a list; `days` are the last thirty, the oldest first. */
export function itemBody(
  deps: Places,
  row: Record,
  of: { summary: RouteSummary | undefined; sums: readonly DaySum[]; days: readonly string[] },
): Item {
  const source = deps.jurisdictions.byId(row.source_id)
  const scale = source?.currencyScale ?? 0
  const own = of.sums.filter(
    ({ routeId, currency }) => routeId === row.id && currency === source?.currency,
  )
  const byDay = new Map(own.map(({ day, amount }) => [day, amount]))
  return {
    ...factsOf(deps, row, of.summary),
    ...(of.summary ? { lastDepositAt: of.summary.lastDepositAt.toISOString() } : {}),
    volume: of.days.map((day) => toWire({ minor: byDay.get(day) ?? 0n, scale })),
  }
}

/** One route with its newest deposits. */
export function routeBody(
  deps: Places,
  row: Record,
  of: {
    summary: RouteSummary | undefined
    inFlight: number
    history: Whole['history']
    allowedActions: Whole['allowedActions']
    createdBy: Whole['createdBy']
  },
): Whole {
  return {
    ...factsOf(deps, row, of.summary),
    history: of.history,
    destinationVersion: row.destination_version,
    fundingStatus: row.funding_status,
    limits: limitsOf(deps.jurisdictions.byId(row.source_id)),
    returnPolicy: returnPolicyOf(row),
    inFlight: of.inFlight,
    allowedActions: of.allowedActions,
    createdBy: of.createdBy,
    updatedAt: row.updated_at.toISOString(),
  }
}
