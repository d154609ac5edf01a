import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

const name = 'bench_base'
const rows = 10_000

export type BaseDatabase = { url: string; ids: string[]; drop: () => Promise<void> }

/**
 * A database of the base's own in the running instance's server, so that both sides meet the same
 * settings and the same disk: the least a transfer is, ten thousand times.
 */
export async function createBaseDatabase(dataDir: string): Promise<BaseDatabase> {
  await asAdmin(dataDir, 'postgres', async (admin) => {
    await admin.query(`drop database if exists ${name}`)
    await admin.query(`create database ${name}`)
  })
  const ids = await asAdmin(dataDir, name, async (admin) => {
    await admin.query(
      'create table transfers (id uuid primary key, src int not null, dst int not null, amount bigint not null, status text not null, created_at timestamptz not null)',
    )
    await admin.query(
      `insert into transfers select gen_random_uuid(), n, n + 1, n, 'COMPLETED', clock_timestamp() from generate_series(1, ${rows}) n`,
    )
    await admin.query('analyze transfers')
    const found = await admin.query<{ id: string }>('select id from transfers limit 500')
    return found.rows.map((row) => row.id)
  })
  return {
    url: adminUrl(dataDir, name),
    ids,
    drop: () =>
      asAdmin(dataDir, 'postgres', async (admin) => {
        await admin.query(`drop database ${name} with (force)`)
      }),
  }
}

/** Runs work as the embedded server's administrator, who is above row security. */
export async function asAdmin<T>(
  dataDir: string,
  database: string,
  work: (admin: Client) => Promise<T>,
): Promise<T> {
  const admin = new Client({ connectionString: adminUrl(dataDir, database) })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

/** The embedded server's administrator: socket and port from its lock file, password from `secrets`. */
export function adminUrl(dataDir: string, database: string): string {
  const pointer = join(dataDir, 'postgres.json')
  const home = existsSync(pointer) ? (json(pointer)['cluster'] ?? dataDir) : dataDir
  const lock = readFileSync(join(home, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const password = encodeURIComponent(json(join(dataDir, 'secrets'))['corridor_admin'] ?? '')
  const host = encodeURIComponent(lock[4] ?? '')
  return `postgresql://corridor_admin:${password}@/${database}?host=${host}&port=${lock[3] ?? ''}`
}

function json(path: string): Record<string, string> {
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
}
