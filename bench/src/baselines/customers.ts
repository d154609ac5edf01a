import type { Hono } from 'hono'
import type { Pool } from 'pg'
import { asAdmin, createDatabase } from '../measure/admin.ts'

const name = 'bench_customers'

/** The least that customers and their accounts are, in a database of the base's own. */
export async function createCustomerDatabase(dataDir: string, rows: number) {
  const base = await createDatabase(dataDir, name)
  await asAdmin(dataDir, name, async (admin) => {
    await admin.query(`
      create table customer (id uuid primary key, email text not null unique, record jsonb not null,
        status text not null, created_at timestamptz not null);
      create index on customer (created_at desc, id desc);
      create table account (id uuid primary key, customer_id uuid not null references customer,
        record jsonb not null, created_at timestamptz not null);
      create table event (id uuid primary key, body jsonb not null, created_at timestamptz not null);
      create table audit (id uuid primary key, body jsonb not null, created_at timestamptz not null);
      insert into customer select gen_random_uuid(), n || '@example.com',
        jsonb_build_object('type', 'individual', 'firstName', 'Bench', 'lastName', n, 'phoneNumber',
          '+14155552671', 'nationality', 'US', 'dateOfBirth', '1990-01-01', 'permanentAddress',
          jsonb_build_object('addressLine1', '1 Main Street', 'addressLine2', '', 'locality', '', 'city',
            'Springfield', 'state', 'IL', 'country', 'US', 'postalCode', '62701'), 'externalReference',
          'ref-' || n, 'updatedAt', now(), 'version', 1, 'accounts', 0, 'wallets', 0, 'missing',
          array['document:identity', 'document:address', 'consent:terms']),
        'NOT_STARTED', clock_timestamp() - n * interval '1 minute' from generate_series(1, ${rows}) n`)
    await admin.query('vacuum analyze customer')
  })
  return base
}

/** With each write its event and its entry in the log, as any such service has them. */
const recorded = (insert: string) => `with made as (${insert} returning id, record),
  recorded as (insert into event select gen_random_uuid(), record, now() from made),
  logged as (insert into audit select gen_random_uuid(), record, now() from made)
  select id from made`

/** Create, add an account, list the newest: one prepared statement each and no rule at all. */
export function addCustomerRoutes(app: Hono, pool: Pool): void {
  app.post('/customers', async (c) => {
    const record = await c.req.json<{ email: string }>()
    const { rows } = await pool.query<{ id: string }>({
      name: 'create',
      text: recorded(
        `insert into customer values (gen_random_uuid(), $1, $2, 'NOT_STARTED', now())`,
      ),
      values: [record.email, JSON.stringify(record)],
    })
    return c.json({ success: true, data: { id: rows[0]?.id, record } })
  })
  app.post('/customers/:id/accounts', async (c) => {
    const record = await c.req.json<object>()
    const { rows } = await pool.query<{ id: string }>({
      name: 'add',
      text: recorded('insert into account values (gen_random_uuid(), $1, $2, now())'),
      values: [c.req.param('id'), JSON.stringify(record)],
    })
    return c.json({ success: true, data: { id: rows[0]?.id, record } })
  })
  app.get('/customers', async (c) => {
    const { rows } = await pool.query({
      name: 'list',
      text: 'select * from customer order by created_at desc, id desc limit 50',
    })
    return c.json({ success: true, data: rows })
  })
}
