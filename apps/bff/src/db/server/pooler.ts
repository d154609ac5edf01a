import { type Client, DatabaseError } from 'pg'
import { StartRefused } from '../../config/start-refused.ts'

/** One round shows a pooler that nobody else uses; further ones, one that others use meanwhile. */
const rounds = 3

/**
 * Refuses a pooler that gives clients a connection to the server for one transaction or statement:
 * locks, LISTEN, prepared statements and settings belong to a session and would reach another client.
 * Takes two connections that are made in the same way and that nothing else uses.
 */
export async function checkSessions(first: Client, other: Client): Promise<void> {
  if (await shareSessions(first, other)) {
    throw new StartRefused(
      'DATABASE_URL leads to a pooler in transaction or statement mode, which Corridor cannot work with. Set its pool_mode to session, or point DATABASE_URL to the PostgreSQL server itself.',
    )
  }
}

/**
 * The other client's transaction takes the server connection that the first one used last, so two
 * clients meet in one server process, or the first one changes to another.
 */
async function shareSessions(first: Client, other: Client): Promise<boolean> {
  for (let round = 0; round < rounds; round += 1) {
    const before = await serverProcess(first)
    try {
      await other.query('begin')
    } catch (error) {
      // In statement mode PgBouncer refuses transactions: a violation of its protocol.
      if (error instanceof DatabaseError && error.code === '08P01') return true
      throw error
    }
    const meanwhile = await serverProcess(other)
    const after = await serverProcess(first)
    await other.query('rollback')
    if (before !== after || before === meanwhile) return true
  }
  return false
}

async function serverProcess(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
