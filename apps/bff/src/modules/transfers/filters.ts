import { type InputOf, transferStatuses as statuses, type transfers } from '@corridor/contract'
import { parseId } from '@corridor/domain'
import { detail, Refusal } from '../../api/refusal.ts'
import type { TransferFilter } from './list-store.ts'

type Query = InputOf<typeof transfers.listOfEntity>['query']
const nowhere = '00000000-0000-0000-0000-000000000000'

/** Query words of a list as the store's filter; unknown words are refused, unknown ids match nothing. */
export function readFilter(query: Query): TransferFilter {
  const { status, entityId, accountId, routeId, includeQuotes, ...rest } = query
  return {
    ...rest,
    statuses: readStatuses(status),
    entityId: entityId === undefined ? undefined : (parseId('ent', entityId) ?? nowhere),
    // Routes come with later work: until then no transfer belongs to one.
    accountId:
      routeId === undefined
        ? accountId === undefined
          ? undefined
          : (parseId('acc', accountId) ?? nowhere)
        : nowhere,
    includeQuotes: includeQuotes === 'true',
  }
}

function readStatuses(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  const words = text.split(',').map((word) => word.trim())
  const known: readonly string[] = statuses
  if (words.every((word) => known.includes(word))) return words
  throw new Refusal('FIELD_INVALID', 'Check status.', {
    details: [detail('status', 'FIELD_INVALID', 'Unknown status.', { allowed: [...statuses] })],
  })
}
