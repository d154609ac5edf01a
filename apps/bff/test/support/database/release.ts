import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { withClient } from '../../../src/db/server/server.ts'
import { createEmptyDatabase, type EmptyDatabase } from './database.ts'

/**
 * A database as an earlier release left it, with the tables of that release and the rows of an instance
 * that its demo had filled: `releases/COMMIT.sql.gz`. Answers kept for repeated requests are left out;
 * nobody repeats them.
 */
export async function restoreRelease(commit: string): Promise<EmptyDatabase> {
  const file = fileURLToPath(new URL(`../../releases/${commit}.sql.gz`, import.meta.url))
  const database = await createEmptyDatabase()
  // As superuser: rows come in without triggers, in the order of the tables' names.
  await withClient(database.adminUrl, (admin) =>
    admin.query(gunzipSync(readFileSync(file)).toString('utf8')),
  )
  return database
}
