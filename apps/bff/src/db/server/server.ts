import { Client, DatabaseError } from 'pg'
import { makeDataDir } from './cluster-home.ts'
import { adminRole } from './create-cluster.ts'
import { checkDurability } from './durability.ts'
import { type EmbeddedServer, startEmbedded } from './embedded.ts'
import type { DatabaseLog } from '../../config/database-log.ts'
import { checkSessions } from './pooler.ts'
import { adoptRoles, bootstrapRoles, type Role, roles, rolesAccept } from './roles.ts'
import { loadSecrets, type Secrets } from './secrets.ts'
import { StartRefused } from '../../config/start-refused.ts'

/** A server whose roles are in place, and the database on it that is Corridor's. */
export type ReadyServer = {
  /** The connection string of a role with its password: ours, unless one is given. */
  url: (role: Role, password?: string) => string
  /** Runs work as whoever may set the passwords of roles. */
  asAdmin: <T>(work: (admin: Client) => Promise<T>) => Promise<T>
  leave: () => Promise<void>
}

type Ports = {
  random: (bytes: number) => Uint8Array
  log: DatabaseLog
  /** Whether other users of the machine may reach the embedded server's socket. */
  isForAll?: boolean
}

const ownDatabase = 'corridor'

/** The embedded server on `DATA_DIR`, with the database `corridor`. */
export async function startOwnServer(dataDir: string, ports: Ports): Promise<ReadyServer> {
  const embedded = await startEmbedded({ dataDir, ...ports })
  try {
    const created = await withClient(embeddedAdminUrl(embedded, 'postgres'), createOwnDatabase)
    await withClient(embeddedAdminUrl(embedded, ownDatabase), (admin) =>
      bootstrapRoles(admin, embedded.secrets, ownDatabase),
    )
    if (created) await withClient(embeddedAdminUrl(embedded, 'postgres'), giveToOwner)
  } catch (error) {
    await embedded.stop()
    throw error
  }
  return {
    url: (role, password = passwordOf(embedded.secrets, role)) =>
      embeddedUrl(embedded, role, password, ownDatabase),
    asAdmin: (work) => withClient(embeddedAdminUrl(embedded, ownDatabase), work),
    leave: embedded.stop,
  }
}

/** The server in `DATABASE_URL`; its database must exist. */
export async function joinServer(
  databaseUrl: string,
  dataDir: string,
  { random }: Ports,
): Promise<ReadyServer> {
  makeDataDir(dataDir)
  const secrets = loadSecrets(dataDir, random)
  const url = (role: Role, password = passwordOf(secrets, role)) =>
    urlFor(databaseUrl, role, password)
  const held = roles.filter((role) => secrets[role] !== undefined)
  await checkSessionsAt(databaseUrl)
  await withClient(databaseUrl, async (admin) => {
    await checkDurability(admin)
    const { rows } = await admin.query<{ name: string }>('select current_database() as name')
    await bootstrapRoles(admin, secrets, rows[0]?.name ?? '')
    if (!(await rolesAccept(held, url))) await adoptRoles(admin, secrets)
  })
  // A pooler can have another mode for each role.
  await Promise.all(held.map((role) => checkSessionsAt(url(role))))
  return { url, asAdmin: (work) => withClient(databaseUrl, work), leave: async () => undefined }
}

function passwordOf(secrets: Secrets, role: Role): string {
  const password = secrets[role]
  if (!password) throw new Error(`The password of ${role} is kept by the signer’s own process.`)
  return password
}

function checkSessionsAt(url: string): Promise<void> {
  return withClient(url, (item) => withClient(url, (other) => checkSessions(item, other)))
}

/** The embedded server's administrator, for bootstrap and for tests. */
export function embeddedAdminUrl(server: EmbeddedServer, database: string): string {
  return embeddedUrl(server, adminRole, server.secrets[adminRole], database)
}

export function embeddedUrl(
  server: { host: string; port: number },
  user: string,
  password: string,
  database: string,
): string {
  const host = encodeURIComponent(server.host)
  return `postgresql://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${host}&port=${server.port}`
}

function urlFor(databaseUrl: string, role: Role, password: string): string {
  const url = new URL(databaseUrl)
  url.username = role
  url.password = encodeURIComponent(password)
  return url.href
}

/** Runs work on one connection of its own. */
export async function withClient<T>(
  connectionString: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    // The text of a connection error names host, role or database, never the password.
    const reason = error instanceof Error ? error.message : 'no reason given'
    throw new StartRefused(`DATABASE_URL: the database server does not let us in: ${reason}`, {
      cause: error,
    })
  }
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function createOwnDatabase(admin: Client): Promise<boolean> {
  const found = await admin.query('select 1 from pg_database where datname = $1', [ownDatabase])
  if (found.rows.length > 0) return false
  try {
    await admin.query(`create database ${ownDatabase}`)
    await admin.query(`revoke all on database ${ownDatabase} from public`)
    return true
  } catch (error) {
    // 42P04, 23505: another process that starts at the same time made it.
    if (error instanceof DatabaseError && /^(42P04|23505)$/.test(error.code ?? '')) return false
    throw error
  }
}

async function giveToOwner(admin: Client): Promise<void> {
  await admin.query(`alter database ${ownDatabase} owner to corridor_owner`)
}
