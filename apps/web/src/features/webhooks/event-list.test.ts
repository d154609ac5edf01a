import { expect, test } from 'vitest'
import { changesStatus, eventLink, eventName, recordColumns, subjectOf } from './event-list.tsx'
import type { HookEvent } from '../../api/queries/events.ts'

const event = (eventStatus: string, object: Partial<HookEvent['eventObject']>): HookEvent => ({
  eventId: 'evt_1',
  eventCategory: 'transfer',
  eventType: 'transitioned',
  eventStatus,
  eventObject: { executionId: '', transactionId: '', status: '', previousStatus: '', ...object },
  createdAt: '2026-01-05T12:00:00.000Z',
  sequence: 7,
  apiVersion: 'v1',
  environment: 'sandbox',
})

test.each([
  [{ transactionId: 'HR-1', executionId: 'cexec-1', entityId: 'ent_1' }, 'HR-1'],
  [{ executionId: 'cexec-1', entityId: 'ent_1' }, 'cexec-1'],
  [{ entityId: 'ent_1' }, 'ent_1'],
  [{}, ''],
  [{ reserveFrameId: 'rsv_1' }, 'rsv_1'],
  [{ ltxId: 'ltx_1', reserveFrameId: '' }, 'ltx_1'],
])('an event about %o is about %j', (object, subject) => {
  expect(subjectOf(event('x', object))).toBe(subject)
})

test.each([
  ['funds_received', { status: 'PROCESSING', previousStatus: 'PENDING' }, true],
  ['quoted', { status: 'QUOTED' }, true],
  ['passkey_added', { status: 'passkey_added' }, false],
  ['something_new', {}, false],
])('%s with %o changes a status: %s', (status, object, changes) => {
  expect(changesStatus(event(status, object))).toBe(changes)
})

test('a link to an event says when it was, so that it can be found again', () => {
  const params = new URL(eventLink(event('quoted', {})).to, 'http://x').searchParams
  expect(params.get('at')).toBe('2026-01-05T12:00:00.000Z')
  expect(eventName(event('quoted', {}))).toBe('transfer.transitioned')
})

test('beside a record no row repeats its name, nor a type its category', () => {
  expect(recordColumns.map(({ id }) => id)).toEqual([
    'time',
    'status',
    'type',
    'change',
    'sequence',
  ])
})
