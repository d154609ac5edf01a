import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { listedEvent } from './events.ts'

const page = (...ids: string[]) => ({ answer: { data: ids.map((eventId) => ({ eventId })) } })

test('an event is found in any list of events that was read, and nowhere else', () => {
  const queries = new QueryClient()
  queries.setQueryData(['webhooks', 'events', { sort: '-createdAt' }, 100], {
    pages: [page('evt_3', 'evt_2'), page('evt_1')],
  })
  queries.setQueryData(['webhooks', 'of-entity', 'ent_1'], { pages: [page('evt_9')] })
  expect(listedEvent(queries, 'evt_1')?.eventId).toBe('evt_1')
  expect(listedEvent(queries, 'evt_9')).toBeUndefined()
  expect(listedEvent(new QueryClient(), 'evt_1')).toBeUndefined()
})
