import { BlockList, isIP } from 'node:net'

type Family = 'ipv4' | 'ipv6'
type Range = { cidr: string; what: string; family: Family; list: BlockList }

const range =
  (family: Family) =>
  ([cidr, what]: readonly [string, string]): Range => {
    const [net = '', prefix = ''] = cidr.split('/')
    const list = new BlockList()
    list.addSubnet(net, Number(prefix), family)
    return { cidr, what, family, list }
  }

/** IPv4 that is not global unicast (guarantees.md 3.5; the registries of RFC 6890). */
const denied4 = (
  [
    ['0.0.0.0/8', 'this network'],
    ['10.0.0.0/8', 'private'],
    ['100.64.0.0/10', 'shared by carriers'],
    ['127.0.0.0/8', 'loopback'],
    ['169.254.0.0/16', 'link-local, with cloud metadata'],
    ['172.16.0.0/12', 'private'],
    ['192.0.0.0/24', 'for protocols'],
    ['192.0.2.0/24', 'for documentation'],
    ['192.88.99.0/24', '6to4 relays'],
    ['192.168.0.0/16', 'private'],
    ['198.18.0.0/15', 'for benchmarks'],
    ['198.51.100.0/24', 'for documentation'],
    ['203.0.113.0/24', 'for documentation'],
    ['224.0.0.0/4', 'multicast'],
    ['240.0.0.0/4', 'reserved'],
  ] as const
).map(range('ipv4'))

/**
 * IPv6 that is not global unicast, and every form that carries an IPv4 address inside. An IPv4 rule
 * must not stand here: a block list matches mapped addresses across families.
 */
const denied6 = (
  [
    ['::/128', 'unspecified'],
    ['::1/128', 'loopback'],
    ['::/96', 'IPv4-compatible'],
    ['::ffff:0:0/96', 'IPv4-mapped'],
    ['64:ff9b::/96', 'NAT64'],
    ['64:ff9b:1::/48', 'local NAT64'],
    ['100::/64', 'discarded'],
    ['2001::/32', 'Teredo'],
    ['2001::/23', 'for protocols'],
    ['2001:db8::/32', 'for documentation'],
    ['2002::/16', '6to4'],
    ['3fff::/20', 'for documentation'],
    ['fc00::/7', 'private'],
    ['fe80::/10', 'link-local'],
    ['fec0::/10', 'site-local'],
    ['ff00::/8', 'multicast'],
  ] as const
).map(range('ipv6'))

/** All of IPv6 that is allocated as global unicast so far. */
const global6 = range('ipv6')(['2000::/3', 'global unicast'])

const loopback4 = range('ipv4')(['127.0.0.0/8', 'loopback'])
const loopback6 = range('ipv6')(['::1/128', 'loopback'])

/** The range of an address that is not global unicast, as text; undefined for a public one. */
export function notPublic(address: string): string | undefined {
  const family = isIP(address)
  // A zone marks an address of this link alone; block lists do not know it.
  if (family === 0 || address.includes('%')) return 'is not an address of the internet'
  const found =
    family === 4
      ? denied4.find(({ list }) => list.check(address, 'ipv4'))
      : denied6.find(({ list }) => list.check(address, 'ipv6'))
  if (found !== undefined) return `is in ${found.cidr} (${found.what})`
  if (family === 6 && !global6.list.check(address, 'ipv6')) return 'is not in 2000::/3'
  return undefined
}

/** 127.0.0.0/8 and ::1; forms that carry an IPv4 address inside do not count. */
export function isLoopback(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return loopback4.list.check(address, 'ipv4')
  return family === 6 && !address.includes('%') && loopback6.list.check(address, 'ipv6')
}
