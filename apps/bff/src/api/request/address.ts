import { BlockList, isIP } from 'node:net'
import type { Config } from '../../config/config.ts'

/** What the HTTP server gives beside a request; nothing where the request comes from within. */
type NodeBindings = { incoming?: { socket?: { remoteAddress?: string } } }

/**
 * Reads whose address a request came from. `X-Forwarded-For` counts as far as proxies of the
 * settings wrote it: from the right, up to the first address that is none of them.
 */
export function addressReader(config: Pick<Config, 'TRUSTED_PROXY'>) {
  const { TRUSTED_PROXY } = config
  const isProxy = proxiesOf(config)

  /** Nothing for a request that no network brought. */
  return (headers: Headers, env: unknown): string | undefined => {
    const socket = (env as NodeBindings | undefined)?.incoming?.socket
    if (!socket) return undefined
    let address = plainAddress(socket.remoteAddress ?? '')
    const forwarded = TRUSTED_PROXY.length > 0 ? headers.get('x-forwarded-for') : null
    const hops = (forwarded ?? '').split(',').map((hop) => plainAddress(hop.trim()))
    while (isProxy(address)) {
      const hop = hops.pop()
      if (hop === undefined || isIP(hop) === 0) break
      address = hop
    }
    return address
  }
}

/** Says of an address in its one spelling whether a proxy of the settings has it. */
export const proxiesOf = ({ TRUSTED_PROXY }: Pick<Config, 'TRUSTED_PROXY'>) =>
  addressesIn(TRUSTED_PROXY)

/** Says of an address in its one spelling whether it is in one of these networks. */
export function addressesIn(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const text of networks) {
    const [address = '', bits] = text.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number.parseInt(bits, 10), family)
  }
  return (address) =>
    isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** An address in its one spelling; an IPv4 address that came over an IPv6 socket, as what it is. */
export function plainAddress(address: string): string {
  const bare = address.split('%')[0] ?? ''
  if (isIP(bare) !== 6) return bare
  const short = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short) ?? []
  if (high === undefined || low === undefined) return short
  const [top, bottom] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [top >> 8, top & 255, bottom >> 8, bottom & 255].join('.')
}

/** /24 of IPv4, /64 of IPv6: who has one address of these has them all. */
export function blockOf(address: string): string {
  const item = plainAddress(address)
  if (isIP(item) === 4) return item.split('.').slice(0, 3).join('.')
  const [head = '', tail] = item.split('::')
  const groups = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros =
    tail === undefined ? [] : Array.from({ length: 8 - groups.length - after.length }, () => '0')
  return [...groups, ...zeros, ...after].slice(0, 4).join(':')
}
