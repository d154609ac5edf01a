import { uuidOf } from '../../../db/no-id.ts'
import { type InputOf, transferStatuses as statuses, type transfers } from '@corridor/contract'
import { fromWire, parseId } from '@corridor/domain'
import { detail, Refusal } from '../../../api/request/refusal.ts'
import type { TransferFilter } from './list-store.ts'

type Query = Omit<InputOf<typeof transfers.listOfEntity>['query'], 'limit' | 'cursor' | 'sort'>

/**
 * Query words of a list as the store's filter; unknown words are refused, unknown ids match nothing.
 * `at` is where the words stand in the request, e.g. `filters.`.
 */
export function readFilter(query: Query, at = ''): TransferFilter {
  const { status, entityId, accountId, routeId, includeQuotes, ...rest } = query
  for (const name of ['amountMin', 'amountMax'] as const) checkAmount(rest[name], at + name)
  const funding = accountId === undefined ? undefined : parseId('fund', accountId)
  return {
    ...rest,
    statuses: readStatuses(status, at),
    entityId: entityId === undefined ? undefined : uuidOf('ent', entityId),
    accountId: accountId === undefined || funding ? undefined : uuidOf('acc', accountId),
    fundingAccountId: funding,
    routeId: routeId === undefined ? undefined : uuidOf('tele', routeId),
    includeQuotes: includeQuotes === 'true',
  }
}

function readStatuses(text: string | undefined, at: string): string[] | undefined {
  if (text === undefined) return undefined
  const words = text.split(',').map((word) => word.trim())
  const known: readonly string[] = statuses
  if (words.every((word) => known.includes(word))) return words
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
