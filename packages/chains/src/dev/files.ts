import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from '../evm/rpc.ts'
import { isAlive } from './process.ts'

const lockMsMax = 30_000

/** What the dev chain remembers between runs, in `devchain.json` (mode 0600: it holds keys). */
export type DevChainFile = {
  mnemonic: string
  port: number
  /** The node's process and the process that looks after it. */
  pid?: number
  parentPid?: number
  /** Seconds by which the chain's clock runs ahead of real time. */
  timeOffset: number
}

export type DevChainPaths = ReturnType<typeof devChainPaths>

export function devChainPaths(dataDir: string) {
  mkdirSync(dataDir, { recursive: true })
  return {
    settings: join(dataDir, 'devchain.json'),
    state: join(dataDir, 'chain.json'),
    genesis: join(dataDir, 'devchain-genesis.json'),
    lock: join(dataDir, 'devchain.lock'),
    log: join(dataDir, 'devchain.log'),
    cache: join(dataDir, 'devchain-cache'),
  }
}

export function readSettings(paths: DevChainPaths): DevChainFile | undefined {
  const text = readIfThere(paths.settings)
  if (text === undefined) return undefined
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) throw new Error(`${paths.settings} does not hold the dev chain's settings`)
  const { mnemonic, port, pid, parentPid, timeOffset } = value
  if (typeof mnemonic !== 'string' || typeof port !== 'number') {
    throw new Error(`${paths.settings} lacks the mnemonic or the port`)
  }
  return {
    mnemonic,
    port,
    ...(typeof pid === 'number' ? { pid } : {}),
    ...(typeof parentPid === 'number' ? { parentPid } : {}),
    timeOffset: typeof timeOffset === 'number' ? timeOffset : 0,
  }
}

export function writeSettings(paths: DevChainPaths, settings: DevChainFile): Promise<void> {
  return writeWhole(paths.settings, `${JSON.stringify(settings, null, 2)}\n`)
}

/** Written beside, flushed, then renamed: a reader or a power cut finds the old text or the new. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const beside = `${path}.${randomUUID()}.tmp`
  const file = await open(beside, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(beside, path)
}

/**
 * Only one process at a time starts or takes over the node of a folder. A lock whose holder died
 * counts for nothing; one that is held for very long is a pid that was reused by another process.
 */
export async function withLock<T>(paths: DevChainPaths, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + lockMsMax
  while (!tryLock(paths.lock)) {
    const holder = Number(readIfThere(paths.lock) ?? '0')
    const stale = holder > 0 && !isAlive(holder)
    if (stale || performance.now() > deadline) rmSync(paths.lock, { force: true })
    else await sleep(20)
  }
  try {
    return await work()
  } finally {
    rmSync(paths.lock, { force: true })
  }
}

function tryLock(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (isFileError(error, 'EEXIST')) return false
    throw error
  }
}

/** Whether a state file has its end: what another program tore cannot be loaded. */
export function isWhole(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const last = Buffer.alloc(1)
    const { size } = fstatSync(file)
    return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString() === '}'
  } finally {
    closeSync(file)
  }
}

/** Keeps a file that cannot be used for whoever wants to look into it. */
export function moveAside(path: string): void {
  renameSync(path, `${path}.unreadable`)
}

export function openLog(paths: DevChainPaths): number {
  return openSync(paths.log, 'w', 0o600)
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return undefined
    throw error
  }
}

function isFileError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
