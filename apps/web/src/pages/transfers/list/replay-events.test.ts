import { expect, test } from 'vitest'
import type { Timeline } from '../../../api/queries/transfers.ts'
import { newestDeliveries } from './replay-events.tsx'

const delivery = (eventId: string, deliveryId: string): Timeline['deliveries'][number] => ({
  deliveryId,
  eventId,
  status: 'SUCCESS',
  attempts: 1,
  at: '2026-01-05T10:00:00.000Z',
})

test('each event is sent again once, by its newest delivery, in the order of the events', () => {
  const deliveries = [
    delivery('evt_1', 'dlv_1'),
    delivery('evt_2', 'dlv_2'),
    delivery('evt_1', 'dlv_3'),
  ]
  expect(newestDeliveries({ deliveries })).toEqual(['dlv_3', 'dlv_2'])
})
