import { afterEach, expect, test } from 'vitest'
import { createEmptyDatabase, type EmptyDatabase } from '../../../test/support/database/database.ts'
import { keptLog } from '../../../test/support/database/quiet.ts'
import { withClient } from '../server/server.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migrations.ts'

let database: EmptyDatabase | undefined
afterEach(() => database?.drop())

/** The record of the MAC key after the migration to versions, on a database that was used so. */
async function secretAfter(used: string | undefined) {
  database = await createEmptyDatabase()
  const { ownerUrl } = database
  const all = readMigrations()
  const isLater = ({ set, file }: { set: string; file: string }) =>
    set === 'signer' && file > '0001_signer.sql'
  const log = keptLog()
  const before = all.filter((file) => !isLater(file))
  await migrate({ ownerUrl, log, files: before })
  if (used) await withClient(ownerUrl, (owner) => owner.query(used))
  await migrate({ ownerUrl, log, files: all })
  const { rows } = await withClient(ownerUrl, (owner) =>
    owner.query('select root_version, wrapped from signer.root_secret'),
  )
  return rows
}

test('a database that no service has used begins with keys of its own', async () => {
  expect(await secretAfter(undefined)).toEqual([])
})

test.each([
  [
    'was started',
    `insert into kek_binding (fingerprint) values ('\\x00112233445566778899aabbccddeeff')`,
  ],
  [
    'has entities',
    `insert into signer.entity_key (entity_id, partner_id, version, wrapped_key, created_at)
     values ('ent_1', 'par_1', 1, '\\x00', now())`,
  ],
])('a database that %s keeps the MAC key that its addresses come from', async (_name, used) => {
  expect(await secretAfter(used)).toEqual([{ root_version: 1, wrapped: null }])
})
