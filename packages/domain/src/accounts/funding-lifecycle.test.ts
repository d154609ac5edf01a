import { describe, expect, test } from 'vitest'
import {
  type FundingAccountEvent,
  fundingAccountLifecycle,
  type FundingAccountState,
} from './lifecycle.ts'

// operations.md 11.7: every state by every event; what is not named is illegal.
const events: FundingAccountEvent[] = ['open', 'fail', 'deactivate', 'activate', 'close']
const matrix: Record<FundingAccountState, (FundingAccountState | undefined)[]> = {
  PROVISIONING: ['ACTIVE', 'FAILED', undefined, undefined, undefined],
  ACTIVE: [undefined, undefined, 'INACTIVE', undefined, undefined],
  INACTIVE: [undefined, undefined, undefined, 'ACTIVE', 'CLOSED'],
  CLOSED: [undefined, undefined, undefined, undefined, undefined],
  FAILED: [undefined, undefined, undefined, undefined, undefined],
}
const states = Object.keys(matrix) as FundingAccountState[]

describe('the life of a funding account', () => {
  test.each(states)('%s: every event leads where it should, or nowhere', (state) => {
    expect(events.map((event) => fundingAccountLifecycle.next(state, event))).toEqual(matrix[state])
  })

  test('ends closed or failed, and nowhere else', () => {
    expect(states.filter((state) => fundingAccountLifecycle.isFinal(state))).toEqual([
      'CLOSED',
      'FAILED',
    ])
  })
})
