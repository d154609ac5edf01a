import { describe, expect, test } from 'vitest'
import {
  type ExternalAccountEvent,
  externalAccountLifecycle as lifecycle,
  type ExternalAccountState,
} from './lifecycle.ts'

const events: ExternalAccountEvent[] = [
  'verify',
  'fail',
  'retry',
  'enable',
  'disable',
  'unlink',
  'relink',
  'delete',
]

/** For each state, where each event leads, in the order above; '' where it is illegal. */
const matrix: Record<ExternalAccountState, (ExternalAccountState | '')[]> = {
  PENDING_VERIFICATION: ['ENABLED', 'VERIFICATION_FAILED', '', '', '', '', '', 'DELETED'],
  VERIFICATION_FAILED: ['', '', 'PENDING_VERIFICATION', '', '', '', '', 'DELETED'],
  ENABLED: ['', '', '', '', 'DISABLED', 'NEEDS_RELINK', '', 'DELETED'],
  DISABLED: ['', '', '', 'ENABLED', '', '', '', 'DELETED'],
  NEEDS_RELINK: ['', '', '', '', 'DISABLED', '', 'ENABLED', 'DELETED'],
  DELETED: ['', '', '', '', '', '', '', ''],
}

describe.each(Object.entries(matrix))('an external account that is %s', (state, row) => {
  test.each(events.map((event, i) => [event, row[i] ?? '']))('on %s: %s', (event, to) => {
    const next = lifecycle.next(state as ExternalAccountState, event)
    expect(next ?? '').toBe(to)
  })
})

test('only a deleted account is at its end', () => {
  const states = Object.keys(matrix) as ExternalAccountState[]
  expect(states.filter((state) => lifecycle.isFinal(state))).toEqual(['DELETED'])
})
