import type { RelyingParty } from '@corridor/signer'
import type { Config } from '../../../config/config.ts'

/** In the sandbox wallets share the host of `baseUrl` with staff (decisions.md 3). */
export const relyingPartyOf = (config: Pick<Config, 'BASE_URL'>): RelyingParty => ({
  rpId: new URL(config.BASE_URL).hostname,
  origins: [config.BASE_URL],
})
