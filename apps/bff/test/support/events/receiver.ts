import { once } from 'node:events'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net'
import { createServer as createTls, type TlsOptions } from 'node:tls'

/** A server on 127.0.0.1 that a test calls, and what reached it. */
export type Receiver = {
  port: number
  server: Server
  connections(): number
  /** How many bytes were written to the latest connection. */
  written(): number
  /** Once the latest connection has ended, in whatever way. */
  ended(): Promise<void>
  /** Ends every connection too. */
  close(): void
}

type Behaviour =
  | { http: RequestListener }
  /** Called with each connection once its request has come; what it writes is the answer. */
  | { raw: (socket: Socket) => void }
  /** Called with each connection at once. */
  | { connected: (socket: Socket) => void }
  | { tls: TlsOptions }

export async function startReceiver(behaviour: Behaviour): Promise<Receiver> {
  const sockets: Socket[] = []
  const server = serverOf(behaviour)
  server.on('connection', (socket: Socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    server,
    connections: () => sockets.length,
    written: () => sockets.at(-1)?.bytesWritten ?? 0,
    ended: async () => {
      const socket = sockets.at(-1)
      if (socket === undefined) throw new Error('nobody has called')
      if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function serverOf(behaviour: Behaviour): Server {
  if ('http' in behaviour) return createHttp(behaviour.http)
  if ('connected' in behaviour) return createTcp(behaviour.connected)
  if ('raw' in behaviour) {
    return createTcp((socket) => socket.once('data', () => behaviour.raw(socket)))
  }
  return createTls(behaviour.tls, (socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'))
  }).on('tlsClientError', () => {})
}
