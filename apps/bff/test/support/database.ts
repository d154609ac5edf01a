import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Database, openPools } from '../../src/db/open.ts'
import { adminRole } from '../../src/db/create-cluster.ts'
import { embeddedUrl, withClient } from '../../src/db/server.ts'

export type TestDatabase = Database & {
  name: string
  /** Superuser of the run's server, connected to this database: for planting and looking past row security. */
  adminUrl: string
}

/**
 * A database of its own for a test file, copied from the run's migrated template. `close()` drops it.
 *
 * ```ts
 * const db = await createTestDatabase()
 * afterAll(() => db.close())
 * ```
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('server')
  const name = `test_${randomBytes(8).toString('hex')}`
  const url = (role: string, database: string) =>
    embeddedUrl(server, role, server.secrets[role] ?? '', database)
  await withClient(url(adminRole, 'postgres'), async (admin) => {
    await admin.query(`create database ${name} template ${server.template} owner corridor_owner`)
    // A copy does not carry the grants on the database itself.
    await admin.query(
      `grant connect on database ${name} to corridor_app, corridor_worker, corridor_signer`,
    )
  })
  const leave = () =>
    withClient(url(adminRole, 'postgres'), async (admin) => {
      await admin.query(`drop database ${name} with (force)`)
    })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const database = await openPools(
    { url: (role) => url(role, name), leave },
    { random: randomBytes, log },
  )
  return { ...database, name, adminUrl: url(adminRole, name) }
}
