import type { Config } from '../../config/config.ts'
import { isForThisMachine } from '../../config/reach.ts'
import { createOutbound, usualLimits } from './client.ts'
import { createOwnAddresses } from './own-addresses.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { type OwnPorts, ownPortsOf } from './own-ports.ts'
import { createResolve, limitedTo } from './resolve.ts'

/**
 * The outgoing client of this instance. Loopback may be called where only this machine can ask for
 * it, and there never a port of our own.
 */
export function openOutbound(
  config: Pick<Config, 'ENVIRONMENT' | 'BASE_URL' | 'HOST' | 'PORT' | 'METRICS_PORT'>,
  ownPorts: OwnPorts = ownPortsOf(config),
): Outbound {
  const clock = () => performance.now()
  const resolve = limitedTo(createResolve({ clock }), usualLimits.lookupMs)
  return createOutbound({
    environment: config.ENVIRONMENT,
    mayCallLoopback: isForThisMachine(config),
    ownPorts,
    resolve,
    ownAddresses: createOwnAddresses({ baseUrl: config.BASE_URL, resolve, clock }),
    clock,
  })
}
