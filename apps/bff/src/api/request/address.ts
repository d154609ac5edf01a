import { BlockList, isIP } from 'node:net'
import type { Config } from '../../config/config.ts'

/** What the HTTP server gives beside a request; nothing where the request comes from within. */
type NodeBindings = { incoming?: { socket?: { remoteAddress?: string } } }

/**
 * Reads whose address a request came from. `X-Forwarded-For` counts as far as proxies of the
 * settings wrote it: from the right, up to the first address that is none of them.
 */
export function addressReader({ TRUSTED_PROXY }: Pick<Config, 'TRUSTED_PROXY'>) {
  const proxies = new BlockList()
  for (const text of TRUSTED_PROXY) {
    const [address = '', bits] = text.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number.parseInt(bits, 10), family)
  }
  const isProxy = (address: string) =>
    isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  /** Nothing for a request that no network brought. */
  return (headers: Headers, env: unknown): string | undefined => {
    const socket = (env as NodeBindings | undefined)?.incoming?.socket
    if (!socket) return undefined
    let address = plain(socket.remoteAddress ?? '')
    const forwarded = TRUSTED_PROXY.length > 0 ? headers.get('x-forwarded-for') : null
    const hops = (forwarded ?? '').split(',').map((hop) => plain(hop.trim()))
    while (isProxy(address)) {
      const hop = hops.pop()
      if (hop === undefined || isIP(hop) === 0) break
      address = hop
    }
    return address
  }
}

/** An IPv4 address that came over an IPv6 socket, as what it is. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** /24 of IPv4, /64 of IPv6: who has one address of these has them all. */
export function blockOf(address: string): string {
  const v4 = plain(address)
  if (/^\d+\.\d+\.\d+\.\d+$/.test(v4)) return v4.split('.').slice(0, 3).join('.')
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const groups = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros =
    tail === undefined ? [] : Array.from({ length: 8 - groups.length - after.length }, () => '0')
  return [...groups, ...zeros, ...after].slice(0, 4).join(':')
}
