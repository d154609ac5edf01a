import { DatabaseError } from 'pg'
import { StartRefused } from '../../config/start-refused.ts'
import { isInUse, scramVerifier } from './roles.ts'
import { keepSignerPassword, loadSecrets, newPassword } from './secrets.ts'
import { type ReadyServer, withClient } from './server.ts'

const role = 'corridor_signer'

/**
 * Sees to it that `DATA_DIR/secrets` holds the signer's password, for a signer that runs inside the
 * service. Where a process of its own kept it, the role gets a new one.
 * @throws StartRefused while such a process runs
 */
export async function takeSignerPassword(
  server: ReadyServer,
  dataDir: string,
  random: (bytes: number) => Uint8Array,
): Promise<string> {
  const secrets = loadSecrets(dataDir, random)
  if (secrets.corridor_signer !== undefined) return secrets.corridor_signer
  const password = newPassword(random)
  await setPassword(server, password)
  keepSignerPassword(dataDir, password)
  return password
}

/**
 * Gives the role the password that the signer's own process keeps, and forgets the one in
 * `DATA_DIR/secrets`.
 * @throws StartRefused while a signer inside a service uses the role
 */
export async function giveSignerPassword(server: ReadyServer, dataDir: string, password: string) {
  if (!(await isAccepted(server.url(role, password)))) await setPassword(server, password)
  keepSignerPassword(dataDir, undefined)
}

async function setPassword(server: ReadyServer, password: string): Promise<void> {
  const statement = `alter role ${role} password '${scramVerifier(password)}'`
  await server.asAdmin(async (admin) => {
    const used = await admin.query(`select 1 from pg_stat_activity where ${isInUse} limit 1`, [
      [role],
    ])
    if (used.rows.length > 0) {
      throw new StartRefused(
        'SIGNER: another process of this instance runs the signer in another way. Give all of them the same setting.',
      )
    }
    try {
      await admin.query(statement)
    } catch (error) {
      throw new StartRefused(
        `The role in DATABASE_URL may not set the signer’s password. Run this as an administrator (the password is hashed), then start again:\n\n${statement};\n`,
        { cause: error },
      )
    }
  })
}

async function isAccepted(url: string): Promise<boolean> {
  try {
    await withClient(url, async (client) => client.query('select 1'))
    return true
  } catch (error) {
    const { cause } = error instanceof Error ? error : {}
    if (cause instanceof DatabaseError && cause.code === '28P01') return false
    throw error
  }
}
