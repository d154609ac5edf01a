import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@corridor/client'
import { parseId } from '@corridor/domain'
import { now } from '../db/open.ts'
import { moveClock } from '../modules/sandbox/store.ts'
import type { Deps } from '../ports/deps.ts'
import type { DemoOrdinary, DemoPartner } from './demo-records.ts'
import { type DemoTurn, turnsOf } from './habits.ts'
import { isPending, order, payIn, type Place } from './ordinary.ts'
import { countMoving, finishPast } from './past-clock-store.ts'
import { settled } from './settled.ts'

type HistoryDeps = Pick<Deps, 'db' | 'wake' | 'realTime'>
export type History = { client: Client; place: Place; demo: DemoPartner }

const completedWithinMs = 60_000
const lookAgainMs = 20

/**
 * Brings a clock that began in the past to the real time, and on the way makes what the partners did
 * in those days: through the same operations as today, each at its time. What a start before this one
 * has passed by stays as it is.
 */
export async function seedHistory(deps: HistoryDeps, histories: readonly History[]): Promise<void> {
  const real = deps.realTime()
  if ((await serviceNow(deps)) > new Date(real.getTime() - 60_000)) return
  const turns = histories
    .flatMap((history) => turnsOf(history.demo.habits, real).map((turn) => ({ history, turn })))
    .toSorted((a, b) => a.turn.at.getTime() - b.turn.at.getTime())
  for (const same of Map.groupBy(turns, ({ turn }) => turn.at.getTime()).values())
    await makeTurn(deps, same)
  await deps.db.asWorker(finishPast)
  deps.wake.notify('sweep')
}

type Turn = { history: History; turn: DemoTurn }

/** A turn that the clock has passed was made before a crash. */
async function makeTurn(deps: HistoryDeps, turns: readonly Turn[]): Promise<void> {
  const [first] = turns
  if (!first) return
  const { at, paidAfterMinutes } = first.turn
  const paidAt = new Date(at.getTime() + paidAfterMinutes * 60_000)
  if ((await serviceNow(deps)).getTime() > paidAt.getTime() + 60_000) return
  await goTo(deps, at)
  const ordered = await settled(
    turns.flatMap(({ history, turn }) => turn.transfers.map((demo) => orderOne(history, demo))),
  )
  await goTo(deps, paidAt)
  await settled(
    ordered.map(async ({ history, executionId, isQuote, demo }) => {
      const { client } = history
      if (isQuote || (await isPending(client, executionId))) await payIn(client, executionId, demo)
    }),
  )
  await untilStill(
    deps,
    ordered.map(({ executionId }) => executionId),
  )
}

async function orderOne(history: History, demo: DemoOrdinary) {
  return { history, demo, ...(await order(history.client, history.place, demo)) }
}

/** The clock goes on only when nothing is under way that would be dated later than it was. */
async function untilStill({ db }: HistoryDeps, executionIds: readonly string[]): Promise<void> {
  const ids = executionIds.flatMap((id) => parseId('exec', id) ?? [])
  for (let waitedMs = 0; waitedMs < completedWithinMs; waitedMs += lookAgainMs) {
    if ((await db.asWorker((tx) => countMoving(tx, ids))) === 0) return
    await sleep(lookAgainMs)
  }
  throw new Error('The history of the demo data does not come to its end.')
}

async function goTo(deps: HistoryDeps, at: Date): Promise<void> {
  const seconds = (at.getTime() - (await serviceNow(deps)).getTime()) / 1_000
  if (seconds <= 0) return
  await deps.db.asWorker((tx) => moveClock(tx, seconds))
  deps.wake.notify('sweep')
}

const serviceNow = ({ db }: HistoryDeps): Promise<Date> => db.asWorker(now)
