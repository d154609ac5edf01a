import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  deniedRanges,
  publicAddress,
  publicAddress6,
  publicNeighbours,
} from '../../../test/support/network/hostile-addresses.ts'
import { judgeAddress, readTarget } from './address-rules.ts'
import { isLoopback, notPublic } from './ranges.ts'

test.each(publicNeighbours)('%s, beside a denied range, is public', (address) => {
  expect(notPublic(address)).toBeUndefined()
})

test.each([
  ['127.0.0.1', 'is in 127.0.0.0/8 (loopback)'],
  ['10.1.2.3', 'is in 10.0.0.0/8 (private)'],
  ['169.254.169.254', 'is in 169.254.0.0/16 (link-local, with cloud metadata)'],
  ['::1', 'is in ::1/128 (loopback)'],
  ['::8.8.8.8', 'is in ::/96 (IPv4-compatible)'],
  ['::ffff:8.8.8.8', 'is in ::ffff:0:0/96 (IPv4-mapped)'],
  ['64:ff9b::8.8.8.8', 'is in 64:ff9b::/96 (NAT64)'],
  ['64:ff9b:1::1', 'is in 64:ff9b:1::/48 (local NAT64)'],
  ['2002:808:808::1', 'is in 2002::/16 (6to4)'],
  ['2001::1', 'is in 2001::/32 (Teredo)'],
  ['fd00:ec2::254', 'is in fc00::/7 (private)'],
  ['fe80::1', 'is in fe80::/10 (link-local)'],
  ['ff02::1', 'is in ff00::/8 (multicast)'],
  ['5f00::1', 'is not in 2000::/3'],
  [`${publicAddress6}%lo`, 'is not an address of the internet'],
])('%s %s', (address, where) => {
  expect(notPublic(address)).toBe(where)
})

const number4 = (address: string) =>
  address.split('.').reduce((value, part) => value * 256 + Number(part), 0)
const text4 = (value: number) => [24, 16, 8, 0].map((bits) => (value >>> bits) & 255).join('.')

test('every IPv4 address is public or within a denied range', () => {
  const ranges = deniedRanges
    .filter(([first]) => first.includes('.'))
    .map(([first, last]) => [number4(first), number4(last)] as const)
  fc.assert(
    fc.property(fc.nat(2 ** 32 - 1), (value) => {
      const denied = ranges.some(([first, last]) => first <= value && value <= last)
      return (notPublic(text4(value)) !== undefined) === denied
    }),
    { numRuns: 2_000 },
  )
})

test('no address of IPv4 is public inside one of IPv6', () => {
  fc.assert(
    fc.property(fc.ipV4(), (inner) => {
      const value = number4(inner)
      const [high, low] = [(value >>> 16).toString(16), (value & 0xffff).toString(16)]
      return [
        `::ffff:${inner}`,
        `::${inner}`,
        `64:ff9b::${inner}`,
        `64:ff9b:1::${inner}`,
        `2002:${high}:${low}::`,
        `::ffff:0:${inner}`,
      ].every((address) => notPublic(address) !== undefined && !isLoopback(address))
    }),
  )
})

test('whatever is not an address is not public', () => {
  fc.assert(fc.property(fc.string(), (text) => notPublic(`${text} `) !== undefined))
  expect(notPublic('')).toBeDefined()
})

test('an IPv4 address is taken in its one spelling alone', () => {
  const part = (value: number) =>
    fc.constantFrom(`${value}`, `0x${value.toString(16)}`, `0${value.toString(8)}`, `00${value}`)
  const spelt = fc.nat(2 ** 32 - 1).chain((value) => {
    const [a, b, c, d] = text4(value).split('.').map(Number) as [number, number, number, number]
    return fc
      .oneof(
        fc.tuple(part(a), part(b), part(c), part(d)),
        fc.tuple(part(a), part(b), part(c * 256 + d)),
        fc.tuple(part(a), part((b * 256 + c) * 256 + d)),
        fc.tuple(part(value)),
      )
      .map((parts) => ({ plain: text4(value), host: parts.join('.') }))
  })
  fc.assert(
    fc.property(spelt, ({ plain, host }) => {
      const read = readTarget(`https://${host}/`, 'live')
      return !read.ok || (host === plain && notPublic(plain) === undefined)
    }),
    { numRuns: 1_000 },
  )
})

