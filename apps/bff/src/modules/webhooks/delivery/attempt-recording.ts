import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { applyAttempt, type Course, courseOf, type FinishedAttempt } from './attempt-rules.ts'
import {
  type DeliveryChange,
  type Health,
  lockEndpoints,
  noteSkipped,
  sendAnew,
  stillOurs,
  writeAttempts,
  writeHealth,
} from './attempt-store.ts'
import { moveEndpoint } from '../endpoint/transition.ts'

const actor = { type: 'service', id: 'webhooks' } as const

/** What was written: attempts whose lease had ended are left out. */
export type Recorded = {
  changes: DeliveryChange[]
  /** Whether an endpoint changed its state, which is an event. */
  hasMoved: boolean
}

/**
 * Records a batch of attempts in the caller's transaction: endpoints are locked, deliveries
 * continue, endpoints get better or worse. May run again after a deadlock; it changes nothing but
 * rows.
 */
export async function recordAttempts(
  tx: Tx,
  deps: Pick<Deps, 'ids' | 'random'>,
  finished: readonly FinishedAttempt[],
): Promise<Recorded> {
  const deliveries = finished.map(({ delivery }) => delivery)
  // The second statement begins when the first has its locks, so it sees what others did before.
  const [endpoints, ours] = await Promise.all([
    lockEndpoints(tx, deliveries),
    stillOurs(tx, deliveries),
  ])
  const courses = new Map(endpoints.map((row) => [row.id, courseOf(row)]))
  const changes: DeliveryChange[] = []
  for (const item of finished) {
    const delivery = ours.get(item.delivery.id)
    const course = courses.get(item.delivery.endpoint_id)
    if (!delivery || !course || delivery.fence !== item.delivery.fence) continue
    changes.push(applyAttempt(course, delivery, item, randomPart(deps.random)))
  }
  if (changes.length === 0) return { changes, hasMoved: false }
  await Promise.all([
    writeAttempts(tx, changes),
    writeHealth(tx, [...courses.values()].flatMap(changedHealth)),
    sendAnew(
      tx,
      replaced(changes).map((of) => ({ id: deps.ids.uuid(), of })),
    ),
    noteSkipped(tx, rowsOf(changes, 'SKIPPED')),
  ])
  let hasMoved = false
  for (const course of courses.values()) hasMoved = (await takeMoves(tx, course)) || hasMoved
  return { changes, hasMoved }
}

async function takeMoves(tx: Tx, { endpoint, moves }: Course): Promise<boolean> {
  let row: Course['endpoint'] = endpoint
  for (const move of moves) {
    const by = { partnerId: row.partner_id, actor, requestId: '' }
    const moved = await moveEndpoint(tx, by, row, move)
    if (!moved.ok) throw new Error(`the endpoint did not ${move.event}`)
    row = { ...moved.value, now: row.now }
  }
  return moves.length > 0
}

/** Nothing where it is as before: most attempts succeed on an endpoint that is well. */
function changedHealth(course: Course): Health[] {
  const { endpoint, failingSince, straightFailures, heldUntil } = course
  if (
    straightFailures === endpoint.straight_failures &&
    failingSince?.getTime() === endpoint.failing_since?.getTime() &&
    heldUntil?.getTime() === endpoint.held_until?.getTime()
  )
    return []
  return [
    {
      partner_id: endpoint.partner_id,
      id: endpoint.id,
      failing_since: failingSince,
      straight_failures: straightFailures,
      held_until: heldUntil,
    },
  ]
}

const rowsOf = (changes: readonly DeliveryChange[], status: DeliveryChange['status']) =>
  changes.filter((change) => change.status === status).map(({ attempt }) => attempt.delivery)
const replaced = (changes: readonly DeliveryChange[]) =>
  rowsOf(
    changes.filter(({ reason }) => reason === 'ENDPOINT_REPLACED'),
    'CANCELLED',
  )

function randomPart(random: Deps['random']): number {
  const [high = 0, low = 0] = random(2)
  return (high * 256 + low) / 65_535
}
