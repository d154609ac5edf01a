import {
  drawingLifecycle,
  frameLifecycle,
  type Machine,
  replenishmentLifecycle,
} from '@corridor/domain'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'

const db = sharedDatabase()

/** `QUOTED ACCEPTED`: each change from one state to another; a part repaid after a part is none. */
const pairsOf = <S extends string>(machine: Machine<S, string>): string[] => {
  const states = Object.keys(machine.transitions) as S[]
  return states.flatMap((from) =>
    machine
      .reachable(from)
      .filter((to) => to !== from)
      .map((to) => `${from} ${to}`),
  )
}

describe.each([
  ['reserve_frame', pairsOf(frameLifecycle)],
  ['liquidity_transaction', pairsOf(drawingLifecycle)],
  ['replenishment', pairsOf(replenishmentLifecycle)],
])('the life of a %s', (resource, pairs) => {
  test('the database knows the same changes as the program', async () => {
    const rows = await db.asWorker((tx) =>
      tx
        .selectFrom('allowed_transition')
        .select(['from_state', 'to_state'])
        .where('resource', '=', resource)
        .execute(),
    )
    const inDatabase = rows.map((row) => `${row.from_state} ${row.to_state}`)
    expect(inDatabase.toSorted()).toEqual(pairs.toSorted())
  })

  test('the database refuses every other change', async () => {
    const { rows } = await db.asWorker((tx) =>
      sql<{ trigger: string }>`
        select pg_get_triggerdef(oid) as trigger from pg_trigger
        where tgrelid = ${resource}::regclass and tgname = ${`${resource}_lifecycle`}
          and tgenabled <> 'D'`.execute(tx),
    )
    expect(rows.map(({ trigger }) => trigger)).toEqual([
      expect.stringMatching(
        new RegExp(`BEFORE UPDATE OF status .*refuse_illegal_transition\\('${resource}'\\)`),
      ),
    ])
  })
})
