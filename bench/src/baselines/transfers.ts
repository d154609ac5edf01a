import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Hono } from 'hono'
import type { Pool } from 'pg'
import type { Figures } from '../measure/measure.ts'
import { asAdmin, createDatabase } from '../measure/admin.ts'

const name = 'bench_transfers'
const accounts = 2000

/** The least that a funds transfer must write, in a database of the base's own. */
export async function createTransferDatabase(dataDir: string, rows = 0) {
  const base = await createDatabase(dataDir, name)
  await asAdmin(dataDir, name, async (admin) => {
    await admin.query(schema)
    await admin.query(
      `insert into transfers select gen_random_uuid(), n % 1000 + 1, n % 1000 + 1001, n, 'COMPLETED',
        now() - n * interval '1 second' from generate_series(1, ${rows}) n`,
    )
    await admin.query('analyze')
  })
  return base
}

/** One transfer as one prepared statement with its commit; the newest 20; no rule at all. */
export function addTransferRoutes(app: Hono, pool: Pool): void {
  const upTo = (count: number) => Math.floor(Math.random() * count)
  app.post('/transfers', async (c) => {
    const { amount } = await c.req.json<{ amount: number }>()
    const id = randomUUID()
    const from = 1 + upTo(accounts - 1)
    const to = from + 1 + upTo(accounts - from)
    await pool.query({ name: 'one', text: oneStatement, values: [id, id, from, to, amount] })
    return c.json({ success: true, data: { executionId: id, status: 'COMPLETED' } })
  })
  app.get('/transfers', async (c) => {
    const text = 'select * from transfers order by created_at desc, id desc limit 20'
    const { rows } = await pool.query({ name: 'list', text })
    return c.json({ success: true, data: rows })
  })
}

/** `round trips`: a minimal transfer in eight of them. `batch`: a hundred transfers at once. */
export async function pgbench(
  url: string,
  kind: 'round trips' | 'batch',
  options: { clients: number; seconds: number },
): Promise<Figures> {
  if (kind === 'round trips') return runPgbench(url, roundTrips, 'prepared', options)
  const { 'rate/s': rate = 0 } = await runPgbench(url, 'select batch(100);\n', 'simple', options)
  return { 'rate/s': rate * 100 }
}

/** Runs a script of statements again and again; the rate is that of the whole script. */
export async function runPgbench(
  url: string,
  text: string,
  mode: 'simple' | 'prepared',
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbench-'))
  try {
    const script = join(folder, 'script.sql')
    writeFileSync(script, text)
    const time = ['-T', String(Math.max(1, Math.round(seconds))), '-c', String(clients), '-j', '2']
    const { stdout } = await run('pgbench', ['-M', mode, '-f', script, '-n', ...time, url])
    return { 'rate/s': Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
const run = promisify(execFile)

const schema = `
create table accounts (id int primary key, balance bigint not null, updated_at timestamptz not null default now());
create table idempotency (key text primary key, created_at timestamptz not null default now());
create table transfers (id uuid primary key, src int not null, dst int not null, amount bigint not null,
  status text not null, created_at timestamptz not null default now());
create table postings (id bigserial primary key, transfer uuid not null, account int not null, amount bigint not null);
create table outbox (id bigserial primary key, transfer uuid not null, body jsonb not null,
  created_at timestamptz not null default now());
create index on transfers (created_at desc, id desc);
insert into accounts select n, 1000000000000 from generate_series(1, ${accounts}) n;
create function batch(n int) returns void language plpgsql as $$
declare a int[]; b int[]; ids uuid[];
begin
  select array_agg(1 + floor(random() * 1000)::int), array_agg(1001 + floor(random() * 1000)::int),
    array_agg(gen_random_uuid()) into a, b, ids from generate_series(1, n);
  perform 1 from accounts where id = any(a || b) order by id for update;
  insert into idempotency (key) select u::text from unnest(ids) u;
  insert into transfers (id, src, dst, amount, status)
    select i, x, y, 7, 'COMPLETED' from unnest(ids, a, b) as t(i, x, y);
  update accounts c set balance = balance + d.v, updated_at = now() from (select acc, sum(v) v
    from (select unnest(a) acc, -7 v union all select unnest(b), 7) q group by acc) d where c.id = d.acc;
  insert into postings (transfer, account, amount) select i, x, -7 from unnest(ids, a) as t(i, x)
    union all select i, y, 7 from unnest(ids, b) as t(i, y);
  insert into outbox (transfer, body) select i, '{"status":"COMPLETED"}' from unnest(ids) i;
end $$;`

/** $1 id, $2 key, $3 lower account, $4 higher account, $5 amount. */
const oneStatement = `with k as (insert into idempotency (key) values ($2)),
  t as (insert into transfers (id, src, dst, amount, status)
    values ($1, $3::int, $4::int, $5::bigint, 'COMPLETED')),
  u as (update accounts set balance = balance + case when id = $3::int then -$5::bigint else $5::bigint end,
    updated_at = now() where id in ($3::int, $4::int)),
  p as (insert into postings (transfer, account, amount)
    values ($1, $3::int, -$5::bigint), ($1, $4::int, $5::bigint))
  insert into outbox (transfer, body) values ($1, '{"status":"COMPLETED"}')`

const key = `(:r1::text || '-' || :r2::text || '-' || :r3::text)`
const id = `md5${key}::uuid`
const roundTrips = `\\set a random(1, ${accounts - 1})
\\set b random(:a + 1, ${accounts})
\\set amt random(1, 1000)
\\set r1 random(0, 4294967295)
\\set r2 random(0, 281474976710655)
\\set r3 random(0, 281474976710655)
begin;
insert into idempotency (key) values (${key});
insert into transfers (id, src, dst, amount, status) values (${id}, :a::int, :b::int, :amt::bigint, 'COMPLETED');
update accounts set balance = balance - :amt::bigint, updated_at = now() where id = :a::int;
update accounts set balance = balance + :amt::bigint, updated_at = now() where id = :b::int;
insert into postings (transfer, account, amount)
  values (${id}, :a::int, -(:amt::bigint)), (${id}, :b::int, :amt::bigint);
insert into outbox (transfer, body) values (${id}, '{"status":"COMPLETED"}');
commit;
`
