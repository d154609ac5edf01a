import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { Client, DatabaseError } from 'pg'
import type { Secrets } from './secrets.ts'
import { StartRefused } from '../../config/start-refused.ts'

/** Owner: migrations only. App: row security. Worker: all partners. Signer: its own schema. */
export const roles = [
  'corridor_owner',
  'corridor_app',
  'corridor_worker',
  'corridor_signer',
] as const

export type Role = (typeof roles)[number]

/**
 * Sees to the four roles, and to the owner's hold on the database. `admin` is connected to the
 * database that Corridor uses. Where its role may not do this, the start stops and prints the SQL.
 */
export async function bootstrapRoles(admin: Client, secrets: Secrets, database: string) {
  const present = await admin.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any($1)',
    [[...roles]],
  )
  const have = new Set(present.rows.map((row) => row.rolname))
  const missing = roles.filter((role) => !have.has(role))
  const statements = [
    // A password that is kept elsewhere is set by whoever keeps it.
    ...missing.map((role) => createRole(role, secrets[role] ?? randomBytes(24).toString('hex'))),
    ...(await grantsMissing(admin, missing.length > 0 ? [] : [...roles], database)),
  ]
  if (statements.length === 0) return

  try {
    await admin.query('begin')
    for (const statement of statements) await admin.query(statement)
    await admin.query('commit')
  } catch (error) {
    await admin.query('rollback')
    // Two processes that start at once: the other one's roles are there.
    const raced =
      error instanceof DatabaseError && ['23505', '42710', 'XX000'].includes(error.code ?? '')
    if (raced) return bootstrapRoles(admin, secrets, database)
    throw new StartRefused(
      `The role in DATABASE_URL may not set up the database roles. Run this as an administrator, in the database ${database}, then start again (the passwords are hashed):\n\n${statements.map((line) => `${line};`).join('\n')}\n`,
      { cause: error },
    )
  }
}

/** True where each of the roles signs in with the password we hold. */
export async function rolesAccept(held: readonly Role[], url: (role: Role) => string) {
  for (const role of held) {
    const client = new Client({ connectionString: url(role), connectionTimeoutMillis: 10_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
    } catch (error) {
      if (error instanceof DatabaseError && error.code === '28P01') return false
      const reason = error instanceof Error ? error.message : 'no reason given'
      throw new StartRefused(
        `DATABASE_URL: the role ${role} cannot sign in: ${reason}. A pooler in front of the server has to know the roles of Corridor; with PgBouncer, set auth_query.`,
        { cause: error },
      )
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return true
}

/**
 * Which rows of `pg_stat_activity` are connections of the roles `$1` that a process uses. Ours have
 * names; a connection that a pooler keeps for its next client has none.
 */
export const isInUse = `usename = any($1) and application_name <> ''`

/**
 * Gives existing roles the passwords of this `DATA_DIR`: it was lost, or another instance on the
 * same server made them. Refused while any of the roles is in use.
 */
export async function adoptRoles(admin: Client, secrets: Secrets): Promise<void> {
  const statements = roles.flatMap((role) => {
    const password = secrets[role]
    return password ? [`alter role ${role} password '${scramVerifier(password)}'`] : []
  })
  const text = statements.map((line) => `${line};`).join('\n')
  const used = await admin.query(`select 1 from pg_stat_activity where ${isInUse} limit 1`, [
    [...roles],
  ])
  if (used.rows.length > 0) {
    throw new StartRefused(
      'The database roles of Corridor exist with other passwords and are in use by another instance. Give this instance a copy of that one’s DATA_DIR/secrets.',
    )
  }
  try {
    for (const statement of statements) await admin.query(statement)
  } catch (error) {
    throw new StartRefused(
      `The database roles of Corridor exist with passwords that DATA_DIR/secrets does not hold. Restore that file, or run this as an administrator (the passwords are hashed):\n\n${text}\n`,
      { cause: error },
    )
  }
}

function createRole(role: Role, password: string): string {
  return `create role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${scramVerifier(password)}'`
}

/** The grants of the database itself that are not there yet, as statements. */
async function grantsMissing(admin: Client, known: Role[], database: string): Promise<string[]> {
  const name = admin.escapeIdentifier(database)
  const all = [
    `grant create, connect, temporary on database ${name} to corridor_owner`,
    `grant connect on database ${name} to corridor_app, corridor_worker, corridor_signer`,
    'grant usage, create on schema public to corridor_owner',
  ]
  if (known.length === 0) return all
  const { rows } = await admin.query<{ complete: boolean }>(
    `select bool_and(has_database_privilege(role, current_database(), 'connect'))
        and has_database_privilege('corridor_owner', current_database(), 'create')
        and has_schema_privilege('corridor_owner', 'public', 'create') as complete
     from unnest($1::text[]) as role`,
    [known],
  )
  return rows[0]?.complete ? [] : all
}

/** What the server stores for a password (RFC 5802, RFC 7677), so that no statement carries the password. */
export function scramVerifier(password: string): string {
  const iterations = 4096
  // The salt need not be secret; derived, the same password gives the same printed SQL.
  const salt = createHash('sha256')
    .update(`corridor scram salt ${password}`)
    .digest()
    .subarray(0, 16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const clientKey = createHmac('sha256', salted).update('Client Key').digest()
  const storedKey = createHash('sha256').update(clientKey).digest('base64')
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
