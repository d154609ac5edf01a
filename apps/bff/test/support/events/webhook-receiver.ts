import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** One request as it came. */
export type Received = {
  path: string
  headers: Record<string, string>
  /** The exact bytes, as text. */
  body: string
  /** Of this `webhook-id`, from 1. */
  nth: number
  /** What it was answered with; undefined while it waits, and where the connection was cut. */
  status: number | undefined
}

export type Reply =
  | { status: number; headers?: Record<string, string>; body?: string }
  /** The connection is cut without an answer. */
  | 'CUT'
  /** Nothing is answered until `release` is called. */
  | 'STALL'

export type Receiver = {
  url: string
  /** Everything that came, in its order. */
  received: Received[]
  /** Answers from now on; a Reply, or what gives one for each request. */
  answer: (reply: Reply | ((received: Received) => Reply | Promise<Reply>)) => void
  /** Requests that wait for their answer now. */
  waiting: () => number
  /** The most that waited at once so far. */
  waitingMax: () => number
  /** Answers all that stalled. */
  release: (reply?: Exclude<Reply, string>) => void
  close: () => Promise<void>
}

/** A partner's server: real HTTP on loopback, answers as configured and keeps what it was sent. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const counts = new Map<string, number>()
  const stalled: { kept: Received; response: ServerResponse }[] = []
  const sockets = new Set<Socket>()
  let decide: (received: Received) => Reply | Promise<Reply> = () => ({ status: 200 })
  let waiting = 0
  let waitingMax = 0
  const server = createServer((request, response) => void take(request, response))
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answer: (reply) => {
      decide = typeof reply === 'function' ? reply : () => reply
    },
    waiting: () => waiting,
    waitingMax: () => waitingMax,
    release: (reply = { status: 200 }) => {
      for (const { kept, response } of stalled.splice(0)) send(kept, response, reply)
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    waiting += 1
    waitingMax = Math.max(waitingMax, waiting)
    response.once('close', () => (waiting -= 1))
    try {
      const body = await buffer(request)
      const headers = request.headers as Record<string, string>
      const id = headers['webhook-id'] ?? ''
      const nth = (counts.get(id) ?? 0) + 1
      counts.set(id, nth)
      const kept: Received = {
        path: request.url ?? '',
        headers,
        body: body.toString('utf8'),
        nth,
        status: undefined,
      }
      received.push(kept)
      const reply = await decide(kept)
      if (reply === 'CUT') request.socket.destroy()
      else if (reply === 'STALL') stalled.push({ kept, response })
      else send(kept, response, reply)
    } catch {
      // The sender went away, or was killed.
      request.socket.destroy()
    }
  }
}

function send(
  kept: Received,
  response: ServerResponse,
  { status, headers = {}, body = '' }: Exclude<Reply, string>,
): void {
  kept.status = status
  response.writeHead(status, headers).end(body)
}
