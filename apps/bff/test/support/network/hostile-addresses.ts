import type { AddressRule } from '../../../src/ports/outbound.ts'

/** First and last address of every range that guarantees.md 3.5 denies or that is unallocated. */
export const deniedRanges: [first: string, last: string][] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
  ['::', '::1'],
  ['::2', '::ffff:ffff'],
  ['::ffff:0:0', '::ffff:ffff:ffff'],
  ['64:ff9b::', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::', '100::ffff:ffff:ffff:ffff'],
  ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:1::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['200::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
]

/** The neighbours of those ranges that are public. */
export const publicNeighbours = [
  ['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
  ['191.255.255.255', '192.0.1.0', '192.0.1.255', '192.0.3.0', '192.88.98.255', '192.88.100.0'],
  ['192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '198.51.99.255'],
  ['198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
  ['2000::', '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::', '2001:db9::', '2003::'],
  ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::'],
  '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
].flat()

/** What the service may call without harm in these tests: nothing there is ever reached. */
export const publicAddress = '93.184.216.34'
export const publicAddress6 = '2606:2800:220:1::1'

export type Hostile = {
  url: string
  rule: AddressRule
  /** What its name resolves to; literal addresses resolve to themselves. */
  addresses?: readonly string[]
  /** The sandbox may call it: loopback in its own spelling. */
  sandboxMay?: true
}

const inUrl = (address: string) => (address.includes(':') ? `[${address}]` : address)
const isPlainLoopback = (address: string) => address.startsWith('127.') || address === '::1'
const repeat = (count: number, address: string) => Array.from({ length: count }, () => address)

const ends = deniedRanges.flat()

const written: Hostile[] = ends.map((address) => ({
  url: `https://${inUrl(address)}/hook`,
  rule: 'ADDRESS_NOT_PUBLIC',
  ...(isPlainLoopback(address) && { sandboxMay: true }),
}))

const named: Hostile[] = ends.map((address, at) => ({
  url: `https://end-${at}.example.com/hook`,
  rule: 'ADDRESS_NOT_PUBLIC',
  addresses: [address],
}))

/** Loopback, metadata and private addresses in every notation that some parser understands. */
const notations: Hostile[] = [
  ['2130706433', '0x7f000001', '0X7F000001', '017700000001', '127.1', '127.0.1', '127.0.0.01'],
  ['0177.0.0.1', '0x7f.0.0.1', '0x7f.1', '0177.0x0.0.1', '00000177.0.0.1', '127.0x1', '0'],
  ['0x0', '00', '0.0', '2852039166', '0xa9fea9fe', '169.254.43518', '0251.0376.0251.0376'],
  ['3232235521', '192.168.257', '10.1', '167772161', '0x0a000001', '4294967295'],
  ['１２７.0.0.1', '127。0。0。1', '①②⑦.0.0.1', '127.0.0.1.', '127.1.', '%31%32%37.0.0.1'],
  ['127%2e0%2e0%2e1', '127.0.0.%31', 'ⓛocalhost', 'loc%61lhost', 'localhost.', 'Ｌocalhost'],
  ['local\u00ADhost', 'hooks.example.com.', 'hooks%2Eexample.com', 'hooks。example.com'],
  ['[0:0:0:0:0:0:0:1]', '[::0001]', '[0000::1]', '[::127.0.0.1]', '[::ffff:127.0.0.1]'],
  [
    '[0:0:0:0:0:ffff:7f00:1]',
    '[::FFFF:169.254.169.254]',
    '[64:ff9b::127.0.0.1]',
    '[0:0:0:0:ffff:0:7f00:1]',
  ],
  ['[2002:7f00:0001::]', '127.0.0.0x'],
]
  .flat()
  .map((host) => ({ url: `https://${host}/hook`, rule: 'HOST_NOT_CANONICAL' }))

/** Addresses that carry another inside, in the one spelling. */
const carriers: Hostile[] = [
  ['::7f00:1', '::ffff:7f00:1', '::ffff:a9fe:a9fe', '::ffff:a00:1', '::ffff:808:808'],
  ['::ffff:0:7f00:1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b::808:808'],
  ['64:ff9b:1::7f00:1', '2002:7f00:1::', '2002:a9fe:a9fe::', '2002:808:808::', '::808:808'],
  ['2001:0:4136:e378:8000:63bf:80ff:fffe', 'fe80::5efe:7f00:1', 'fd00:ec2::254'],
]
  .flat()
  .map((address) => ({ url: `https://[${address}]/hook`, rule: 'ADDRESS_NOT_PUBLIC' }))

const texts: Hostile[] = [
  { url: 'https://localhost/hook', rule: 'HOST_NOT_PUBLIC', sandboxMay: true },
  { url: 'https://LOCALHOST/hook', rule: 'HOST_NOT_PUBLIC', sandboxMay: true },
  ...[
    ['receiver', 'metadata', 'postgres', 'printer.local', 'metadata.google.internal'],
    ['app.localhost', 'a.b.localhost', 'PRINTER.LOCAL', 'com', `${'a.'.repeat(127)}com`],
  ]
    .flat()
    .map((host): Hostile => ({ url: `https://${host}/hook`, rule: 'HOST_NOT_PUBLIC' })),
  ...[
    ['user@127.0.0.1', 'user:secret@hooks.example.com', '@hooks.example.com', ':@127.0.0.1'],
    ['hooks.example.com@127.0.0.1', 'hooks.example.com:443@127.0.0.1', 'a@b@127.0.0.1'],
    ['hooks.example.com%2f@127.0.0.1', 'hooks.example.com%23@localhost'],
  ]
    .flat()
    .map((host): Hostile => ({ url: `https://${host}/hook`, rule: 'USERINFO_NOT_ALLOWED' })),
  ...[0, 1, 22, 25, 444, 2375, 3306, 5432, 6379, 8444, 8787, 9200, 11_211, 65_535].map(
    (port): Hostile => ({
      url: `https://hooks.example.com:${port}/hook`,
      rule: 'PORT_NOT_ALLOWED',
      addresses: [publicAddress],
    }),
  ),
  ...[
    ['ftp://127.0.0.1/', 'file:///etc/passwd', 'gopher://127.0.0.1:70/_x', 'ws://127.0.0.1/'],
    ['wss://127.0.0.1/', 'javascript:alert(1)', 'data:text/plain,x', 'unix:/var/run/docker.sock'],
    ['blob:https://127.0.0.1/x', 'dict://127.0.0.1:11211/', 'ldap://127.0.0.1/', 'about:blank'],
    'http+unix://%2Fvar%2Frun%2Fdocker.sock/x',
  ]
    .flat()
    .map((url): Hostile => ({ url, rule: 'SCHEME_NOT_ALLOWED' })),
  ...[
    ['', ' ', 'hooks.example.com', '//127.0.0.1/', '/hook', 'https://', 'https:///127.0.0.1/'],
    ['https:127.0.0.1', 'https:/127.0.0.1/', 'https:////127.0.0.1/', 'https:\\\\127.0.0.1\\'],
    ['https://hooks.example.com\\@127.0.0.1/', 'https://127.0.0.1\\.example.com/'],
    [' https://127.0.0.1/', 'https://127.0.0.1/ ', 'https://127.0.0.1/\r\nHost: x'],
    'ht\ntps://a.b/',
    ['https://127.0.\t0.1/', 'https://hooks.example.com/a b', 'https://\u0000127.0.0.1/'],
    ['https://[::1', 'https://[::1%25lo]/', 'https://[fe80::1%eth0]/', 'https://[127.0.0.1]/'],
    ['https://256.0.0.1/', 'https://1.2.3.4.5/', 'https://4294967296/'],
    ['https://hooks.example.com:65536/', 'https://hooks.example.com:-1/', 'https://a b.com/'],
    ['https://exa<mple.com/', 'https://127.0.0.1%00.example.com/', 'https://127.0.0.1%0a/'],
    ['https://hooks.example.com:４４３/', 'https://％31.com/'],
  ]
    .flat()
    .map((url): Hostile => ({ url, rule: 'URL_MALFORMED' })),
  { url: `https://hooks.example.com/${'a'.repeat(2_023)}`, rule: 'URL_TOO_LONG' },
  { url: `https://hooks.example.com/${'é'.repeat(340)}`, rule: 'URL_TOO_LONG' },
]

/** Names whose answers hide something among what is public. */
const mixtures: Hostile[] = [
  ...[
    [publicAddress, '127.0.0.1'],
    ['10.0.0.1', publicAddress],
    [publicAddress, '169.254.169.254', publicAddress],
    [publicAddress, publicAddress6, '::1'],
    [publicAddress, '::ffff:127.0.0.1'],
    [publicAddress6, '::ffff:7f00:1'],
    [publicAddress, '64:ff9b::7f00:1'],
    [publicAddress6, 'fe80::1%lo'],
    [publicAddress, 'fd00::1'],
    [publicAddress, '0x7f000001'],
    [publicAddress, 'localhost'],
    [publicAddress, ''],
    ['127.0.0.1', '::1'],
    [...repeat(99, publicAddress), '127.0.0.1'],
  ].map((addresses, at): Hostile => ({
    url: `https://mixed-${at}.example.com/hook`,
    rule: 'ADDRESS_NOT_PUBLIC',
    addresses,
  })),
  {
    url: 'https://hundred.example.com/hook',
    rule: 'ADDRESSES_TOO_MANY',
    addresses: repeat(100, publicAddress),
  },
  { url: 'https://corridor.example.com/hook', rule: 'ADDRESS_OWN', addresses: [publicAddress] },
  { url: 'https://alias.example.com/hook', rule: 'ADDRESS_OWN', addresses: ['8.8.4.4'] },
  { url: 'https://8.8.4.4/hook', rule: 'ADDRESS_OWN' },
]

/** The service itself, as these cases know it. */
export const ownForHostile: ReadonlySet<string> = new Set(['corridor.example.com', '8.8.4.4'])

export const hostileAddresses: readonly Hostile[] = [
  ...written,
  ...named,
  ...notations,
  ...carriers,
  ...texts,
  ...mixtures,
]
