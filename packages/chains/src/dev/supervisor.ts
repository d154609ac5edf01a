import { createEvmAdapter } from '../evm/adapter.ts'
import { readBlock, resultOf } from '../evm/read.ts'
import type { Rpc } from '../evm/rpc.ts'
import { createRpc } from '../evm/rpc.ts'
import type { ChainDefinition, Hex } from '../port.ts'
import { devChainId, isAlive } from './anvil.ts'
import { readSettings, writeSettings } from './files.ts'
import type { DevNode, NodeOptions } from './node.ts'
import { endNode, isOurNode, obtainNode, pause, rpcUrlOf } from './node.ts'
import { resend } from './resend.ts'
import type { StateKeeper } from './state.ts'
import { createStateKeeper } from './state.ts'

export type SupervisorOptions = NodeOptions & {
  /** The signed deployments of the tokens, in order. */
  deployments: readonly Hex[]
  nowMs: () => number
}

const lookMs = 200
const saveMs = 1_000
const restartMsMax = 5_000

export type Supervisor = {
  port: number
  pid(): number
  onRestart(listener: () => void): () => void
  saveTimeOffset(seconds: number): Promise<void>
  down(): Promise<void>
  up(): Promise<void>
  stop(): Promise<void>
}

/** Keeps the node alive and its state saved, as long as this process lives. */
export async function superviseNode(options: SupervisorOptions): Promise<Supervisor> {
  const first = await obtainNode(options, 'MAY_MOVE')
  const rpc = createRpc({ url: rpcUrlOf(first.port), timeoutMs: 30_000 })
  const watch = new NodeWatch(options, first, rpc)
  await watch.settle()
  watch.look()
  return {
    port: first.port,
    pid: () => watch.node.pid,
    onRestart: (listener) => watch.onRestart(listener),
    saveTimeOffset: (seconds) => watch.saveTimeOffset(seconds),
    down: () => watch.down(),
    up: () => watch.up(),
    stop: () => watch.stop(),
  }
}

class NodeWatch {
  node: DevNode
  private readonly options: SupervisorOptions
  private readonly rpc: Rpc
  private readonly state: StateKeeper
  private readonly listeners = new Set<() => void>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private looking: Promise<void> = Promise.resolve()
  private heldDown = false
  private stopped = false
  private nextSaveAt = 0

  constructor(options: SupervisorOptions, node: DevNode, rpc: Rpc) {
    this.options = options
    this.node = node
    this.rpc = rpc
    this.state = createStateKeeper(rpc, options.paths)
  }

  onRestart(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** After a start: the clock's lead and the tokens are put back, then the state is saved. */
  async settle(): Promise<void> {
    const { node, options } = this
    if (!node.owned) return
    if (!node.adopted) await this.restoreClock()
    const adapter = createEvmAdapter(nodeRecord(node.port))
    const deployed = await resend(this.rpc, adapter, options.deployments)
    if (!deployed.ok) throw new Error(`the tokens cannot be deployed: ${deployed.detail}`)
    await this.state.save()
  }

  look(): void {
    if (this.stopped) return
    this.timer = setTimeout(() => {
      this.looking = this.lookOnce()
        .catch((error: unknown) => this.options.log('error', `dev chain: ${String(error)}`))
        .then(() => this.look())
    }, lookMs)
    this.timer.unref()
  }

  async saveTimeOffset(seconds: number): Promise<void> {
    this.options.settings.timeOffset = seconds
    await writeSettings(this.options.paths, this.options.settings)
  }

  async down(): Promise<void> {
    this.heldDown = true
    await this.looking
    await this.state.save()
    await this.end()
  }

  async up(): Promise<void> {
    this.heldDown = false
    await this.looking
    if (!isAlive(this.node.pid)) await this.restart()
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.timer)
    await this.looking
    if (!this.node.owned) return
    await this.state.save()
    await this.end()
  }

  private async lookOnce(): Promise<void> {
    if (this.heldDown || this.stopped) return
    if (!this.node.owned) await this.followOwner()
    else if (!isAlive(this.node.pid)) await this.restart()
    else if (performance.now() >= this.nextSaveAt) await this.save()
  }

  /** A large state takes long to save: then it is saved less often, for a tenth of the time. */
  private async save(): Promise<void> {
    const began = performance.now()
    await this.state.save()
    const ended = performance.now()
    this.nextSaveAt = ended + Math.max(saveMs, 10 * (ended - began))
  }

  private async restart(): Promise<void> {
    this.options.log('warn', 'the dev chain has died and is started again')
    for (let waitMs = 50; !this.stopped; waitMs = Math.min(2 * waitMs, restartMsMax)) {
      try {
        this.node = await obtainNode(this.options, 'SAME_PORT')
        this.state.forget()
        await this.settle()
        for (const listener of this.listeners) listener()
        return
      } catch (error) {
        this.options.log('error', `dev chain: ${String(error)}`)
        await pause(waitMs)
      }
    }
  }

  /** The owner restarts the node; when the owner itself is gone, this process takes its place. */
  private async followOwner(): Promise<void> {
    const settings = readSettings(this.options.paths)
    if (!settings) return
    Object.assign(this.options.settings, settings)
    const { pid, parentPid } = settings
    const ownerGone = parentPid === undefined || !isAlive(parentPid)
    if (ownerGone) {
      const before = this.node.pid
      this.node = await obtainNode(this.options, 'SAME_PORT')
      await this.settle()
      if (this.node.pid !== before) for (const listener of this.listeners) listener()
    } else if (pid !== undefined && pid !== this.node.pid) {
      if (!(await isOurNode(this.node.port, this.options.deployer))) return
      this.node = { ...this.node, pid }
      for (const listener of this.listeners) listener()
    }
  }

  private async restoreClock(): Promise<void> {
    const answer = await this.rpc.call('eth_getBlockByNumber', ['latest', false])
    if (!answer.ok) throw new Error(answer.detail)
    const head = readBlock(resultOf(answer.value))
    if (!head) throw new Error('the dev chain has no block')
    const real = Math.floor(this.options.nowMs() / 1000)
    const { timeOffset } = this.options.settings
    if (timeOffset === 0 && head.timestamp < real) return
    const next = Math.max(real + timeOffset, head.timestamp + 1)
    await this.rpc.call('evm_setNextBlockTimestamp', [next])
  }

  /** Never by a stale number: the pid is ours while the port answers as our chain. */
  private async end(): Promise<void> {
    const { pid, port } = this.node
    if (!(await isOurNode(port, this.options.deployer))) return
    await endNode(pid)
    delete this.options.settings.pid
    await writeSettings(this.options.paths, this.options.settings)
  }
}

/** What the adapter needs to send the deployments, before the tokens exist. */
function nodeRecord(port: number): ChainDefinition {
  return {
    chainKey: 'dev',
    chainId: devChainId,
    networkName: 'Corridor Dev Chain',
    nativeCurrency: { name: 'Test Ether', symbol: 'ETH', decimals: 18 },
    rpcUrl: rpcUrlOf(port),
    finality: { depth: 0 },
    tokens: [],
  }
}
