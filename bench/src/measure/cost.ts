import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { asAdmin } from './admin.ts'
import type { Stack } from '../../../tools/stack.ts'
import { processTree } from './processes.ts'

/** What a server has used up so far: milliseconds of CPU, statements, commits, bytes of the log. */
type Used = {
  node: number
  postgres: number
  statements: number
  commits: number
  writing: number
  wal: number
}

/** Milliseconds of one clock tick of /proc; 100 a second on every Linux that Node runs on. */
const tickMs = 10
/** What the work before has left to be done is done by then. */
const settleMs = 1500

/** Counts statements from the next start on; the instance is started again for it. */
export async function countStatements(stack: Stack): Promise<void> {
  await asAdmin(stack.dataDir, 'postgres', async (admin) => {
    await admin.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
    await admin.query(`alter system set "pg_stat_statements.max" = 10000`)
  })
  await stack.stop()
  await stack.start()
  await asAdmin(stack.dataDir, 'postgres', (admin) =>
    admin.query('create extension if not exists pg_stat_statements'),
  )
}

/**
 * What the work costs the server, for each operation; the work says how many it did. `server` is
 * the process that answers where it is not the program itself: a base, whose database is the program's.
 */
export function costOf(stack: Stack, work: () => Promise<number>, server?: { pid: number }) {
  return asAdmin(stack.dataDir, 'postgres', async (admin) => {
    const database = server ? 'bench_%' : 'corridor'
    await sleep(settleMs)
    await admin.query('select pg_stat_statements_reset()')
    const before = await used(admin, stack, database, server)
    const count = await work()
    const after = await used(admin, stack, database, server)
    const each = (name: keyof Used): number => (after[name] - before[name]) / count
    return {
      'node ms': each('node'),
      'postgres ms': each('postgres'),
      'cpu ms': each('node') + each('postgres'),
      statements: each('statements'),
      commits: each('commits'),
      'writing commits': each('writing'),
      'wal kB': each('wal') / 1000,
    }
  })
}

async function used(admin: Client, stack: Stack, database: string, server?: { pid: number }) {
  const { rows } = await admin.query<Record<'statements' | 'commits' | 'writing' | 'wal', number>>(
    counted,
    [database],
  )
  const cpu = serverCpuMs(stack.pid())
  const node = server ? cpuMs(server.pid) : cpu.node
  return { ...(rows[0] ?? { statements: 0, commits: 0, writing: 0, wal: 0 }), ...cpu, node }
}

/**
 * Of others than the administrator, who only watches. A commit is a statement here; numbers of
 * transactions are given to those alone that write.
 */
const counted = `
  select coalesce(sum(calls), 0)::float8 as statements,
    coalesce(sum(calls) filter (where query ~* '^(commit|end)'), 0)::float8 as commits,
    pg_snapshot_xmax(pg_current_snapshot())::text::float8 as writing,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal
  from pg_stat_statements s join pg_database d on d.oid = s.dbid
  where d.datname like $1 and (d.datname <> 'corridor' or s.userid <> current_user::regrole)`

/** Milliseconds of CPU so far of the program's own processes and of its database; its chain is neither. */
export function serverCpuMs(pid: number): { node: number; postgres: number } {
  const sum = { node: 0, postgres: 0 }
  for (const { pid: each, command } of processTree(pid)) {
    if (command.startsWith('anvil')) continue
    // What ended in between counts with the process that had started it.
    if (command.startsWith('postgres')) sum.postgres += cpuMs(each, true)
    else sum.node += cpuMs(each)
  }
  return sum
}

function cpuMs(pid: number, isWithEnded = false): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  const stat = readFileSync(file, 'utf8')
  // utime, stime, cutime, cstime: fields 14 to 17, counted from the end of the command.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, isWithEnded ? 15 : 13).map(Number)
  return ticks.reduce((total, value) => total + value, 0) * tickMs
}
