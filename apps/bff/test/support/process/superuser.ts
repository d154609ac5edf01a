// `node superuser.ts <data directory> <statement>`: what somebody does who has the database, with its
// triggers off, beside a server that runs. Journeys call it.
import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { startOwnServer } from '../../../src/db/server/server.ts'
import { keptLog } from '../database/quiet.ts'

const [dataDir = '', statement = ''] = process.argv.slice(2)
const server = await startOwnServer(dataDir, { random: randomBytes, log: keptLog() })
try {
  await server.asAdmin(async (admin) => {
    await admin.query('set session_replication_role = replica')
    const { rowCount } = await admin.query(statement)
    process.stdout.write(`${rowCount ?? 0}`)
  })
} finally {
  await server.leave()
}
