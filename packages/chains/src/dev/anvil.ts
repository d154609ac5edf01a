import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { closeSync, existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Finality, Hex } from '../port/chain.ts'
import { type DevChainPaths, openLog } from './files.ts'

/** Fixed: wallets and tools know this number as a local chain. */
export const devChainId = 31_337

/**
 * The program itself instead of its Node wrapper: one process less, and the pid that we know is
 * the one to stop. The platform's package is a dependency of the wrapper's package.
 */
export function anvilBinary(): string {
  const require = createRequire(import.meta.url)
  const wrapper = createRequire(require.resolve('@foundry-rs/anvil/package.json'))
  const platform = process.platform === 'win32' ? 'win32' : process.platform
  const machine = process.arch === 'x64' ? 'amd64' : process.arch
  const program = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  return wrapper.resolve(`@foundry-rs/anvil-${platform}-${machine}/bin/${program}`)
}

/** A million whole coins, for each account that the chain begins with. */
export const firstBalance = '0xd3c21bcecceda1000000'

/**
 * Writes the first block: who has native coin in it, and its time. The node knows no key: a
 * mnemonic on its command line could be read by every user of the machine, and whoever reaches its
 * port could send from accounts that it holds.
 */
export function writeGenesis(paths: DevChainPaths, funded: readonly Hex[], nowMs: number): void {
  const alloc = Object.fromEntries(funded.map((address) => [address, { balance: firstBalance }]))
  const timestamp = `0x${Math.floor(nowMs / 1000).toString(16)}`
  const genesis = { config: { chainId: devChainId }, timestamp, alloc }
  writeFileSync(paths.genesis, JSON.stringify(genesis), { mode: 0o600 })
}

/**
 * Transactions are mined at once (mixed mining). Empty blocks come every second only where
 * finality needs them; else once a minute, because each costs 1.7 kB of state for ever. States
 * of old blocks are pruned, since anvil would put gigabytes of them into the home directory.
 */
export function anvilArguments(options: {
  port: number
  finality: Finality
  paths: DevChainPaths
}) {
  const { port, finality, paths } = options
  const instant = 'depth' in finality && finality.depth === 0
  const statesKept = 'depth' in finality ? finality.depth * 2 + 64 : 256
  const values = {
    host: '127.0.0.1',
    port: String(port),
    'chain-id': String(devChainId),
    accounts: '0',
    'block-time': instant ? '60' : '1',
    'prune-history': String(statesKept),
    'cache-path': paths.cache,
    ...(existsSync(paths.state) ? { 'load-state': paths.state } : { init: paths.genesis }),
  }
  const named = Object.entries(values).flatMap(([name, value]) => [`--${name}`, value])
  return ['--mixed-mining', '--quiet', ...named]
}

/** Detached and without pipes, so that the node outlives a crash of its parent. */
export function spawnAnvil(args: readonly string[], paths: DevChainPaths): ChildProcess {
  const log = openLog(paths)
  try {
    const child = spawn(anvilBinary(), args, {
      detached: true,
      stdio: ['ignore', 'ignore', log],
    })
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}
