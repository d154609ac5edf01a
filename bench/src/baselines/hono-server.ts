// The bases, in a process of their own. `json` answers from memory; `pg` reads one row by its key
// over a pool of 16; `customers` and `transfers` write and list rows, as a server without our rules would.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { Pool } from 'pg'
import { addCustomerRoutes } from './customers.ts'
import { addTransferRoutes } from './transfers.ts'

const [kind, port, databaseUrl] = process.argv.slice(2)
const path = '/api/v1/xfer/transaction/transfer/:id'
const app = new Hono()

if (kind === 'json') {
  const data = { executionId: 'exec_0', status: 'COMPLETED', amount: 100.25, currency: 'USD' }
  app.get(path, (c) => c.json({ success: true, data, id: c.req.param('id') }))
} else if (kind === 'customers') {
  addCustomerRoutes(app, openPool())
} else if (kind === 'transfers') {
  addTransferRoutes(app, openPool())
} else {
  const pool = openPool()
  app.get(path, async (c) => {
    const { rows } = await pool.query({
      name: 'read',
      text: 'select * from transfers where id = $1',
      values: [c.req.param('id')],
    })
    return rows[0] ? c.json({ success: true, data: rows[0] as object }) : c.json({}, 404)
  })
}

function openPool(): Pool {
  const pool = new Pool({ connectionString: databaseUrl, max: 16 })
  pool.on('error', () => undefined)
  return pool
}

serve({ fetch: app.fetch, port: Number(port), hostname: 'localhost' }, () => {
  process.stdout.write('ready\n')
})
