import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerUser } from './server-user.ts'

/** The lines of `postmaster.pid` that matter: who runs, where its socket is, and whether it is up. */
export type Postmaster = {
  pid: number
  socketDirectory: string
  sharedMemory: string
  ready: boolean
}

export const serverPort = 5432

export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  const socketDirectory = lines[4]?.trim() ?? ''
  if (!Number.isInteger(pid) || pid <= 1 || socketDirectory === '') return undefined
  const sharedMemory = lines[6]?.trim().split(/\s+/)[1] ?? ''
  return { pid, socketDirectory, sharedMemory, ready: lines[7]?.trim() === 'ready' }
}

/**
 * The settings of every start, on the command line so that nothing in the cluster's own files can
 * weaken them. Sized for a small machine; durability is never traded.
 */
const settings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  data_sync_retry: 'off',
  password_encryption: 'scram-sha-256',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '64MB',
  work_mem: '8MB',
  max_wal_size: '1GB',
  min_wal_size: '80MB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  logging_collector: 'off',
  log_checkpoints: 'off',
  // Statements and rows may hold personal data, so the server's log keeps none of their text.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_min_messages: 'warning',
  cluster_name: 'corridor',
}

export type Launch = {
  postgres: string
  cluster: string
  socketDirectory: string
  logFile: string
  user: ServerUser | undefined
  connectionsMax: number
}

const logBytesMax = 10 * 1024 * 1024

/**
 * Starts the server as a process of its own group: an interrupt typed at our terminal must not
 * stop it before we have finished, and it outlives a kill of ours.
 */
export function launch({
  postgres,
  cluster,
  socketDirectory,
  logFile,
  user,
  connectionsMax,
}: Launch) {
  if (existsSync(logFile) && statSync(logFile).size > logBytesMax)
    renameSync(logFile, `${logFile}.1`)
  const log = openSync(logFile, 'a', 0o600)
  try {
    const all = { ...settings, max_connections: String(connectionsMax) }
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(
      postgres,
      ['-D', cluster, '-k', socketDirectory, '-p', String(serverPort), ...flags],
      {
        ...user,
        detached: true,
        cwd: '/',
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
        stdio: ['ignore', log, log],
      },
    )
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}

/** The end of the server's log, for the message of a start that failed. */
export function logTail(logFile: string): string {
  try {
    return readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n')
  } catch {
    return ''
  }
}

/**
 * Removes a lock file left by a server that is gone, where its process number now belongs to
 * another process; the server itself would refuse to start. Nothing is ever killed by that number.
 * Only where Linux can prove both: the process is not this cluster's, and no orphan of the old
 * server still holds its shared memory.
 */
export function clearStaleLock(cluster: string, found: Postmaster): boolean {
  let command: string
  let segments: string
  try {
    command = readFileSync(`/proc/${found.pid}/cmdline`, 'utf8')
    segments = readFileSync('/proc/sysvipc/shm', 'utf8')
  } catch {
    return false
  }
  if (command.includes(cluster) || command.startsWith('postgres')) return false
  const rows = segments.split('\n').map((line) => line.trim().split(/\s+/))
  const held = rows.some((row) => row[1] === found.sharedMemory && row[6] !== '0')
  if (held) return false
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  return true
}
