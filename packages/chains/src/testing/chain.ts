import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRpc } from '../evm/rpc.ts'
import { type DevChain, type DevChainOptions, startDevChain } from '../dev/start.ts'
import { isAlive } from '../dev/process.ts'
import { must, newWallet } from './wallet.ts'

export type TestChain = DevChain & {
  dataDir: string
  /** What the chain has logged, as `level message`. */
  logged: () => readonly string[]
  /**
   * Replaces the newest blocks by as many empty ones: their transactions are gone. Afterwards
   * the chain mines with transactions and by `mine`, no longer by the clock.
   */
  reorg: (depth: number) => Promise<void>
  /** Takes the newest blocks away. */
  rollback: (depth: number) => Promise<void>
  /** Ends the node and removes its folder. */
  remove: () => Promise<void>
}

/** A dev chain of its own in a temporary folder, or in an existing one (which is not deleted). */
export async function startTestChain(
  options: Partial<Pick<DevChainOptions, 'dataDir' | 'finality' | 'port' | 'nowMs'>> = {},
): Promise<TestChain> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'corridor-chain-'))
  const lines: string[] = []
  const chain = await startDevChain({
    nowMs: () => performance.timeOrigin + performance.now(),
    ...options,
    dataDir,
    log: (level, message) => lines.push(`${level} ${message}`),
    random: (bytes) => randomBytes(bytes),
  })
  const rpc = createRpc({ url: chain.definition.rpcUrl, timeoutMs: 10_000 })
  const command = async (method: string, params: unknown[]) => {
    const answer = must(await rpc.call(method, params))
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
  }
  // A test run that breaks off must not leave a node behind.
  const endAtExit = () => {
    if (isAlive(chain.pid())) process.kill(chain.pid(), 'SIGKILL')
  }
  process.once('exit', endAtExit)
  return {
    ...chain,
    dataDir,
    logged: () => lines,
    reorg: async (depth) => {
      // A block mined by the clock in the middle of a reorg makes anvil lose blocks for good, so
      // from here on blocks come with transactions and by `mine` only.
      await command('evm_setAutomine', [true])
      // Empty blocks of the same second would get the hashes of those that they replace, and
      // anvil then loses both. Another receiver of the fees makes them differ.
      await command('anvil_setCoinbase', [newWallet().address])
      await command('anvil_reorg', [depth, []])
    },
    rollback: (depth) => command('anvil_rollback', [depth]),
    stop,
    remove: async () => {
      await stop()
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }

  async function stop() {
    process.off('exit', endAtExit)
    rpc.close()
    await chain.stop()
  }
}
