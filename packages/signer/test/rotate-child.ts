import { Pool } from 'pg'
import { openKeyFile, rotateKeys } from '../src/index.ts'
import { random } from './fixtures.ts'

// Rotates all keys of a test's database and is killed at the point that it was given.
const [host, database, path = '', killAt] = process.argv.slice(2)
const pool = new Pool({ host, database, user: 'corridor_signer', max: 4 })
let points = 0
await rotateKeys(
  {
    pool,
    keyFile: openKeyFile({ path, random }),
    random,
    reach: () => {
      points += 1
      if (points === Number(killAt)) process.kill(process.pid, 'SIGKILL')
    },
  },
  ['root', 'entities', 'data'],
)
await pool.end()
