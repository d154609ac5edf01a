import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../test/support/database/recycled.ts'
import { batchedCall, haveAlone, needAlone, postponedWrite } from './batch.ts'
import { createGroupCommit } from './group-commit.ts'
import type { Tx } from './open.ts'
import { withClient } from './server/server.ts'

const db = sharedDatabase()
beforeAll(async () => {
  await withClient(db.urls.owner, (owner) =>
    owner.query(`create table noted (id int primary key, xid xid8 default pg_current_xact_id());
      grant select, insert on noted to corridor_worker;`),
  )
})

const shape = {
  transactionsUsually: 1,
  transactionsMax: 1,
  manyWorks: 32,
  waitMs: 0,
  worksMax: 32,
  isShared: true,
}
const share = () => createGroupCommit(db.asWorker, shape)
const noteMany = (tx: Tx, ids: readonly number[]) =>
  sql`insert into noted (id) select * from unnest(${ids}::int[])`.execute(tx)
const note = postponedWrite<number>((tx, id) => noteMany(tx, [id]), noteMany)
const double = batchedCall<number, number>(async (tx, values) => {
  const { rows } = await sql<{ value: number }>`
    select 2 * g.value as value from unnest(${values}::int[]) with ordinality as g (value, place)
    order by g.place`.execute(tx)
  return rows.map(({ value }) => value)
})
/** The transactions in which these were noted. */
async function transactionsOf(ids: readonly number[]): Promise<string[]> {
  const { rows } = await db.asWorker((tx) =>
    sql<{
      xid: string
    }>`select xid::text from noted where id = any(${ids}::int[]) order by id`.execute(tx),
  )
  return rows.map(({ xid }) => xid)
}

describe('works that come at the same time', () => {
  test('share a transaction, and each has its own answer', async () => {
    const together = share()
    const ids = [1, 2, 3, 4, 5]
    const answers = await Promise.all(
      ids.map((id) =>
        together(async (tx) => {
          const answer = await double(tx, id)
          await note(tx, id)
          return answer
        }),
      ),
    )
    expect(answers).toEqual([2, 4, 6, 8, 10])
    const found = await transactionsOf(ids)
    expect(found).toHaveLength(5)
    expect(new Set(found).size).toBe(1)
  })

  test('one that fails leaves nothing, and the others share another', async () => {
    const together = share()
    const ids = [11, 12, 13, 14]
    let tries = 0
    const outcomes = await Promise.allSettled(
      ids.map((id) =>
        together(async (tx) => {
          await note(tx, id)
          if (id !== 13) return
          tries += 1
          throw new Error('refused')
        }),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(tries).toBe(2)
    const found = await transactionsOf(ids)
    expect(found).toHaveLength(3)
    expect(new Set(found).size).toBe(1)
  })

  test('a statement that fails takes none of the others with it', async () => {
    const together = share()
    const outcomes = await Promise.allSettled(
      [21, 22, 23].map((id) =>
        together(async (tx) => {
          await note(tx, id)
          if (id === 22) await sql`select 1 / 0`.execute(tx)
        }),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await transactionsOf([21, 22, 23])).toHaveLength(2)
  })

  test('two that use the same thing, and one that needs a transaction alone, are apart', async () => {
    const together = share()
    await Promise.all(
      [31, 32, 33, 34].map((id) =>
        together(async (tx) => {
          if (id < 33) haveAlone(tx, 'the one thing')
          if (id === 33) needAlone(tx)
          await note(tx, id)
        }),
      ),
    )
    const [first, second, alone, other] = await transactionsOf([31, 32, 33, 34])
    expect(first).not.toBe(second)
    expect(alone).not.toBe(first)
    expect(alone).not.toBe(other)
    expect(first).toBe(other)
  })
})
