import { describe, expect, test } from 'vitest'
import {
  isForced,
  type RouteEvent,
  routeLifecycle,
  type RouteReason,
  type RouteState,
} from './lifecycle.ts'

const events: RouteEvent[] = ['activate', 'deactivate', 'force']

/** For each state, where each event leads, in the order above; '' where it is illegal. */
const matrix: Record<RouteState, (RouteState | '')[]> = {
  active: ['', 'inactive', 'inactive'],
  inactive: ['active', '', ''],
}

describe.each(Object.entries(matrix))('a route that is %s', (state, row) => {
  test.each(events.map((event, i) => [event, row[i] ?? '']))('on %s: %s', (event, to) => {
    expect(routeLifecycle.next(state as RouteState, event) ?? '').toBe(to)
  })
})

test('a route is never at its end', () => {
  const states = Object.keys(matrix) as RouteState[]
  expect(states.filter((state) => routeLifecycle.isFinal(state))).toEqual([])
})

test('a dependency, not its partner, is behind three of the reasons', () => {
  const reasons: Record<RouteReason | '', boolean> = {
    '': false,
    PENDING_ACTIVATION: false,
    BY_PARTNER: false,
    DESTINATION_DISABLED: true,
    FUNDING_DEACTIVATED: true,
    COMPLIANCE_HOLD: true,
  }
  for (const [reason, forced] of Object.entries(reasons))
    expect([reason, isForced(reason as RouteReason | '')]).toEqual([reason, forced])
})
