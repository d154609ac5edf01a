import {
  breakerHold,
  breakerThreshold,
  type EndpointEvent,
  endpointLifecycle,
  type EndpointState,
  healthAfter,
  retryDelay,
} from '@corridor/domain'
import type { DeliveryChange, Locked, SentAttempt } from './attempt-store.ts'
import type { DeliveryRow } from '../endpoint/store.ts'

/** An attempt that came to its end, in whatever way. */
export type FinishedAttempt = SentAttempt & {
  /** A signed test event, which verifies an endpoint. */
  isTest: boolean
  /** It could not even be made, and the receiver has no part in that. */
  isOurs: boolean
}

/** An endpoint while the attempts of a batch are applied to it one after the other. */
export type Course = {
  endpoint: Locked
  status: EndpointState
  failingSince: Date | null
  straightFailures: number
  heldUntil: Date | null
  moves: { event: EndpointEvent; reason: string }[]
}

export const courseOf = (endpoint: Locked): Course => ({
  endpoint,
  status: endpoint.status,
  failingSince: endpoint.failing_since,
  straightFailures: endpoint.straight_failures,
  heldUntil: endpoint.held_until,
  moves: [],
})

const holdMsMax = 24 * 3_600_000
/** The receiver as a whole asks for quiet, not this one delivery. */
const asksForQuiet = new Set([429, 502, 503, 504])
const gone = 410

export const isSuccess = ({ httpStatus = 0 }: Pick<SentAttempt, 'httpStatus'>): boolean =>
  httpStatus >= 200 && httpStatus < 300

/**
 * What an attempt makes of its delivery and of its endpoint (operations.md 11.9 and part 12). The
 * course continues with it; `delivery` is the current row. `random` is 0 to 1.
 */
export function applyAttempt(
  course: Course,
  delivery: DeliveryRow,
  finished: FinishedAttempt,
  random: number,
): DeliveryChange {
  const attempt = { ...finished, delivery }
  if (course.endpoint.deleted_at !== null) {
    const cancelled = { status: 'CANCELLED', reason: 'ENDPOINT_DELETED' } as const
    const ended = isSuccess(finished) ? ({ status: 'DELIVERED', reason: '' } as const) : cancelled
    return { attempt, ...ended, nextDelayMs: undefined }
  }
  const isOfNow = delivery.url === course.endpoint.url
  if (isSuccess(finished)) {
    if (isOfNow) succeed(course, attempt)
    return { attempt, status: 'DELIVERED', reason: '', nextDelayMs: undefined }
  }
  if (!isOfNow)
    return { attempt, status: 'CANCELLED', reason: 'ENDPOINT_REPLACED', nextDelayMs: undefined }
  if (finished.httpStatus === gone) {
    failed(course, attempt, undefined)
    move(course, 'disable', 'RECEIVER_GONE')
    return { attempt, status: 'EXHAUSTED', reason: '', nextDelayMs: undefined }
  }
  const nextDelayMs = retryDelay({
    preset: course.endpoint.retry_preset,
    made: delivery.round + 1,
    retryAfterMs: finished.retryAfterMs,
    random,
  })
  if (!finished.isOurs) failed(course, attempt, nextDelayMs)
  if (nextDelayMs === undefined) return { attempt, status: 'EXHAUSTED', reason: '', nextDelayMs }
  if (course.endpoint.status === 'DISABLED')
    return { attempt, status: 'SKIPPED', reason: 'DISABLED', nextDelayMs: undefined }
  return { attempt, status: 'RETRYING', reason: '', nextDelayMs }
}

function succeed(course: Course, { delivery, isTest }: FinishedAttempt): void {
  // A wish for quiet holds on; what was begun before it says nothing about it.
  if (course.straightFailures >= breakerThreshold || delivery.trigger === 'MANUAL')
    course.heldUntil = null
  course.failingSince = null
  course.straightFailures = 0
  if (course.status === 'DEGRADED') move(course, 'recover', '')
  if (isTest && course.status === 'UNVERIFIED') move(course, 'verify', '')
}

function failed(
  course: Course,
  { httpStatus = 0, retryAfterMs }: FinishedAttempt,
  nextDelayMs: number | undefined,
): void {
  const { now } = course.endpoint
  course.straightFailures += 1
  course.failingSince ??= now
  hold(course, breakerHold(course.straightFailures, nextDelayMs))
  if (asksForQuiet.has(httpStatus)) hold(course, retryAfterMs)
  // Nothing but what was asked for by hand is tried in a pause, which says little.
  if (course.status === 'PAUSED') return
  const failingMs = now.getTime() - course.failingSince.getTime()
  const health = healthAfter(failingMs, course.straightFailures)
  if (health === 'DISABLED') move(course, 'disable', 'ONLY_FAILURES')
  if (health === 'DEGRADED') move(course, 'degrade', 'ONLY_FAILURES')
}

function hold(course: Course, ms: number | undefined): void {
  if (ms === undefined || ms === 0) return
  const until = new Date(course.endpoint.now.getTime() + Math.min(ms, holdMsMax))
  if (course.heldUntil === null || course.heldUntil < until) course.heldUntil = until
}

function move(course: Course, event: EndpointEvent, reason: string): void {
  const to = endpointLifecycle.next(course.status, event)
  if (!to) return
  course.status = to
  course.moves.push({ event, reason })
}
