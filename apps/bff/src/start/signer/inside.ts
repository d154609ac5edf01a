import { createSigner, type RootKeys, type Signer } from '@corridor/signer'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { createIds } from '../../outside/ids.ts'
import { createKeySets } from '../../outside/oidc/key-sets.ts'
import type { Outbound } from '../../ports/outbound.ts'
import type { SignerFacts } from './facts.ts'
import { keyRefusal } from './keys.ts'

export type SignerParts = {
  /** Connections of the role corridor_signer. */
  pool: Pool
  rootKeys: RootKeys
  /** For the keys of identity providers. */
  outbound: Outbound
  /** Milliseconds that only go forward. */
  clock: () => number
  random: (bytes: number) => Uint8Array
  log: Logger
}

/**
 * The signer in the process that calls this: the service's, or one of its own.
 * @throws StartRefused where its root keys are not those of the database
 */
export async function openSignerInside(facts: SignerFacts, parts: SignerParts): Promise<Signer> {
  const { pool, rootKeys, random, outbound, clock, log } = parts
  const ids = createIds(random)
  const treasuries = new Map(facts.treasuries.map(({ chainId, address }) => [chainId, address]))
  const signer = createSigner({
    pool,
    rootKeys,
    random,
    ids: (prefix) => ids.make(prefix),
    treasury: (chainId) => treasuries.get(chainId),
    assets: facts.assets,
    relyingParty: () => facts.relyingParty,
    keysOf: createKeySets({ outbound, clock, log: log.child({ part: 'oidc' }) }),
    commonIssuers: facts.commonIssuers,
  })
  try {
    // The first thing that needs the root keys.
    await signer.exportPublicKey()
  } catch (error) {
    throw keyRefusal(error)
  }
  return signer
}
