import type { ChildProcess } from 'node:child_process'
import { createEvmAdapter } from '../evm/adapter.ts'
import { createRpc, type Rpc } from '../evm/rpc.ts'
import type { Hex } from '../port/chain.ts'
import { firstBalance } from './anvil.ts'
import { restoreClock } from './control.ts'
import { readSettings, writeSettings } from './files.ts'
import { type NodeOptions, isOurNode, obtainNode, rpcUrlOf } from './node.ts'
import { endProcess, isAlive } from './process.ts'
import { resend } from './resend.ts'
import { createStateKeeper } from './state.ts'
import { devDefinition } from './tokens.ts'

export type SupervisorOptions = NodeOptions & {
  treasury: Hex
  /** The signed deployments of the tokens, in order. */
  deployments: readonly Hex[]
  /** Tokens for the treasury, after the deployments. */
  grants: readonly Hex[]
}

export type Supervisor = {
  port: number
  pid: () => number
  onRestart: (listener: () => void) => () => void
  saveTimeOffset: (seconds: number) => Promise<void>
  down: () => Promise<void>
  up: () => Promise<void>
  stop: () => Promise<void>
}

/** Our own child says itself when it ends. */
const lookMs = 1_000
const saveMs = 1_000
const retryMs = 1_000

/** Keeps the node alive and its state saved, as long as this process lives. */
export async function superviseNode(options: SupervisorOptions): Promise<Supervisor> {
  const { paths, settings, deployer, log } = options
  let node = await obtainNode(options, 'MAY_MOVE')
  const { port } = node
  const rpc = createRpc({ url: rpcUrlOf(port), timeoutMs: 30_000 })
  const state = createStateKeeper(rpc, paths)
  const listeners = new Set<() => void>()
  const turns = createTurns()
  let mode: 'UP' | 'DOWN' | 'STOPPED' = 'UP'
  let nextSaveAt = 0
  let retryAt = 0

  await settle()
  follow()
  const timer = setInterval(() => void turns.whenFree(lookSafely), lookMs).unref()

  return {
    port,
    pid: () => node.pid,
    onRestart: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    saveTimeOffset: (seconds) => {
      settings.timeOffset = seconds
      return writeSettings(paths, settings)
    },
    down: () => {
      mode = 'DOWN'
      return turns.next(end)
    },
    up: () => {
      mode = 'UP'
      return turns.next(look)
    },
    stop: () => {
      mode = 'STOPPED'
      clearInterval(timer)
      return turns.next(end).finally(rpc.close)
    },
  }

  /** After a start: the clock's lead and the tokens are put back, then the state is saved. */
  async function settle() {
    if (!node.owned) return
    if (node.child) {
      await restoreClock(rpc, options.nowMs, settings.timeOffset)
      await giveCoin(rpc, options.treasury)
    }
    const adapter = createEvmAdapter(devDefinition({ port, finality: { depth: 0 }, tokens: [] }))
    const deployed = await resend(rpc, adapter, options.deployments)
    const granted = deployed.ok ? await resend(rpc, adapter, options.grants) : deployed
    adapter.close()
    if (!deployed.ok) throw new Error(`the tokens cannot be deployed: ${deployed.detail}`)
    // A chain from before there was a treasury has given these nonces to others.
    if (!granted.ok) log('warn', `the treasury gets no tokens: ${granted.detail}`)
    await state.save()
  }

  function follow() {
    node.child?.once('exit', () => void turns.whenFree(lookSafely))
  }

  async function lookSafely() {
    try {
      await look()
    } catch (error) {
      log('error', `dev chain: ${String(error)}`)
    }
  }

  async function look() {
    if (mode !== 'UP') return
    const now = performance.now()
    if (!node.owned) await followOwner()
    else if (isAlive(node.pid)) await (now >= nextSaveAt ? save() : undefined)
    else if (now >= retryAt) await restart()
  }

  /** A large state takes long to save: then it is saved less often, for a tenth of the time. */
  async function save() {
    const began = performance.now()
    await state.save()
    const ended = performance.now()
    nextSaveAt = ended + Math.max(saveMs, 10 * (ended - began))
  }

  async function restart() {
    log('warn', 'the dev chain has died and is started again')
    try {
      await takeOver()
    } catch (error) {
      retryAt = performance.now() + retryMs
      log('error', `dev chain: ${String(error)}`)
    }
  }

  /** A supervisor that does not find its node reports that the last second may be lost. */
  async function takeOver() {
    const { pid } = node
    node = await obtainNode(options, 'SAME_PORT')
    follow()
    state.forget()
    await settle()
    if (node.pid !== pid) logRestart()
  }

  /** The owner restarts the node; when the owner itself is gone, this process takes its place. */
  async function followOwner() {
    const { pid, parentPid } = Object.assign(settings, readSettings(paths))
    if (parentPid === undefined || !isAlive(parentPid)) return takeOver()
    if (pid === undefined || pid === node.pid || !(await isOurNode(port, deployer))) return
    node = { ...node, pid }
    logRestart()
  }

  function logRestart() {
    for (const listener of listeners) listener()
  }

  /**
   * Never by a stale number: the pid is our own child's, or its port answers as our chain. What
   * cannot be saved (a full disk, a node that hangs) must not keep the node alive.
   */
  async function end() {
    if (!node.owned || !isAlive(node.pid)) return
    const answers = await isOurNode(port, deployer)
    if (!answers && !isRunning(node.child)) return
    try {
      if (answers) await state.save()
    } catch (error) {
      log('error', `the dev chain's state is not saved: ${String(error)}`)
    }
    await endProcess(node.pid)
  }
}

function isRunning(child: ChildProcess | undefined): boolean {
  return child !== undefined && child.exitCode === null && child.signalCode === null
}

/** One thing at a time: `next` waits for its turn, `whenFree` gives up when another is at it. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  return { next, whenFree }

  function next(work: () => Promise<void>): Promise<void> {
    waiting += 1
    const turn = last.then(work).finally(() => {
      waiting -= 1
    })
    last = turn.catch(() => undefined)
    return turn
  }

  async function whenFree(work: () => Promise<void>): Promise<void> {
    if (waiting === 0) await next(work)
  }
}

/** A state from before there was a treasury has no coin for it. */
async function giveCoin(rpc: Rpc, treasury: Hex): Promise<void> {
  const balance = await rpc.call('eth_getBalance', [treasury, 'latest'])
  if (!balance.ok || balance.value.error || balance.value.result !== '0x0') return
  await rpc.call('anvil_setBalance', [treasury, firstBalance])
}
