import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DevChain, DevChainOptions } from '../dev/start.ts'
import { startDevChain } from '../dev/start.ts'

export type TestChain = DevChain & {
  dataDir: string
  /** What the chain has logged, as `level message`. */
  logged: () => readonly string[]
  /** Ends the node and removes its folder. */
  remove: () => Promise<void>
}

/** A dev chain of its own in a temporary folder, or in the given one (then only ended). */
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
  return {
    ...chain,
    dataDir,
    logged: () => lines,
    remove: async () => {
      await chain.stop()
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
