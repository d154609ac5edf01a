// Starts, stops and kills the real program as a user would: its own process, its own DATA_DIR.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { programsIn } from './build.mjs'
import { compileCache, memoryBounds } from './child.mjs'
import { root } from './stamp.mjs'

/** What a running instance says of itself; operations.md 0. */
export type Sandbox = {
  baseUrl: string
  partners: {
    svcPartnerId: string
    partnerName: string
    apiToken: string
    webhookSecret?: string
    enrolmentUrl: string
  }[]
  chains: {
    jurisdictionId: string
    chainId: string
    networkName: string
    rpcUrl: string
    tokenAddress: string
    decimals: number
  }[]
}

export type StackOptions = {
  /** Kept by `remove` when set; otherwise a temporary folder that `remove` deletes. */
  dataDir?: string
  /** A stopped instance's data directory to begin with a copy of, which spares a first start. */
  from?: string
  port?: number
  /** Settings beside PORT and DATA_DIR. Nothing else of this process's environment is passed on. */
  env?: Record<string, string>
  readyTimeoutMs?: number
  /** Another checkout, which is built: its program is run instead of this one's. */
  checkout?: string | undefined
}

export type Stack = {
  baseUrl: string
  dataDir: string
  /** Process id of the server; it changes with each start. */
  pid: () => number
  /** Milliseconds from the last start to the first 200 of /readyz. */
  readyMs: () => number
  sandbox: () => Sandbox
  /** Everything the server has printed. */
  log: () => string
  start: (env?: Record<string, string>) => Promise<void>
  /** SIGTERM and wait: the way a user or a service manager stops it. */
  stop: () => Promise<void>
  /** SIGKILL: nothing is closed first. `start` then has to mend what was left. */
  kill: () => Promise<void>
  /** A command of the admin line, as its parsed JSON. */
  admin: (args: string[]) => Promise<unknown>
  /** Stop for good and delete the temporary data. */
  remove: () => Promise<void>
}

const stopTimeoutMs = 30_000

export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const dataDir = options.dataDir ?? temporaryDataDir()
  // With owners: as root the database runs under a user of its own.
  if (options.from !== undefined) execFileSync('cp', ['-a', `${options.from}/.`, dataDir])
  const port = options.port ?? (await freePort())
  const baseUrl = `http://localhost:${port}`
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    NODE_COMPILE_CACHE: compileCache,
    ...options.env,
  }
  const checkout = options.checkout ?? root
  let child: ChildProcess | undefined
  let wasKilled = false
  let printed = ''
  let readyMs = 0

  const stack: Stack = {
    baseUrl,
    dataDir,
    pid: () => child?.pid ?? 0,
    readyMs: () => readyMs,
    sandbox: () => JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as Sandbox,
    log: () => printed,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    admin: (args) => runAdmin(settings, args, checkout),
    remove,
  }
  await start()
  return stack

  async function start(env?: Record<string, string>): Promise<void> {
    const started = performance.now()
    const server = spawn(process.execPath, [programsIn(checkout).main], {
      cwd: checkout,
      // A program of another checkout as its own start would run it.
      env: environment({ ...(checkout === root && memoryBounds), ...settings, ...env }),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = server
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString('utf8')
      })
    }
    process.once('exit', () => server.kill('SIGTERM'))
    await ready(server)
    wasKilled = false
    readyMs = performance.now() - started
  }

  async function ready(server: ChildProcess): Promise<void> {
    const deadline = performance.now() + (options.readyTimeoutMs ?? 120_000)
    while (performance.now() < deadline) {
      if (hasEnded(server)) throw new Error(`The server ended before it was ready:\n${printed}`)
      const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined)
      await answer?.body?.cancel()
      if (answer?.status === 200) return
      await sleep(20)
    }
    await end('SIGKILL')
    throw new Error(`The server was not ready in time:\n${printed}`)
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (!child || hasEnded(child)) return
    wasKilled = signal === 'SIGKILL'
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child.kill(signal)
    const inTime = await Promise.race([ended.then(() => true), sleep(stopTimeoutMs, false)])
    if (inTime) return
    child.kill('SIGKILL')
    throw new Error(`The server did not stop within ${stopTimeoutMs} ms:\n${printed}`)
  }

  async function remove(): Promise<void> {
    // A killed server leaves its database and its chain running; the next start adopts them, and
    // a proper stop ends them.
    if (wasKilled) await start()
    await end('SIGTERM')
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Where the global setup of the journeys finds what was seeded before; without it seeds its own. */
export const seededName = 'E2E_SEEDED'

export const journeyOptions = {
  /**
   * On a busy machine requests stand still for longer than in earnest, where they are refused then.
   * Nobody waits for a bank that is simulated.
   */
  env: { STANDSTILL_MS: '60000', BANK_SETTLE_MS: '10' },
  /** Seeding takes a minute and more where the machine does other work as well. */
  readyTimeoutMs: 5 * 60_000,
}

/** Seeds an instance, which also fills the cache that all load the program from, and stops it. */
export async function seedStack(): Promise<Stack> {
  const stack = await startStack(journeyOptions)
  await stack.stop()
  return stack
}

/** A command of the admin line for the instance with these settings, as its parsed JSON. */
export async function runAdmin(
  settings: Readonly<Record<string, string>>,
  args: string[],
  checkout = root,
): Promise<unknown> {
  const command = spawn(process.execPath, [programsIn(checkout).admin, ...args], {
    cwd: checkout,
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  command.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  command.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')))
  const code = await new Promise<number | null>((resolve) => command.once('close', resolve))
  if (code !== 0) throw new Error(`admin ${args.join(' ')} ended with ${code}: ${errors}`)
  return JSON.parse(output)
}

/** Nothing of this process's environment but what any program needs. */
function environment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), ...settings }
}

/** Open to other users, so that the database's own user may enter it when we run as root. */
function temporaryDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-stack-'))
  chmodSync(folder, 0o755)
  return folder
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
