import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'
import { insertPartner } from '../../../test/support/people/partners.ts'

const db = sharedDatabase()
let partner = ''
beforeEach(async () => {
  partner = await insertPartner(db)
})

type Asked = { entity: string; worth: number; day?: number; dayCount?: number }

/** Takes them in one call, as a batch does; which limit each would break. */
async function take(asked: readonly Asked[]): Promise<(string | null)[]> {
  const given = asked.map(({ entity, worth, day = 10_000, dayCount }) => {
    const id = crypto.randomUUID()
    const limits = { day, month: 100_000, day_count: dayCount ?? null, month_count: null }
    return { id, partner, entity, shard: 3, worth, ...limits }
  })
  const { rows } = await db.withPartner(partner, (tx) =>
    sql<{ id: string; broken: string | null }>`
      select id, broken from use_customer_limits(${JSON.stringify(given)}::jsonb)`.execute(tx),
  )
  return given.map(({ id }) => rows.find((row) => row.id === id)?.broken ?? null)
}

async function used(entity: string) {
  const { rows } = await db.withPartner(partner, (tx) =>
    sql<{ worth: number; count: number }>`
      select coalesce(sum(used), 0)::int as worth, coalesce(sum(transfers), 0)::int as count
      from customer_usage where entity_id = ${entity}::uuid`.execute(tx),
  )
  return rows[0]
}

test.each([
  ['far from its limit, with others that are', 5, [5], null],
  ['far from its limit, with one that is near', 5, [9_000], null],
  ['too much for its day, with others that are far', 10_001, [5], 'DAY'],
])('a customer %s is counted once', async (_, worth, others, broken) => {
  const [entity, ...rest] = [worth, ...others].map(() => crypto.randomUUID())
  if (entity === undefined) throw new Error('no customer')
  const asked = [
    { entity, worth },
    ...rest.map((item, at) => ({ entity: item, worth: others[at] ?? 0 })),
  ]
  expect(await take(asked)).toEqual([broken, ...others.map(() => null)])
  expect(await used(entity)).toEqual(broken ? { worth: 0, count: 0 } : { worth, count: 1 })
  for (const [at, item] of rest.entries())
    expect(await used(item)).toEqual({ worth: others[at], count: 1 })
})

test('one customer twice, and one who may make so many transfers, are counted one by one', async () => {
  const [twice, counted] = [crypto.randomUUID(), crypto.randomUUID()]
  const asked = [
    { entity: counted, worth: 1, dayCount: 1 },
    { entity: twice, worth: 6_000 },
    { entity: twice, worth: 6_000 },
    { entity: counted, worth: 1, dayCount: 1 },
  ]
  expect(await take(asked)).toEqual([null, null, 'DAY', 'DAY_COUNT'])
  expect(await used(twice)).toEqual({ worth: 6_000, count: 1 })
  expect(await used(counted)).toEqual({ worth: 1, count: 1 })
})

test('what comes near the limit by what others took meanwhile is taken back and judged anew', async () => {
  const [near, far] = [crypto.randomUUID(), crypto.randomUUID()]
  await take([{ entity: near, worth: 9_670 }])
  const waiting = await db.withPartner(partner, async (other) => {
    await sql`update customer_usage set used = used + 325 where entity_id = ${near}::uuid and shard = 3`.execute(
      other,
    )
    const taking = take([
      { entity: near, worth: 10 },
      { entity: far, worth: 10 },
    ])
    await expect.poll(blocked).toBe(1)
    return { taking }
  })
  expect(await waiting.taking).toEqual(['DAY', null])
  expect(await used(near)).toEqual({ worth: 9_995, count: 1 })
  expect(await used(far)).toEqual({ worth: 10, count: 1 })

  async function blocked(): Promise<number> {
    const { rows } = await db.withPartner(partner, (tx) =>
      sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(tx),
    )
    return rows[0]?.n ?? 0
  }
})
