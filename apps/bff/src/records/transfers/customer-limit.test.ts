import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'
import { holdCustomers } from './customer-limit.ts'
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

test('customers who are one person are counted as one, far from their limit, too', async () => {
  const [a, b, alone] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  await db.withPartner(partner, async (tx) => {
    for (const id of [a, b])
      await sql`insert into entity (partner_id, id, type, first_name, last_name, business_name, email,
          phone_number, nationality, permanent_address, kyc_status, kyc_missing, created_at,
          updated_at, version)
        values (${partner}, ${id}, 'individual', 'Ada', 'Okonkwo', '', ${`${id}@example.com`}, '',
          'GB', '{"country": "GB"}', 'APPROVED', '{}', now(), now(), 1)`.execute(tx)
    await sql`insert into person_member (partner_id, entity_id, person_id)
      values (${partner}, ${a}, ${a}), (${partner}, ${b}, ${a})`.execute(tx)
  })
  const asked = [
    { entity: a, worth: 5 },
    { entity: alone, worth: 5 },
    { entity: b, worth: 9_990 },
    { entity: a, worth: 10 },
    { entity: b, worth: 5 },
  ]
  await db.withPartner(partner, async (tx) => {
    await holdCustomers(tx, partner, [b])
    const { rows } = await sql`select distinct entity_id from customer_usage
      where partner_id = ${partner}`.execute(tx)
    expect(rows).toHaveLength(2)
  })
  expect(await take(asked)).toEqual([null, null, null, 'DAY', null])
  expect([await used(a), await used(b)]).toEqual([
    { worth: 5, count: 1 },
    { worth: 9_995, count: 2 },
  ])
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