test('what is accepted goes to the host and port that the text shows', () => {
  const parts = ['a', 'b.com', 'x', '.', '-', '_', '0', '1', '127.0.0.1', 'localhost', '@', ':']
  const marks = [
    '/',
    '\\',
    '?',
    '#',
    '%',
    '%2e',
    '[',
    ']',
    '::1',
    '443',
    '8443',
    ' ',
    '\t',
    'é',
    'Ａ',
    '。',
  ]
  const text = fc
    .array(fc.constantFrom(...parts, ...marks), { maxLength: 8 })
    .map((some) => `https://${some.join('')}`)
  let accepted = 0
  fc.assert(
    fc.property(text, (url) => {
      const read = readTarget(url, 'live')
      if (!read.ok) return true
      accepted += 1
      const shown = /^https:\/\/([^/?#]+)/.exec(url)?.[1]?.replace(/:\d*$/, '')
      return shown === read.value.host && [443, 8443].includes(read.value.port)
    }),
    { numRuns: 5_000 },
  )
  expect(accepted).toBeGreaterThan(20)
})

describe('accepted', () => {
  test.each([
    ['https://hooks.example.com', 'hooks.example.com', 443],
    ['https://HOOKS.Example.com/a/b?c=d#e', 'hooks.example.com', 443],
    ['https://hooks.example.com:443/', 'hooks.example.com', 443],
    ['https://hooks.example.com:8443/x', 'hooks.example.com', 8443],
    ['https://xn--bcher-kva.example/', 'xn--bcher-kva.example', 443],
    ['https://a_b.example.com/%2e%2e/@x:y', 'a_b.example.com', 443],
    ['https://local.example.com/', 'local.example.com', 443],
    ['https://1.example.com/', '1.example.com', 443],
    [`https://${publicAddress}/`, publicAddress, 443],
    [`https://[${publicAddress6}]:8443/`, publicAddress6, 8443],
    [`https://hooks.example.com/${'a'.repeat(2_022)}`, 'hooks.example.com', 443],
  ])('%s, in both environments', (text, host, port) => {
    for (const environment of ['live', 'sandbox'] as const) {
      expect(readTarget(text, environment)).toMatchObject({
        ok: true,
        value: { host, port, secure: true, loopback: false },
      })
    }
  })

  test.each([
    ['http://hooks.example.com/', 80, false],
    ['http://hooks.example.com:8080/', 8080, false],
    ['http://hooks.example.com:443/', 443, false],
    ['http://hooks.example.com:8443/', 8443, false],
    ['http://localhost/', 80, true],
    ['http://localhost:3000/hook', 3000, true],
    ['https://localhost:1/', 1, true],
    ['http://127.0.0.1:65535/', 65_535, true],
    ['http://127.200.3.4:5000/', 5000, true],
    ['http://[::1]:5000/', 5000, true],
  ])('%s, in the sandbox alone', (text, port, loopback) => {
    expect(readTarget(text, 'sandbox')).toMatchObject({ ok: true, value: { port, loopback } })
    expect(readTarget(text, 'live')).toMatchObject({ ok: false })
  })
})

describe('refused in the sandbox too', () => {
  test.each([
    ['http://hooks.example.com:3000/', 'PORT_NOT_ALLOWED'],
    ['http://localhost:0/', 'PORT_NOT_ALLOWED'],
    ['http://127.1:3000/', 'HOST_NOT_CANONICAL'],
    ['http://app.localhost/', 'HOST_NOT_PUBLIC'],
    ['http://[::ffff:7f00:1]/', 'ADDRESS_NOT_PUBLIC'],
    ['http://0.0.0.0/', 'ADDRESS_NOT_PUBLIC'],
    ['http://[::]/', 'ADDRESS_NOT_PUBLIC'],
    ['http://10.0.0.1/', 'ADDRESS_NOT_PUBLIC'],
    ['http://169.254.169.254/latest/meta-data/', 'ADDRESS_NOT_PUBLIC'],
  ])('%s: %s', (text, rule) => {
    expect(readTarget(text, 'sandbox')).toMatchObject({ ok: false, failure: { rule } })
  })
})

test('a refusal names no address that a name was looked up as', () => {
  const target = { host: 'hooks.example.com', loopback: false }
  for (const address of ['10.1.2.3', 'fd00::7', '127.0.0.1']) {
    expect(judgeAddress(address, target, new Set())?.message).not.toContain(address)
  }
})
