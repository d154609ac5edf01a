import { execFile, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { locateBinaries } from '../../../src/db/server/binaries.ts'
import { serverUser } from '../../../src/db/server/server-user.ts'

export type ForeignServer = {
  /** The superuser's connection string for a database on this server. */
  url: (database: string, user?: string, password?: string) => string
  /** Stops it and starts it again with other settings. */
  restart: (settings: Record<string, string>) => Promise<void>
  stop: () => Promise<void>
}

/** A server that is not ours, on TCP, as `DATABASE_URL` names one; with these settings. */
export async function startForeignServer(
  settings: Record<string, string> = {},
  { checksums = true } = {},
): Promise<ForeignServer> {
  const user = serverUser()
  const { initdb, postgres } = locateBinaries(user)
  const home = mkdtempSync(join(tmpdir(), 'corridor-foreign-'))
  const [cluster, passwordFile] = [join(home, 'data'), join(home, 'password')]
  chmodSync(home, 0o755)
  mkdirSync(cluster, { mode: 0o700 })
  writeFileSync(passwordFile, 'foreign')
  if (user) chownSync(cluster, user.uid, user.gid)
  const environment = { env: { LC_ALL: 'C' }, cwd: '/', ...user }
  // Nothing here has to outlive the test, so making the cluster need not wait for the disk.
  const flags = [
    '--no-sync',
    '-A',
    'scram-sha-256',
    '-U',
    'admin',
    '--pwfile',
    passwordFile,
    '-E',
    'UTF8',
  ]
  const sums = checksums ? '--data-checksums' : '--no-data-checksums'
  await promisify(execFile)(initdb, ['-D', cluster, ...flags, sums, '--locale=C'], environment)

  const port = await freePort()
  const url = (database: string, role = 'admin', password = 'foreign') =>
    `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`
  const start = async (chosen: Record<string, string>) => {
    const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...chosen }
    const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const started = spawn(postgres, ['-D', cluster, '-p', String(port), ...options], {
      ...environment,
      stdio: 'ignore',
    })
    await answers(url('postgres'))
    return started
  }
  let child = await start(settings)
  const end = async () => {
    const gone = once(child, 'exit')
    child.kill('SIGINT')
    await gone
  }
  return {
    url,
    restart: async (chosen) => {
      await end()
      child = await start(chosen)
    },
    stop: async () => {
      await end()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no port was given')
  return address.port
}

async function answers(connectionString: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const client = new Client({ connectionString })
    try {
      await client.connect()
      return
    } catch {
      await sleep(25)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  throw new Error('the foreign server does not answer')
}
