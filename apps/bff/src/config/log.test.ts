import { sql } from 'kysely'
import { Pool } from 'pg'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../test/support/database/recycled.ts'
import { errorFacts } from './log.ts'

const db = sharedDatabase()

test('an error of the database is logged by its names, without the row that it is about', async () => {
  const error: unknown = await db
    .asWorker((tx) => sql`insert into chain (chain_id, marker) values ('1', 'canary')`.execute(tx))
    .catch((reason: unknown) => reason)
  expect(JSON.stringify(error)).toContain('canary')
  const facts = errorFacts(error)
  expect(facts).toMatchObject({ code: '23502', table: 'chain', column: 'created_at' })
  expect(JSON.stringify(facts)).not.toContain('canary')
})

test('an error that carries a client is logged without it, also as a cause or a part', () => {
  const client = new Pool({ connectionString: 'postgres://me:canary@localhost/x' })
  const inner = Object.assign(new Error('lost'), { client })
  const outer = new Error('no connection', { cause: inner })
  const many = new AggregateError([inner], 'all failed')
  const text = JSON.stringify([inner, outer, many].map(errorFacts))
  expect(text).toContain('no connection: lost')
  expect(text).not.toContain('canary')
})

test('what is no error is logged as it is', () => {
  expect(errorFacts('gone')).toBe('gone')
})
