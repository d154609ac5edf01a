import { describe, expect, test } from 'vitest'
import type { Machine } from '../base/machine.ts'
import {
  batchStatus,
  drawingActions,
  type DrawingEvent,
  drawingLifecycle,
  type DrawingState,
  frameActions,
  type FrameEvent,
  frameLifecycle,
  framePhase,
  type FramePhase,
  type FrameState,
  openDrawingStates,
  openReplenishmentStates,
  owingStates,
  type ReplenishmentEvent,
  replenishmentLifecycle,
  type ReplenishmentState,
} from './lifecycle.ts'

const no = undefined

/** Every state by every event; what is not named is illegal. */
function expectMatrix<S extends string, E extends string>(
  machine: Machine<S, E>,
  events: readonly E[],
  matrix: Record<S, (S | undefined)[]>,
): void {
  const states = Object.keys(matrix) as S[]
  expect(Object.keys(machine.transitions)).toEqual(states)
  for (const state of states)
    expect([state, ...events.map((event) => machine.next(state, event))]).toEqual([
      state,
      ...matrix[state],
    ])
  const known = states.flatMap((state) => Object.keys(machine.transitions[state]))
  expect([...new Set(known)].toSorted()).toEqual(events.toSorted())
}

describe('the life of a reserve frame (operations.md 11.3)', () => {
  test('every event leads where it should, or nowhere', () => {
    const events: FrameEvent[] = ['submit', 'accept', 'reject', 'expire', 'cancel']
    const matrix: Record<FrameState, (FrameState | undefined)[]> = {
      QUOTED: ['PENDING_CONFIRMATION', 'ACCEPTED', no, 'EXPIRED', 'CANCELLED'],
      PENDING_CONFIRMATION: [no, 'ACCEPTED', 'REJECTED', no, no],
      ACCEPTED: [no, no, no, no, 'CANCELLED'],
      REJECTED: [no, no, no, no, no],
      EXPIRED: [no, no, no, no, no],
      CANCELLED: [no, no, no, no, no],
    }
    expectMatrix(frameLifecycle, events, matrix)
  })

  const hour = (count: number) => new Date(Date.UTC(2026, 10, 21, count))
  test.each<[number, bigint, FramePhase]>([
    [9, 0n, 'UPCOMING'],
    [9, 10n, 'UPCOMING'],
    [10, 0n, 'ACTIVE'],
    [11, 9n, 'ACTIVE'],
    [11, 10n, 'EXHAUSTED'],
    [12, 0n, 'ENDED'],
    [13, 10n, 'ENDED'],
  ])('at %d o’clock with %d of 10 used it is %s', (at, used, phase) => {
    const frame = { startsAt: hour(10), endsAt: hour(12), amount: 10n, used }
    expect(framePhase(frame, hour(at))).toBe(phase)
  })

  test.each<[FrameState, FramePhase | undefined, string[]]>([
    ['QUOTED', no, ['accept', 'cancel']],
    ['PENDING_CONFIRMATION', no, []],
    ['ACCEPTED', 'UPCOMING', ['cancel']],
    ['ACCEPTED', 'ACTIVE', ['draw']],
    ['ACCEPTED', 'EXHAUSTED', []],
    ['ACCEPTED', 'ENDED', []],
    ['REJECTED', no, []],
    ['EXPIRED', no, []],
    ['CANCELLED', no, []],
  ])('%s %s: %j may be done', (state, phase, actions) => {
    expect(frameActions(state, phase)).toEqual(actions)
  })
})

describe('the life of a drawing (operations.md 11.4)', () => {
  test('every event leads where it should, or nowhere', () => {
    const events: DrawingEvent[] = [
      'broadcast',
      'disburse',
      'repayPart',
      'repay',
      'fallDue',
      'reject',
      'fail',
      'writeOff',
    ]
    const ended = [no, no, no, no, no, no, no, no]
    const part = 'PARTIALLY_REPLENISHED'
    const whole = 'REPLENISHED'
    const matrix: Record<DrawingState, (DrawingState | undefined)[]> = {
      INITIATED: ['BROADCAST', 'DISBURSED', no, no, no, 'REJECTED', 'FAILED', no],
      BROADCAST: [no, 'DISBURSED', no, no, no, no, 'FAILED', no],
      DISBURSED: [no, no, part, whole, 'OVERDUE', no, no, no],
      PARTIALLY_REPLENISHED: [no, no, part, whole, 'OVERDUE', no, no, no],
      OVERDUE: [no, no, part, whole, no, no, no, 'WRITTEN_OFF'],
      REPLENISHED: ended,
      REJECTED: ended,
      FAILED: ended,
      WRITTEN_OFF: ended,
    }
    expectMatrix(drawingLifecycle, events, matrix)
  })

  test('is owed on from its disbursement until it is repaid or given up', () => {
    expect(owingStates).toEqual(['DISBURSED', 'PARTIALLY_REPLENISHED', 'OVERDUE'])
    expect(openDrawingStates).toEqual(['INITIATED', 'BROADCAST', ...owingStates])
    for (const state of Object.keys(drawingLifecycle.transitions) as DrawingState[])
      expect([state, drawingActions(state)]).toEqual([
        state,
        owingStates.includes(state) ? ['replenish', 'fulfil'] : [],
      ])
  })
})

describe('the life of a replenishment (operations.md 11.4)', () => {
  test('every event leads where it should, or nowhere', () => {
    const events: ReplenishmentEvent[] = ['confirm', 'arriveInPart', 'arrive', 'fail', 'expire']
    const ended = [no, no, no, no, no]
    const matrix: Record<ReplenishmentState, (ReplenishmentState | undefined)[]> = {
      PENDING: ['CONFIRMING', 'PARTIAL', 'COMPLETED', 'FAILED', 'EXPIRED'],
      CONFIRMING: [no, 'PARTIAL', 'COMPLETED', 'FAILED', no],
      PARTIAL: [no, 'PARTIAL', 'COMPLETED', no, no],
      COMPLETED: ended,
      FAILED: ended,
      EXPIRED: ended,
    }
    expectMatrix(replenishmentLifecycle, events, matrix)
  })

  test('is open until it has ended', () => {
    const states = Object.keys(replenishmentLifecycle.transitions) as ReplenishmentState[]
    expect(openReplenishmentStates).toEqual(
      states.filter((state) => !replenishmentLifecycle.isFinal(state)),
    )
  })

  test.each<[ReplenishmentState[], ReplenishmentState]>([
    [['COMPLETED', 'COMPLETED'], 'COMPLETED'],
    [['FAILED', 'FAILED'], 'FAILED'],
    [['COMPLETED', 'FAILED'], 'PARTIAL'],
    [['COMPLETED', 'EXPIRED'], 'PARTIAL'],
    [['PENDING', 'PENDING'], 'PENDING'],
    [['COMPLETED', 'PENDING'], 'PENDING'],
    [['FAILED', 'CONFIRMING'], 'PENDING'],
    [['COMPLETED', 'PARTIAL'], 'PENDING'],
  ])('a batch of %j is %s', (states, status) => {
    expect(batchStatus(states)).toBe(status)
  })
})
