import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

/** Addresses of both kinds, or how the server fails; a function is asked at every question. */
export type Zone = Record<string, Entry | ((kind: 'A' | 'AAAA') => Entry)>
type Entry = readonly string[] | 'SILENT' | 'SERVFAIL'

export type NameServer = {
  /** `address:port` */
  address: string
  /** How many questions came for a name, of either kind. */
  asked(name: string): number
  close(): Promise<void>
}

const kinds: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' }

/** A name server on loopback (RFC 1035). Names that the zone lacks do not exist; the TTL is 0. */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const counts = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, kind, end } = questionOf(query)
    counts.set(name, (counts.get(name) ?? 0) + 1)
    const found = zone[name]
    const entry = typeof found === 'function' ? found(kind) : found
    if (entry === 'SILENT') return
    const addresses = Array.isArray(entry)
      ? entry.filter((each: string) => isIPv4(each) === (kind === 'A'))
      : []
    const head = Buffer.alloc(12)
    query.copy(head, 0, 0, 2)
    const failure = entry === undefined ? 3 : entry === 'SERVFAIL' ? 2 : 0
    head.writeUInt16BE(0x8180 | failure, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(addresses.length, 6)
    const records = addresses.map((each: string) => record(each))
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked: (name) => counts.get(name) ?? 0,
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function questionOf(query: Buffer): { name: string; kind: 'A' | 'AAAA'; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return {
    name: labels.join('.').toLowerCase(),
    kind: kinds[query.readUInt16BE(at + 1)] ?? 'A',
    end: at + 5,
  }
}

/** An answer to the question at byte 12. */
function record(address: string): Buffer {
  const bytes = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : bytes6(address)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(isIPv4(address) ? 1 : 28, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}

function bytes6(address: string): Buffer {
  const [left = '', right = ''] = address.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const gap = 8 - groups(left).length - groups(right).length
  const all = [...groups(left), ...Array.from({ length: gap }, () => '0'), ...groups(right)]
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
