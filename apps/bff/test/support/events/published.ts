import { type EventCategory, eventCatalogue, eventNotes, eventStatuses } from '@corridor/domain'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { scopeOfKind } from '../../../src/dashboard/event-filter.ts'
import type { AnyBody, Bff, Partner } from '../process/bff.ts'

const path = '/api/v1/xfer/utility/webhook/events'

/** All events of a partner in its history, oldest first. */
export async function historyOf(bff: Bff, partner: Partner = bff.first): Promise<AnyBody[]> {
  const events: AnyBody[] = []
  let cursor = ''
  do {
    const { status, body } = await bff.get(`${path}?limit=200${cursor}`, partner)
    expect(status).toBe(200)
    events.push(...body.data)
    cursor = body.pagination.hasMore ? `&cursor=${body.pagination.nextCursor}` : ''
  } while (cursor !== '')
  return events.toReversed()
}

/** `transfer.initiated(quoted)` */
const labelOf = ({ eventCategory, eventType, eventStatus }: AnyBody) =>
  `${eventCategory}.${eventType}(${eventStatus})`

/**
 * Checks everything published on this instance against operations.md 12: values, standard
 * members, numbers without a gap, and chains of states. `expected` must be among it: statuses, with
 * blanks between them, by category and type. `others`: partners beside the instance's two.
 */
export async function expectEventsPublished(
  bff: Bff,
  expected: Readonly<Record<string, string>>,
  others: readonly Partner[] = [],
): Promise<void> {
  await published(bff)
  const labels = new Set<string>()
  for (const partner of [bff.first, bff.second, ...others]) {
    const events = await historyOf(bff, partner)
    expect(events.map((event) => event.sequence)).toEqual(events.map((_, place) => place + 1))
    for (const event of events) {
      labels.add(labelOf(event))
      expectCatalogued(event)
    }
    expectChains(events)
  }
  const wanted = Object.entries(expected).flatMap(([kind, statuses]) =>
    statuses.split(' ').map((status) => `${kind}(${status})`),
  )
  expect([...labels]).toEqual(expect.arrayContaining(wanted))
  const kinds = await bff.deps.db.asWorker((tx) =>
    tx.selectFrom('event').select('subject_kind').distinct().execute(),
  )
  expect(Object.keys(scopeOfKind)).toEqual(
    expect.arrayContaining(kinds.map((row) => row.subject_kind)),
  )
}

/** Waits until every event has its number. */
const published = (bff: Bff) =>
  expect
    .poll(() =>
      bff.deps.db.asWorker(async (tx) => {
        const { rows } = await sql`select e.id from event e where not exists (
          select from event_number n where n.event_id = e.id) limit 1`.execute(tx)
        return rows
      }),
    )
    .toEqual([])

const types: Readonly<Record<string, readonly string[]>> = eventCatalogue
const statuses: Readonly<Record<string, readonly string[]>> = eventStatuses
function expectCatalogued(event: AnyBody): void {
  const { eventCategory, eventType, eventStatus, eventObject } = event
  expect(types[eventCategory], labelOf(event)).toContain(eventType)
  expect(statuses[eventCategory], labelOf(event)).toContain(eventStatus)
  for (const name of ['executionId', 'transactionId', 'status', 'previousStatus'])
    expect([labelOf(event), name, typeof eventObject[name]]).toEqual([
      labelOf(event),
      name,
      'string',
    ])
  expect(Object.keys(eventObject), labelOf(event)).toEqual(
    expect.arrayContaining([...eventNotes[eventCategory as EventCategory].members]),
  )
}

/** Each event begins where the one before it, of the same execution or record, has ended. */
function expectChains(events: readonly AnyBody[]): void {
  const states = new Map<string, string>()
  for (const event of events) {
    const { status, previousStatus } = event.eventObject
    for (const record of recordsOf(event)) {
      const before = states.get(record) ?? firstOf(event)
      expect(`${record} ${labelOf(event)} ${previousStatus}`).toBe(
        `${record} ${labelOf(event)} ${before}`,
      )
      states.set(record, status)
    }
  }
}

/** A place where a customer is not verified has no event of its own before the first step. */
const firstOf = ({ eventCategory }: AnyBody) => (eventCategory === 'kyc' ? 'NOT_STARTED' : '')

/** Whose states an event carries. A customer's own is that of its verification, published there. */
function recordsOf({ eventCategory, eventType, eventObject: it }: AnyBody): string[] {
  if (it.executionId !== '') return [it.executionId]
  switch (eventCategory) {
    case 'kyc':
      if (eventType === 'created') return []
      return (it.jurisdictionIds ?? [it.jurisdictionId])
        .filter((id: string) => id !== '')
        .map((id: string) => `${it.entityId} ${id}`)
    case 'external_account':
    case 'funding_account':
      return [it.accountId]
    case 'wallet':
      return [it.sessionId ?? it.authId ?? it.authenticatorId ?? it.accountId ?? it.walletId]
    case 'payin':
      return [it.teleportId]
    case 'payin_deposit':
      return [it.depositId]
    case 'reserve':
      return [it.reserveFrameId]
    case 'liquidity_transaction':
      return [it.ltxId]
    case 'replenishment':
      return [it.replenishmentId]
    case 'fulfilment':
      return [it.quoteId]
    case 'api_key':
      return [it.keyId]
    case 'export':
      return [it.exportId]
    default:
      return []
  }
}
