import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeDataDirectory } from '../database/data-dir.ts'
import { copyPrepared } from '../database/prepared.ts'

const main = fileURLToPath(new URL('../../../dist/server/main.mjs', import.meta.url))

/** On a busy machine requests stand still for longer than in earnest, where they are refused then. */
export const patientMs = '60000'

/** How each instance of a test runs: no waiting for a bank that is simulated. */
export const forTests = { RATE_LIMIT: 'off', STANDSTILL_MS: patientMs, BANK_SETTLE_MS: '10' }

export type Running = {
  baseUrl: string
  apiToken: string
  exited: Promise<number | NodeJS.Signals | null>
  /** What it has written to stderr. */
  errors(): string
  kill(signal: NodeJS.Signals): Promise<void>
}
export type Started = Running & { child: ChildProcess }

/** Starts the service on a data directory, as a process of its own, and waits until it is ready. */
export async function startServer(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Started> {
  const port = settings['PORT'] ?? String(await freePort())
  const errors: string[] = []
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      SEED: 'none',
      LOG_LEVEL: 'error',
      ...forTests,
      ...settings,
      PORT: port,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()))
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code))
  })
  const baseUrl = `http://localhost:${port}`
  for (;;) {
    const state = await Promise.race([exited, isReady(baseUrl)])
    if (state === true) break
    // Another took the port between our look and this start.
    if (state === 1 && !settings['PORT'] && errors.join('').startsWith('PORT:'))
      return startServer(dataDir, settings)
    if (state !== false) throw new Error(`the server ended (${String(state)}): ${errors.join('')}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const file = JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as {
    partners: { apiToken: string }[]
  }
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  return {
    child,
    baseUrl,
    apiToken: file.partners[0]?.apiToken ?? '',
    exited,
    errors: () => errors.join(''),
    kill,
  }
}

/**
 * A data directory whose service is started, killed and started again as a process of its own. Its
 * database is there already, unless the first start is what the test is about (`isFresh`).
 */
export async function makeServer(
  settings: Record<string, string> = {},
  { isFresh = false }: { isFresh?: boolean } = {},
) {
  const folder = makeDataDirectory('server')
  // A first start makes the directory, too.
  const dataDir = isFresh ? join(folder, 'not', 'there', 'yet') : folder
  if (!isFresh && !settings['DATABASE_URL']) copyPrepared(dataDir)
  const port = String(await freePort())
  let ended: Promise<unknown> | undefined
  let last: Started | undefined
  return { dataDir, start, remove }

  /** Starts and waits until it is ready. */
  async function start(more: Record<string, string> = {}): Promise<Started> {
    last = undefined
    const starting = startServer(dataDir, { ...settings, ...more, PORT: port })
    ended = starting.catch(() => undefined)
    last = await starting
    return last
  }

  /** Stops it, by starting once more where it was killed and left others running. Removes the directory. */
  async function remove(): Promise<void> {
    await ended
    if (ended && (!last || last.child.signalCode || last.child.exitCode)) await start()
    if (last && last.child.exitCode === null) await last.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function isReady(baseUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${baseUrl}/readyz`)).status === 200
  } catch {
    return false
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
