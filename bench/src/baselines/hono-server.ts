// The bases that a read is compared with, in a process of their own. `json` answers from memory;
// `pg` reads one row by its key over a pool of 16, as a server without any of our rules would.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { Pool } from 'pg'

const [kind, port, databaseUrl] = process.argv.slice(2)
const path = '/api/v1/xfer/transaction/transfer/:id'
const app = new Hono()

if (kind === 'json') {
  const data = { executionId: 'exec_0', status: 'COMPLETED', amount: 100.25, currency: 'USD' }
  app.get(path, (c) => c.json({ success: true, data, id: c.req.param('id') }))
} else {
  const pool = new Pool({ connectionString: databaseUrl, max: 16 })
  pool.on('error', () => undefined)
  app.get(path, async (c) => {
    const { rows } = await pool.query({
      name: 'read',
      text: 'select * from transfers where id = $1',
      values: [c.req.param('id')],
    })
    return rows[0] ? c.json({ success: true, data: rows[0] as object }) : c.json({}, 404)
  })
}

serve({ fetch: app.fetch, port: Number(port), hostname: 'localhost' }, () => {
  process.stdout.write('ready\n')
})
