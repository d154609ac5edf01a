import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Pooler = {
  /** The same connection string, but through the pooler. */
  through: (url: string) => string
  stop: () => Promise<void>
}

type Mode = 'session' | 'transaction'

/** What PgBouncer takes at the start of a connection; it refuses any other parameter. */
const knownParameters = new Set([
  'user',
  'database',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
  'application_name',
])

/**
 * Stands before a server on this machine as PgBouncer does: refuses start-up parameters in its words,
 * and in transaction mode gives each transaction the server connection that was used last.
 */
export async function startPooler(serverUrl: string, mode: Mode): Promise<Pooler> {
  const port = Number(new URL(serverUrl).port)
  const sockets = new Set<Socket>()
  const idle = new Map<string, ServerConnection[]>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const listener = createServer((client) => {
    keep(client).once('data', (bytes) => {
      const parameters = startupParameters(bytes)
      const unknown = [...parameters.keys()].find((name) => !knownParameters.has(name))
      if (unknown !== undefined) {
        client.end(refusal(`unsupported startup parameter: ${unknown}`))
        return
      }
      const socket = keep(connect(port, '127.0.0.1'))
      socket.write(bytes)
      if (mode === 'session') {
        client.pipe(socket).pipe(client)
        return
      }
      const poolName = `${parameters.get('user')}/${parameters.get('database')}`
      const pool = idle.get(poolName) ?? []
      idle.set(poolName, pool)
      serveTransactions(client, socket, pool)
    })
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address() as AddressInfo
  return {
    through: (url) => {
      const other = new URL(url)
      other.port = String(address.port)
      return other.href
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}

type ServerConnection = { socket: Socket; client: Socket | undefined }

/** The client signs in on a server connection of its own, which then belongs to the pool. */
function serveTransactions(client: Socket, socket: Socket, pool: ServerConnection[]): void {
  const first: ServerConnection = { socket, client }
  let isSignedIn = false
  socket.on('data', (bytes) => {
    const receiver = first.client
    if (endsTransaction(bytes)) {
      first.client = undefined
      pool.push(first)
      isSignedIn = true
    }
    receiver?.write(bytes)
  })
  let current: ServerConnection | undefined
  client.on('data', (bytes) => {
    if (!isSignedIn) {
      socket.write(bytes)
      return
    }
    // Terminate: the server connection stays for others.
    if (bytes[0] === 0x58) {
      client.end()
      return
    }
    if (current?.client !== client) current = pool.pop()
    if (!current) throw new Error('the pool has no free connection')
    current.client = client
    current.socket.write(bytes)
  })
}

/** Whether an answer ends with ReadyForQuery outside of a transaction: Z, its length, I. */
const endsTransaction = (bytes: Buffer): boolean =>
  bytes.subarray(-6).equals(Buffer.from([0x5a, 0, 0, 0, 5, 0x49]))

/** Length, version of the protocol, then names and values, each ended by a zero. */
function startupParameters(bytes: Buffer): Map<string, string> {
  const texts = bytes.toString('utf8', 8, bytes.readInt32BE(0)).split('\0')
  const parameters = new Map<string, string>()
  for (let index = 0; texts[index]; index += 2)
    parameters.set(texts[index] ?? '', texts[index + 1] ?? '')
  return parameters
}

/** ErrorResponse: E, its length, then severity, code and message. */
function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
