import type { Config } from '../../config/config.ts'
import { createOutbound, usualLimits } from './client.ts'
import { createOwnAddresses } from './own-addresses.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { createResolve, limitedTo } from './resolve.ts'

/** The outgoing client of this instance. */
export function openOutbound(config: Pick<Config, 'ENVIRONMENT' | 'BASE_URL'>): Outbound {
  const clock = () => performance.now()
  const resolve = limitedTo(createResolve({ clock }), usualLimits.lookupMs)
  return createOutbound({
    environment: config.ENVIRONMENT,
    resolve,
    ownAddresses: createOwnAddresses({ baseUrl: config.BASE_URL, resolve, clock }),
    clock,
  })
}
