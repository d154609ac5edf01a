import { queryOptions } from '@tanstack/react-query'
import { call, webhooks, freshFor } from '../call.ts'
import { ApiError } from '@corridor/client/http'
import {
  type ListAnswer,
  type ListSource,
  type Picked,
  pickedSource,
  type RowOf,
} from '../list-source.ts'
import { webhooksKey } from './webhooks.ts'
import { t } from '../../messages/text.ts'

export type HookEvent = RowOf<typeof webhooks.events>

const what = [
  'eventId',
  'eventCategory',
  'eventType',
  'eventStatus',
  'eventObject.executionId',
  'eventObject.transactionId',
  'eventObject.entityId',
  'eventObject.reserveFrameId',
  'eventObject.ltxId',
  'eventObject.status',
  'eventObject.previousStatus',
  'createdAt',
] as const
const listed = [...what, 'sequence'] as const
const ofCustomer = [...what, 'eventObject.jurisdictionId', 'eventObject.jurisdictionIds'] as const

export type ListedEvent = Picked<HookEvent, (typeof listed)[number]>
/** As much of an event as every list of them has. */
export type SomeEvent = Picked<HookEvent, (typeof what)[number]>
type CustomerEvent = Picked<HookEvent, (typeof ofCustomer)[number]>
export type CustomerEvents = ListSource<ListAnswer<CustomerEvent>>

export const eventsSource = pickedSource([...webhooksKey, 'events'], webhooks.events, listed)

export const eventsSourceOf = (entityId: string) =>
  pickedSource([...webhooksKey, 'of-entity'], webhooks.events, ofCustomer, undefined, { entityId })

/** What happened to the wallets of an entity. */
export const walletEventsSourceOf = (entityId: string) =>
  pickedSource([...webhooksKey, 'of-wallets'], webhooks.events, ofCustomer, undefined, {
    entityId,
    category: 'wallet',
  })

/** An event, and the jurisdictions that it and its equals of the same moment are about. */
export type Activity = CustomerEvent & { places: readonly string[] }

/** The events of a source; what was decided about several jurisdictions at once is one of them. */
export function activityOf(source: CustomerEvents): ListSource<ListAnswer<Activity>> {
  return {
    key: [...source.key, 'together'],
    fetch: async (query, signal) => {
      const answer = await source.fetch(query, signal)
      return { ...answer, data: together(answer.data) }
    },
  }
}

export function together(events: readonly CustomerEvent[]): Activity[] {
  const found = new Map<string, Activity>()
  for (const event of events) {
    const { eventId, eventCategory, eventType, eventStatus, eventObject, createdAt } = event
    const { status, previousStatus } = eventObject
    const places = placesOf(eventObject)
    const decision = [eventCategory, eventType, eventStatus, status, previousStatus, createdAt]
    const key = places.length > 0 ? decision.join(' ') : eventId
    const before = found.get(key)
    if (before) found.set(key, { ...before, places: [...before.places, ...places] })
    else found.set(key, { ...event, places })
  }
  return [...found.values()]
}

function placesOf({ jurisdictionId, jurisdictionIds }: CustomerEvent['eventObject']): string[] {
  return jurisdictionId ? [jurisdictionId] : (jurisdictionIds ?? [])
}

/** Events that name a record, of whatever kind it is. */
export const eventsSourceAbout = (id: string) =>
  pickedSource([...webhooksKey, 'about'], webhooks.events, listed, undefined, { q: id })

/** One event of the history; `at` is the moment that a link names. */
export const eventQuery = (eventId: string, at: string | null) =>
  queryOptions({
    // An event never changes, so live messages need not name it.
    queryKey: ['event', eventId],
    queryFn: ({ signal }) => findEvent(eventId, at, signal),
    staleTime: freshFor.immutable,
  })

const pagesMax = 5
const pageSize = '200'

/**
 * One event of the history, which can be listed but not read by its id: from the moment that the link names, else
 * among the newest thousand. Lists do not carry all of it.
 * @throws {ApiError} 404 when it is none of these
 */
async function findEvent(
  eventId: string,
  at: string | null,
  signal: AbortSignal,
): Promise<HookEvent> {
  const found = (await eventOfMoment(eventId, at, signal)) ?? (await newestEvent(eventId, signal))
  if (found) return found
  throw new ApiError({ status: 404, code: 'RECORD_NOT_FOUND', message: t('No event has this id.') })
}

async function eventOfMoment(eventId: string, at: string | null, signal: AbortSignal) {
  const from = Date.parse(at ?? '')
  if (Number.isNaN(from)) return undefined
  // Times are kept with more digits than the API sends.
  const query = {
    createdFrom: new Date(from).toISOString(),
    createdTo: new Date(from + 1).toISOString(),
    limit: pageSize,
  }
  const { data } = await call(webhooks.events, { query }, { signal })
  return data.find((event) => event.eventId === eventId)
}

async function newestEvent(eventId: string, signal: AbortSignal) {
  let cursor: string | undefined
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { limit: pageSize, ...(cursor ? { cursor } : {}) }
    // Each page begins where the one before it ended.
    const { data, pagination } = await call(webhooks.events, { query }, { signal })
    const event = data.find((item) => item.eventId === eventId)
    if (event || !pagination.nextCursor) return event
    cursor = pagination.nextCursor
  }
  return undefined
}
