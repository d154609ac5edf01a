import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

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

export type BaseDatabase = { url: string; drop: () => Promise<void> }

/** An empty database of a base's own in the running instance's server, in place of an earlier one. */
export async function createDatabase(dataDir: string, name: string): Promise<BaseDatabase> {
  await asAdmin(dataDir, 'postgres', async (admin) => {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`create database ${name}`)
  })
  const drop = () =>
    asAdmin(dataDir, 'postgres', async (admin) => {
      await admin.query(`drop database ${name} with (force)`)
    })
  return { url: adminUrl(dataDir, name), drop }
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
