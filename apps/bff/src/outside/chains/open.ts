import { startDevChain } from '@corridor/chains/dev'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import type { ChainLink } from '../../ports/chain.ts'
import { StartRefused } from '../../config/start-refused.ts'

export type ChainLinks = { byId: ReadonlyMap<string, ChainLink>; stop(): Promise<void> }

/**
 * The chains of this instance: the dev chain in the sandbox.
 * @throws StartRefused in live, which has no key for a gas station yet
 */
export async function openChains(
  config: Config,
  ports: { log: Logger; random: (bytes: number) => Uint8Array; realTime: () => Date },
): Promise<ChainLinks> {
  if (config.ENVIRONMENT === 'live')
    throw new StartRefused(
      'Live needs a gas station whose key is held outside this process; none is configured.',
    )
  const { log, random, realTime } = ports
  const dev = await startDevChain({
    dataDir: config.DATA_DIR,
    finality: { depth: config.DEV_CHAIN_FINALITY },
    log: (level, message) => log[level]({ part: 'chain' }, message),
    random,
    nowMs: () => realTime().getTime(),
  })
  const link: ChainLink = {
    definition: dev.definition,
    adapter: dev.adapter,
    gasStation: dev.gasStation,
    treasury: dev.treasury,
    dev,
  }
  return {
    byId: new Map([[String(dev.definition.chainId), link]]),
    stop: dev.stop,
  }
}
