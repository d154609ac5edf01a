import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Database, openPools } from '../../../src/db/open.ts'
import { adminRole } from '../../../src/db/server/create-cluster.ts'
import { embeddedUrl, withClient } from '../../../src/db/server/server.ts'
import { keptLog } from './quiet.ts'

export type TestDatabase = Database & {
  name: string
  /** Superuser of the run's server, connected to this database: for planting and looking past row security. */
  adminUrl: string
}

const urlOf = (role: string, database: string) => {
  const server = inject('server')
  return embeddedUrl(server, role, server.secrets[role] ?? '', database)
}

const administer = (statement: string) =>
  withClient(urlOf(adminRole, 'postgres'), (admin) => admin.query(statement))

export type EmptyDatabase = {
  name: string
  ownerUrl: string
  adminUrl: string
  drop: () => Promise<unknown>
}

/** A database without any table, owned by `corridor_owner`: for tests of migrations. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const name = `empty_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name} owner corridor_owner`)
  return {
    name,
    ownerUrl: urlOf('corridor_owner', name),
    adminUrl: urlOf(adminRole, name),
    drop: () => administer(`drop database ${name} with (force)`),
  }
}

/**
 * A database of its own for a test file, copied from the run's migrated template. `close()` drops it.
 *
 * Most files take `sharedDatabase()` instead, which also closes it; see recycled.ts.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template } = inject('server')
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name} template ${template} owner corridor_owner`)
  return openTestDatabase({
    name,
    adminUrl: urlOf(adminRole, name),
    drop: () => administer(`drop database ${name} with (force)`),
  })
}

/** What the service works with, over a migrated database of this server. `close()` drops it. */
export async function openTestDatabase({
  name,
  adminUrl,
  drop,
}: Omit<EmptyDatabase, 'ownerUrl'>): Promise<TestDatabase> {
  // A copy does not carry the grants on the database itself.
  await administer(
    `grant connect on database ${name} to corridor_app, corridor_worker, corridor_signer`,
  )
  const leave = async () => {
    await drop()
  }
  const ports = { random: randomBytes, log: keptLog() }
  const database = await openPools({ url: (role) => urlOf(role, name), leave }, ports)
  return { ...database, name, adminUrl }
}
