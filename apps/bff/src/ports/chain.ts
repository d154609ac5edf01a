import type { ChainAdapter, ChainDefinition, GasStation, Treasury } from '@corridor/chains'
import type { DevChain } from '@corridor/chains/dev'

/** A chain that this instance speaks to, with the service's own accounts on it. */
export type ChainLink = {
  definition: ChainDefinition
  adapter: ChainAdapter
  gasStation: GasStation
  /** Holds what customers paid in, pays out, mints the credit of prepaid deposits. */
  treasury: Treasury
  /** Controls of the dev chain; absent on a real one. */
  dev?: DevChain
}
