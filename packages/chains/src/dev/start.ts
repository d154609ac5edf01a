import { keccak256 } from 'viem/utils'
import { createEvmAdapter } from '../evm/adapter.ts'
import { type GasStation, createGasStation } from '../evm/gas-station.ts'
import { createRpc } from '../evm/rpc.ts'
import { createTreasury, type Treasury } from '../evm/treasury.ts'
import type {
  ChainAdapter,
  ChainDefinition,
  Finality,
  Hex,
  TokenDefinition,
  Unavailable,
} from '../port/chain.ts'
import { type Result, fail, ok } from '../port/result.ts'
import { devAccounts, newMnemonic } from './accounts.ts'
import { devChainId } from './anvil.ts'
import { type ChainControl, createControl } from './control.ts'
import { type TokenOwner, createTokenOwner } from './faucet.ts'
import { devChainPaths, readSettings, writeSettings } from './files.ts'
import { type DevChainLog, rpcUrlOf } from './node.ts'
import { freePort } from './process.ts'
import { type ResendFailure, type Resent, resend } from './resend.ts'
import { superviseNode } from './supervisor.ts'
import { devDefinition, devTransactions } from './tokens.ts'

export type DevChainOptions = {
  /** Keeps `devchain.json`, `chain.json` and the node's log. */
  dataDir: string
  /** `DEV_CHAIN_FINALITY`; depth 0 when absent. */
  finality?: Finality
  /** The port of the first start; a free one when absent. Later starts keep what was chosen. */
  port?: number
  log: DevChainLog
  random: (bytes: number) => Uint8Array
  /** Real time in milliseconds, for the distance between the chain's clock and the real one. */
  nowMs: () => number
}

export type DevChain = ChainControl &
  TokenOwner & {
    definition: ChainDefinition
    adapter: ChainAdapter
    /** Hash of the first deployment: names this instance of the chain; the database keeps it. */
    marker: Hex
    /** Whether the database that remembers `marker` belongs to this chain. */
    check: (marker: string) => Promise<Result<'MATCH', Unavailable | 'CHAIN_MISMATCH'>>
    gasStation: GasStation
    treasury: Treasury
    /** Sends what the chain lost, see `resend`; for the start and for `onRestart`. */
    resend: (rawTransactions: readonly Hex[]) => Promise<Result<Resent, ResendFailure>>
    /** Called after the node had died and is back, possibly without its last second. */
    onRestart: (listener: () => void) => () => void
    pid: () => number
    /** For tests: the node is ended and stays down until `up`. */
    down: () => Promise<void>
    up: () => Promise<void>
    /** Saves the state and ends the node, unless another living process looks after it. */
    stop: () => Promise<void>
  }

/**
 * The accounts and tokens of a data directory's chain, which need not run for it: they follow from the
 * mnemonic, which is made where there is none.
 */
export async function describeDevChain(
  options: Pick<DevChainOptions, 'dataDir' | 'port' | 'random'>,
): Promise<{ chainId: number; rpcUrl: string; treasury: Hex; tokens: readonly TokenDefinition[] }> {
  const { settings } = await prepareSettings(options)
  const accounts = devAccounts(settings.mnemonic)
  const { tokens } = await devTransactions(accounts)
  return {
    chainId: devChainId,
    rpcUrl: rpcUrlOf(settings.port),
    treasury: accounts.treasury.address,
    tokens: tokens.map(({ token }) => token),
  }
}

async function prepareSettings(options: Pick<DevChainOptions, 'dataDir' | 'port' | 'random'>) {
  const paths = devChainPaths(options.dataDir)
  const settings = readSettings(paths) ?? {
    mnemonic: newMnemonic(options.random),
    port: options.port ?? (await freePort()),
    timeOffset: 0,
  }
  await writeSettings(paths, settings)
  return { paths, settings }
}

/** Starts or takes over the chain of a data directory. Throws when no node can be had. */
export async function startDevChain(options: DevChainOptions): Promise<DevChain> {
  const finality = options.finality ?? { depth: 0 }
  const { paths, settings } = await prepareSettings(options)
  const accounts = devAccounts(settings.mnemonic)
  const { tokens, credit, grants } = await devTransactions(accounts)
  const [first] = tokens
  if (!first) throw new Error('the dev chain has no tokens')
  const marker = first.hash
  const node = await superviseNode({
    paths,
    settings,
    finality,
    deployer: accounts.deployer.address,
    treasury: accounts.treasury.address,
    funded: Object.values(accounts).map(({ address }) => address),
    deployments: [...tokens, credit].map((deployment) => deployment.raw),
    grants,
    log: options.log,
    nowMs: options.nowMs,
  })

  const definition = devDefinition({
    port: node.port,
    finality,
    tokens: tokens.map((deployment) => deployment.token),
    creditToken: credit.token,
  })
  const adapter = createEvmAdapter(definition)
  const rpc = createRpc({ url: definition.rpcUrl, timeoutMs: 30_000 })

  return {
    definition,
    adapter,
    marker,
    check,
    gasStation: createGasStation({
      account: accounts.gasStation,
      chainId: devChainId,
      transactionsPerTopUp: 100n,
    }),
    treasury: createTreasury({ account: accounts.treasury, chainId: devChainId }),
    ...createTokenOwner({ adapter, deployer: accounts.deployer, tokens: definition.tokens }),
    ...createControl({
      rpc,
      finality,
      nowMs: options.nowMs,
      timeOffset: () => settings.timeOffset,
      saveTimeOffset: node.saveTimeOffset,
      setup: [
        ...[...tokens, credit].map(({ hash }) => hash),
        ...grants.map((raw) => keccak256(raw)),
      ],
    }),
    resend: (rawTransactions) => resend(rpc, adapter, rawTransactions),
    onRestart: node.onRestart,
    pid: node.pid,
    down: node.down,
    up: node.up,
    stop: async () => {
      adapter.close()
      rpc.close()
      await node.stop()
    },
  }

  async function check(
    remembered: string,
  ): Promise<Result<'MATCH', Unavailable | 'CHAIN_MISMATCH'>> {
    if (remembered.toLowerCase() !== marker) {
      return fail('CHAIN_MISMATCH', `the database belongs to ${remembered}, the chain is ${marker}`)
    }
    const receipt = await adapter.receipt(marker)
    if (!receipt.ok) return receipt
    return receipt.value ? ok('MATCH') : fail('CHAIN_MISMATCH', `the chain lacks ${marker}`)
  }
}
