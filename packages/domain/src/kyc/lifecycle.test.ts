import { describe, expect, test } from 'vitest'
import { kycLifecycle, type KycEvent, type KycState } from './lifecycle.ts'
import { isHeld, shownStatus, takesSubmission, waitingOn, worstState } from './status.ts'

/** The arrows of operations.md 11.6; whatever is not here is illegal. */
const arrows: readonly [KycState, KycEvent, KycState][] = [
  ['NOT_STARTED', 'begin', 'INCOMPLETE'],
  ['INCOMPLETE', 'submit', 'SUBMITTED'],
  ['SUBMITTED', 'review', 'UNDER_REVIEW'],
  ['UNDER_REVIEW', 'approve', 'APPROVED'],
  ['UNDER_REVIEW', 'ask', 'INFORMATION_REQUIRED'],
  ['INFORMATION_REQUIRED', 'answer', 'SUBMITTED'],
  ['UNDER_REVIEW', 'reject', 'REJECTED'],
  ['UNDER_REVIEW', 'rejectFinally', 'REJECTED_FINAL'],
  ['REJECTED', 'begin', 'INCOMPLETE'],
  ['APPROVED', 'expire', 'EXPIRED'],
  ['EXPIRED', 'begin', 'INCOMPLETE'],
  ['APPROVED', 'pause', 'PAUSED'],
  ['PAUSED', 'resume', 'APPROVED'],
  ['PAUSED', 'offboard', 'OFFBOARDED'],
]
const states = Object.keys(kycLifecycle.transitions) as KycState[]
const events = [...new Set(arrows.map(([, event]) => event))]

describe('every state by every event', () => {
  test.each(states.flatMap((state) => events.map((event): [KycState, KycEvent] => [state, event])))(
    '%s, %s',
    (state, event) => {
      const arrow = arrows.find(([from, by]) => from === state && by === event)
      expect(kycLifecycle.next(state, event)).toBe(arrow?.[2])
    },
  )

  test('there are 11 states and 12 events', () => {
    expect([states.length, events.length]).toEqual([11, 12])
  })

  test('ends are REJECTED_FINAL and OFFBOARDED alone', () => {
    expect(states.filter((state) => kycLifecycle.isFinal(state))).toEqual([
      'REJECTED_FINAL',
      'OFFBOARDED',
    ])
  })
})

describe('the shortest way', () => {
  test('from any state that is not final to every decision, along arrows', () => {
    const targets = ['APPROVED', 'REJECTED', 'REJECTED_FINAL', 'INFORMATION_REQUIRED'] as const
    for (const from of states.filter((state) => !kycLifecycle.isFinal(state)))
      for (const to of targets) {
        const path = kycLifecycle.path(from, to)
        const end = path?.reduce<KycState | undefined>(
          (state, event) => state && kycLifecycle.next(state, event),
          from,
        )
        expect([from, to, end]).toEqual([from, to, to])
      }
  })

  test('is the shortest, empty where nothing is to be done, and none out of an end', () => {
    expect(kycLifecycle.path('NOT_STARTED', 'APPROVED')).toEqual([
      'begin',
      'submit',
      'review',
      'approve',
    ])
    expect(kycLifecycle.path('PAUSED', 'APPROVED')).toEqual(['resume'])
    expect(kycLifecycle.path('APPROVED', 'APPROVED')).toEqual([])
    expect(kycLifecycle.path('OFFBOARDED', 'APPROVED')).toBeUndefined()
  })
})

describe('the state of a customer', () => {
  test.each<[KycState[], KycState]>([
    [[], 'NOT_STARTED'],
    [['APPROVED', 'APPROVED'], 'APPROVED'],
    [['APPROVED', 'SUBMITTED'], 'SUBMITTED'],
    [['SUBMITTED', 'INCOMPLETE'], 'INCOMPLETE'],
    [['INCOMPLETE', 'INFORMATION_REQUIRED'], 'INFORMATION_REQUIRED'],
    [['APPROVED', 'EXPIRED'], 'EXPIRED'],
    [['PAUSED', 'REJECTED'], 'PAUSED'],
    [['PAUSED', 'OFFBOARDED'], 'OFFBOARDED'],
  ])('%j is %s', (asked, worst) => expect(worstState(asked)).toBe(worst))

  test.each<[KycState, string[], string | null]>([
    ['NOT_STARTED', [], 'partner'],
    ['INCOMPLETE', [], 'partner'],
    ['SUBMITTED', [], 'service'],
    ['UNDER_REVIEW', [], 'service'],
    ['INFORMATION_REQUIRED', [], 'customer'],
    ['INFORMATION_REQUIRED', ['partner'], 'partner'],
    ['INFORMATION_REQUIRED', ['partner', 'customer'], 'customer'],
    ['APPROVED', [], null],
    ['REJECTED', ['partner'], 'partner'],
    ['REJECTED_FINAL', [], null],
    ['EXPIRED', [], 'partner'],
    ['PAUSED', [], null],
    ['OFFBOARDED', [], null],
  ])('%s with reasons for %j waits on %s', (state, fixBy, who) =>
    expect(waitingOn(state, fixBy)).toBe(who),
  )

  test('takes submissions before and after a verification, never during or beyond', () => {
    expect(states.filter(takesSubmission)).toEqual([
      'NOT_STARTED',
      'INCOMPLETE',
      'REJECTED',
      'EXPIRED',
    ])
    expect(states.filter(isHeld)).toEqual(['REJECTED_FINAL', 'PAUSED', 'OFFBOARDED'])
    expect(shownStatus('REJECTED_FINAL')).toBe('REJECTED')
  })
})
