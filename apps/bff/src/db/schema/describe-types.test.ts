import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase, type EmptyDatabase } from '../../../test/support/database/database.ts'
import { describeTypes } from './describe-types.ts'
import { withClient } from '../server/server.ts'

let db: EmptyDatabase
beforeEach(async () => {
  db = await createEmptyDatabase()
})
afterEach(() => db.drop())

const describedAs = (tables: string) =>
  withClient(db.ownerUrl, async (owner) => {
    await owner.query(tables)
    return describeTypes(owner)
  })

test('each column gets the type that its values have in our code', async () => {
  const source = await describedAs(`
    create table money_move (
      id uuid, amount numeric(78,0) not null, count int8 not null default 0, at timestamptz not null,
      kind text not null check (kind in ('IN', 'OUT')), free text check (length(free) < 9),
      payload jsonb not null, bytes bytea, tags text[] not null, on_day date, done boolean not null,
      twice int generated always as (1 + 1) stored
    ) partition by range (at);
    create table money_move_default partition of money_move default;`)
  expect(source).toContain(`export type MoneyMoveTable = {
  id: string | null
  amount: bigint
  count: Generated<number>
  at: Date
  kind: 'IN' | 'OUT'
  free: string | null
  payload: Json
  bytes: Bytes | null
  tags: string[]
  on_day: string | null
  done: boolean
  twice: GeneratedAlways<number | null>
}
`)
  expect(source).toContain('export type DB = {\n  money_move: MoneyMoveTable\n}\n')
})

test('a type without a parser of ours is refused by its column’s name', async () => {
  await expect(describedAs('create table place (at point)')).rejects.toThrow(
    'place.at: add its type point',
  )
})
