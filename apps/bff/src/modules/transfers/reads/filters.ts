import { uuidOf } from '../../../db/no-id.ts'
import { type InputOf, transferStatuses as statuses, type transfers } from '@corridor/contract'
import { fromWire, parseId } from '@corridor/domain'
import { detail, Refusal } from '../../../api/request/refusal.ts'
import type { Narrowing, TransferFilter } from './list-store.ts'

type Query = Omit<
  InputOf<typeof transfers.listOfEntity>['query'],
  'limit' | 'cursor' | 'sort' | 'fields'
>

/**
 * Query parameters of a list as the store's filter; unknown values are refused, unknown ids match
 * nothing. `at` is the path of the parameters in the request, e.g. `filters.`.
 */
export function readFilter(query: Query, at = ''): TransferFilter {
  const { entityId, accountId, routeId } = query
  for (const name of ['amountMin', 'amountMax'] as const) checkAmount(query[name], at + name)
  const funding = accountId === undefined ? undefined : parseId('fund', accountId)
  const narrowing = {
    statuses: readStatuses(query.status, at),
    eventStatus: query.eventStatus,
    direction: query.direction,
    currency: query.currency,
    jurisdiction: query.jurisdiction,
    fromJurisdiction: query.fromJurisdiction,
    toJurisdiction: query.toJurisdiction,
    amountMin: query.amountMin,
    amountMax: query.amountMax,
    createdFrom: query.createdFrom,
    createdTo: query.createdTo,
    completedFrom: query.completedFrom,
    completedTo: query.completedTo,
    entityId: entityId === undefined ? undefined : uuidOf('ent', entityId),
    accountId: accountId === undefined || funding ? undefined : uuidOf('acc', accountId),
    fundingAccountId: funding,
    routeId: routeId === undefined ? undefined : uuidOf('tele', routeId),
    hash: query.hash,
    q: query.q,
  } satisfies Record<keyof Narrowing, unknown>
  const includeQuotes = query.includeQuotes === 'true'
  const isWhole = !includeQuotes && Object.values(narrowing).every((value) => value === undefined)
  return { ...narrowing, role: query.role, includeQuotes, isWhole }
}

function readStatuses(text: string | undefined, at: string): string[] | undefined {
  if (text === undefined) return undefined
  const values = text.split(',').map((value) => value.trim())
  const known: readonly string[] = statuses
  if (values.every((value) => known.includes(value))) return values
  throw new Refusal('FIELD_INVALID', 'Check status.', {
    details: [
      detail(`${at}status`, 'FIELD_INVALID', 'Unknown status.', { allowed: [...statuses] }),
    ],
  })
}

/** No amount has more digits than a JSON number carries, so none is near such a bound. */
function checkAmount(text: string | undefined, path: string): void {
  if (text === undefined || fromWire(text, '', 18).ok) return
  throw new Refusal('AMOUNT_PRECISION', 'An amount has at most 15 significant digits.', {
    details: [detail(path, 'AMOUNT_PRECISION', 'Use fewer digits.')],
  })
}
