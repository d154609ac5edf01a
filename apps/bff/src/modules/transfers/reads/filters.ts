import { uuidOf } from '../../../db/no-id.ts'
import {
  type InputOf,
  transferFilters,
  transferStatuses as statuses,
  type transfers,
} from '@corridor/contract'
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
  const narrowing: Narrowing = {
    ...Object.fromEntries(plain.map((name) => [name, query[name]])),
    statuses: readStatuses(query.status, at),
    entityId: entityId === undefined ? undefined : uuidOf('ent', entityId),
    accountId: accountId === undefined || funding ? undefined : uuidOf('acc', accountId),
    fundingAccountId: funding,
    routeId: routeId === undefined ? undefined : uuidOf('tele', routeId),
  }
  const includeQuotes = query.includeQuotes === 'true'
  const isWhole = !includeQuotes && Object.values(narrowing).every((value) => value === undefined)
  return { ...narrowing, role: query.role, includeQuotes, isWhole }
}

/** Those that the store takes as they are sent. */
const plain = (Object.keys(transferFilters) as (keyof typeof transferFilters)[]).filter(
  (name) => !['status', 'includeQuotes', 'entityId', 'accountId', 'routeId'].includes(name),
)

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
