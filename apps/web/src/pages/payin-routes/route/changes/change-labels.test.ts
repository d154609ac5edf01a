import { expect, test } from 'vitest'
import { changeReason, changeLabel } from './change-labels.ts'
import type { RouteChange } from '../../../../api/queries/payin-routes.ts'

const change: RouteChange = {
  kind: 'created',
  destinationVersion: 1,
  previousExternalAccountId: '',
  newExternalAccountId: 'acc_1',
  previousStatus: '',
  routeStatus: 'active',
  reason: '',
  actorType: 'api_key',
  actorId: 'key_1',
  actorName: 'Bookkeeping',
  at: '2026-11-20T13:00:00.000Z',
}

test.each([
  [{}, 'Route created'],
  [{ kind: 'destination' }, 'Destination changed'],
  [{ kind: 'status' }, 'Switched on'],
  [{ kind: 'status', routeStatus: 'inactive' }, 'Switched off'],
] as const)('%j has a label', (given, label) => {
  expect(changeLabel({ ...change, ...given })).toBe(label)
})

test('a cause of the service is a sentence, what a person wrote stays as it is', () => {
  expect(changeReason({ kind: 'status', reason: 'DESTINATION_DISABLED' })).toBe(
    'Its destination was disabled.',
  )
  expect(changeReason({ kind: 'status', reason: 'end of the season' })).toBe('end of the season')
  expect(changeReason({ kind: 'destination', reason: 'BY_PARTNER' })).toBe('BY_PARTNER')
})
