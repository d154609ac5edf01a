import { randomBytes } from 'node:crypto'
import { openDatabase } from '../../../src/db/open.ts'
import { keptLog } from './quiet.ts'

// Run as a process of its own: opens the database in its DATA_DIR, says so, and holds it
// until it is asked to end (clean stop) or is killed.

const db = await openDatabase(
  { DATA_DIR: process.argv[2] ?? '' },
  { random: randomBytes, log: keptLog() },
)
const { rows } = await db.signerPool.query<{ started: string }>(
  'select pg_postmaster_start_time()::text as started',
)
process.once('SIGTERM', () => {
  void db.close().then(() => process.exit(0))
})
process.stdout.write(`${JSON.stringify({ ready: rows[0]?.started, uid: process.getuid?.() })}\n`)
setInterval(() => undefined, 60_000)
