import { type FinishedAttempt, isSuccess } from './attempt-rules.ts'
import type { Claim } from './claim-store.ts'

export type Lanes = {
  take: (claims: readonly Claim[]) => void
  /** How many were taken and have not come to an end. */
  open: () => number
  /** Endpoints that answered quickly and well when they were last asked. */
  quick: () => string[]
  /** What waited too long to be sent within its lease, since the last time; `all` takes every one that waits. */
  late: (all?: 'all') => Claim[]
  /** Resolves when nothing is on its way. */
  idle: () => Promise<unknown>
}

type Lane = { onTheirWay: number; waiting: { claim: Claim; since: number }[] }

/** guarantees.md 3.4; the database gives no process more, unless it may lie ready here. */
const sentAtOnce = 5
const quickMs = 100
const quickMax = 5_000

/**
 * Sends five deliveries of an endpoint at a time; others of the same claim wait in line, so that the
 * next goes out as soon as one has come back, and not only when that is recorded.
 */
export function createLanes({
  send,
  finish,
  waitMsMax,
}: {
  send: (claim: Claim) => Promise<FinishedAttempt>
  finish: (attempt: FinishedAttempt) => void
  /** A claim that waited longer is not sent any more, since its lease might end on its way. */
  waitMsMax: number
}): Lanes {
  const lanes = new Map<string, Lane>()
  const quick = new Set<string>()
  const ways = new Set<Promise<void>>()
  let late: Claim[] = []

  return {
    take: (claims) => {
      const since = performance.now()
      for (const claim of claims) {
        const lane = laneOf(claim)
        lane.waiting.push({ claim, since })
        fill(lane)
      }
    },
    open: () => [...lanes.values()].reduce((sum, lane) => sum + lane.waiting.length, ways.size),
    quick: () => [...quick],
    late: (all) => {
      if (all)
        for (const { waiting } of lanes.values()) late.push(...waiting.splice(0).map(claimOf))
      const found = late
      late = []
      return found
    },
    idle: () => Promise.all(ways),
  }

  function laneOf({ delivery }: Claim): Lane {
    const known = lanes.get(delivery.endpoint_id)
    if (known) return known
    const lane: Lane = { onTheirWay: 0, waiting: [] }
    lanes.set(delivery.endpoint_id, lane)
    return lane
  }

  function fill(lane: Lane): void {
    while (lane.onTheirWay < sentAtOnce) {
      const next = lane.waiting.shift()
      if (!next) return
      if (performance.now() - next.since > waitMsMax) late.push(next.claim)
      else begin(lane, next.claim)
    }
  }

  /** After a failure the database decides anew whether anything is sent at all. */
  function judge(lane: Lane, endpointId: string, attempt: FinishedAttempt): void {
    const isGood = isSuccess(attempt)
    if (isGood && attempt.durationMs < quickMs && quick.size < quickMax) quick.add(endpointId)
    else quick.delete(endpointId)
    if (!isGood) late.push(...lane.waiting.splice(0).map(claimOf))
  }

  function begin(lane: Lane, claim: Claim): void {
    const endpointId = claim.delivery.endpoint_id
    lane.onTheirWay += 1
    const way = send(claim).then((attempt) => {
      ways.delete(way)
      lane.onTheirWay -= 1
      judge(lane, endpointId, attempt)
      fill(lane)
      if (lane.onTheirWay === 0) lanes.delete(endpointId)
      finish(attempt)
    })
    ways.add(way)
  }
}

const claimOf = ({ claim }: { claim: Claim }): Claim => claim
