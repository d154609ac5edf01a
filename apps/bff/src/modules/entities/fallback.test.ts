import { Client } from 'pg'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'
import { readMigrations } from '../../db/schema/migrations.ts'

const db = sharedDatabase()

test('a server that forbids the extensions lists and searches without their indexes', async () => {
  const migration = readMigrations().find(({ file }) => file.includes('0011_customers'))
  const [block = ''] = /do \$\$[^]*?end \$\$;/.exec(migration?.sql ?? '') ?? []
  expect(block).toContain('create extension')
  const admin = new Client({ connectionString: db.adminUrl })
  await admin.connect()
  try {
    await admin.query(`drop index entity_search, entity_missing;
      drop extension pg_trgm; drop extension btree_gin;
      revoke create on database ${db.name} from corridor_owner; set role corridor_owner`)
    await admin.query(block)
    const { rows } = await admin.query<{ indexname: string }>(
      `select indexname from pg_indexes where tablename = 'entity' order by 1`,
    )
    const names = rows.map(({ indexname }) => indexname)
    expect(names).toContain('entity_missing')
    expect(names).not.toContain('entity_search')
    const found = await admin.query<{ ids: unknown }>(
      `select matching_entities('%nobody%', 'taxId', 10) as ids`,
    )
    expect(found.rows).toEqual([{ ids: [] }])
  } finally {
    await admin.end()
  }
})
