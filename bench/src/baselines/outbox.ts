import { createHmac, randomBytes } from 'node:crypto'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'
import type { Figures } from '../measure/measure.ts'
import { createDatabase } from '../measure/admin.ts'

const name = 'bench_outbox'
const batch = 100
const sockets = 32
const perSecond = 20_000

export type Outbox = { drain: (seconds: number) => Promise<Figures>; drop: () => Promise<void> }

type Row = { id: string; body: object }

/**
 * The least a delivery is: rows claimed by the hundred, signed, posted over kept connections to a
 * server of the same process, marked as delivered in the transaction of the claim.
 */
export async function createOutbox(dataDir: string): Promise<Outbox> {
  const { url, drop: dropDatabase } = await createDatabase(dataDir, name)
  const pool = new Pool({ connectionString: url, max: 4 })
  pool.on('error', () => undefined)
  await pool.query(schema)
  const server = createServer((incoming, answer) => {
    incoming.resume()
    incoming.on('end', () => answer.end('ok'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  const key = randomBytes(32)
  return { drain, drop }

  async function drain(seconds: number): Promise<Figures> {
    await pool.query('truncate outbox')
    await pool.query(filling, [Math.ceil(seconds * perSecond)])
    await pool.query('analyze outbox')
    const started = performance.now()
    const until = started + seconds * 1000
    const counts = await Promise.all([work(until), work(until)])
    const took = (performance.now() - started) / 1000
    return { 'rate/s': counts.reduce((sum, count) => sum + count, 0) / took }
  }

  async function work(until: number): Promise<number> {
    let done = 0
    while (performance.now() < until) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const { rows } = await client.query<Row>(claiming, [batch])
        const ids = await Promise.all(rows.map(post))
        await client.query(marking, [ids])
        await client.query('commit')
        if (rows.length === 0) return done
        done += ids.length
      } finally {
        client.release()
      }
    }
    return done
  }

  function post({ id, body }: Row): Promise<string> {
    const text = JSON.stringify({ eventId: id, ...body })
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'x-signature': createHmac('sha256', key).update(text).digest('hex'),
    }
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, method: 'POST', agent, headers },
        (answer) => {
          answer.resume()
          answer.on('end', () => resolve(id))
        },
      )
      sent.on('error', reject)
      sent.end(text)
    })
  }

  async function drop(): Promise<void> {
    await pool.end()
    agent.destroy()
    server.close()
    await dropDatabase()
  }
}

const schema = `
create table outbox (id bigserial primary key, transfer uuid not null, body jsonb not null,
  created_at timestamptz not null default now(), delivered_at timestamptz,
  attempts int not null default 0);
create index on outbox (id) where delivered_at is null;`
const filling = `insert into outbox (transfer, body)
  select gen_random_uuid(), '{"status":"COMPLETED","previousStatus":"PROCESSING"}'
  from generate_series(1, $1::int)`
const claiming = `select id, body from outbox where delivered_at is null order by id limit $1
  for update skip locked`
const marking = 'update outbox set delivered_at = now(), attempts = attempts + 1 where id = any($1)'
