import type { Config } from '../config.ts'
import { createOutbound } from './client.ts'
import { createOwnAddresses } from './own-addresses.ts'
import type { Outbound } from './port.ts'
import { createResolve } from './resolve.ts'

/** The outgoing client of this instance. */
export function openOutbound(config: Pick<Config, 'ENVIRONMENT' | 'BASE_URL'>): Outbound {
  const clock = () => performance.now()
  const resolve = createResolve({ clock })
  return createOutbound({
    environment: config.ENVIRONMENT,
    resolve,
    ownAddresses: createOwnAddresses({ baseUrl: config.BASE_URL, resolve, clock }),
    clock,
  })
}
