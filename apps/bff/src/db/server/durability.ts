import type { Client, Pool } from 'pg'
import type { DatabaseLog } from '../../config/database-log.ts'
import { StartRefused } from '../../config/start-refused.ts'

/** Each value must be exactly this, or an acknowledged payment may be lost by a power cut. */
const demanded: Record<string, string[]> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  data_sync_retry: ['off'],
  synchronous_commit: ['on', 'local', 'remote_write', 'remote_apply'],
}

const oldestVersion = 150_000

/** Refuses a server that does not keep what it acknowledges, as the given connection sees it. */
export async function checkDurability(connection: Client | Pool, log?: DatabaseLog): Promise<void> {
  const { rows } = await connection.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [[...Object.keys(demanded), 'server_version_num', 'data_checksums']],
  )
  const settings = new Map(rows.map((row) => [row.name, row.setting]))
  if (Number(settings.get('server_version_num')) < oldestVersion) {
    throw new StartRefused(
      'The server in DATABASE_URL is too old: PostgreSQL 15 or later is needed.',
    )
  }
  for (const [name, allowed] of Object.entries(demanded)) {
    const setting = settings.get(name)
    if (setting !== undefined && !allowed.includes(setting)) {
      throw new StartRefused(
        `The database server runs with ${name} = ${setting}. Money needs ${name} = ${allowed[0]}; set it and start again.`,
      )
    }
  }
  if (log && settings.get('data_checksums') !== 'on') {
    log.warn({}, 'the database server runs without data checksums; silent disk errors go unseen')
  }
}

/** Tables whose loss in a crash is harmless: counters that refill automatically. */
const mayBeUnlogged = ['rate_bucket']

/** Refuses tables of ours that a crash would empty. */
export async function checkLogged(connection: Client | Pool): Promise<void> {
  const { rows } = await connection.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relpersistence = 'u' and c.relkind in ('r', 'p')
       and pg_get_userbyid(c.relowner) = 'corridor_owner' and c.relname <> all($1)
     order by 1`,
    [mayBeUnlogged],
  )
  if (rows.length > 0) {
    throw new StartRefused(
      `These tables are UNLOGGED and would be emptied by a crash: ${rows.map((row) => row.name).join(', ')}. Set them LOGGED.`,
    )
  }
}
