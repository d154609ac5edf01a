import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRpc } from '../evm/rpc.ts'
import type { Finality, Hex } from '../port/chain.ts'
import { anvilArguments, spawnAnvil, writeGenesis } from './anvil.ts'
import {
  type DevChainFile,
  type DevChainPaths,
  isWhole,
  moveAside,
  readSettings,
  withLock,
  writeSettings,
} from './files.ts'
import { freePort, isAlive, pause } from './process.ts'

export type DevChainLog = (level: 'info' | 'warn' | 'error', message: string) => void

const startMsMax = 20_000

/** A running node and who looks after it. */
export type DevNode = {
  pid: number
  port: number
  /** False when another living process started it: then it is only used, never stopped. */
  owned: boolean
  /** The child when this process started it; absent when it ran before us, with its memory whole. */
  child?: ChildProcess
}

export type NodeOptions = {
  paths: DevChainPaths
  settings: DevChainFile
  deployer: Hex
  /** All accounts that the chain begins with; the node holds none of their keys. */
  funded: readonly Hex[]
  finality: Finality
  log: DevChainLog
  /** Real time in milliseconds. */
  nowMs: () => number
}

export function rpcUrlOf(port: number): string {
  return `http://127.0.0.1:${port}`
}

/**
 * Takes over the node that still runs, or starts one from the state file. The port of an earlier
 * run may be taken by now: at the first start another one is chosen (`MAY_MOVE`), later not,
 * because clients hold the address.
 */
export async function obtainNode(options: NodeOptions, port: 'MAY_MOVE' | 'SAME_PORT') {
  return withLock(options.paths, () => obtainAlone(port, options))
}

async function obtainAlone(port: 'MAY_MOVE' | 'SAME_PORT', options: NodeOptions): Promise<DevNode> {
  const ports = [options.settings.port, ...(port === 'MAY_MOVE' ? [await freePort()] : [])]
  const found = (await adopt(options)) ?? (await startOnOneOf(ports, options))
  if (found) return found
  throw new Error(`the dev chain does not start, see ${options.paths.log}`)
}

async function startOnOneOf(ports: readonly number[], options: NodeOptions) {
  if (existsSync(options.paths.state) && !isWhole(options.paths.state)) {
    options.log('error', `${options.paths.state} is torn and is moved aside`)
    moveAside(options.paths.state)
  }
  for (const port of ports) {
    const started = await startOn(port, options)
    if (started) return started
  }
  return undefined
}

/** Only a chain in which our random deployer has coin is ours; a pid alone proves nothing. */
export async function isOurNode(port: number, deployer: Hex): Promise<boolean> {
  const rpc = createRpc({ url: rpcUrlOf(port), timeoutMs: 2_000 })
  const answer = await rpc.call('eth_getBalance', [deployer, 'latest'])
  rpc.close()
  const balance = answer.ok && !answer.value.error ? answer.value.result : undefined
  return typeof balance === 'string' && /^0x0*[1-9a-f]/.test(balance)
}

async function adopt(options: NodeOptions): Promise<DevNode | undefined> {
  const { settings, deployer, paths } = options
  Object.assign(settings, readSettings(paths))
  const { pid, port, parentPid } = settings
  if (pid === undefined || !isAlive(pid) || !(await isOurNode(port, deployer))) return undefined
  const owned = parentPid === undefined || parentPid === process.pid || !isAlive(parentPid)
  if (owned) {
    settings.parentPid = process.pid
    await writeSettings(paths, settings)
  }
  return { pid, port, owned }
}

/** The pid is written down at once: a crash of this process must not leave an unknown node. */
async function startOn(port: number, options: NodeOptions): Promise<DevNode | undefined> {
  const { paths, settings, finality, deployer } = options
  if (await isOurNode(port, deployer)) return undefined
  writeGenesis(paths, options.funded, options.nowMs())
  const args = anvilArguments({ port, finality, paths })
  const child = spawnAnvil(args, paths)
  const ended = endOf(child)
  const { pid } = child
  if (pid === undefined) return undefined
  Object.assign(settings, { port, pid, parentPid: process.pid })
  await writeSettings(paths, settings)
  if (!(await comesUp(child, ended, port, deployer))) return undefined
  return { pid, port, owned: true, child }
}

/** Asks until the node answers as ours or its process ends (a port in use, a broken state). */
async function comesUp(child: ChildProcess, ended: Promise<'ENDED'>, port: number, deployer: Hex) {
  const deadline = performance.now() + startMsMax
  while (performance.now() < deadline) {
    if (await isOurNode(port, deployer)) return true
    if ((await Promise.race([ended, pause(10)])) === 'ENDED') return false
  }
  child.kill('SIGKILL')
  return false
}

/** Call it at once: the end of a child is missed without a listener. */
function endOf(child: ChildProcess): Promise<'ENDED'> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve('ENDED'))
    child.once('error', () => resolve('ENDED'))
  })
}
