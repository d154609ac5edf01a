import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** What the proxy does with an answer of the node. Text in, text out; undefined cuts it off. */
export type Tamper = (answer: string, request: string) => string | undefined | Promise<string>

export type ChainProxy = {
  /** To be put into the chain's record instead of the node's address. */
  url: string
  /** Every connection ends and none is accepted until `restore`. */
  cut: () => Promise<void>
  restore: () => Promise<void>
  /** Changes what clients see; undefined puts things right. */
  tamper: (with_: Tamper | undefined) => void
  /** Requests that are cut off before the node receives them; undefined lets all through. */
  refuse: (when: ((request: string) => boolean) | undefined) => void
  /** Answers in the node's place, which does not receive the request; undefined leaves it to it. */
  answer: (with_: ((request: string) => string | undefined) | undefined) => void
  /** Whether WebSockets are let through, as they are at first. */
  allowSockets: (allowed: boolean) => void
  /** HTTP requests that have come so far. */
  requests: () => number
  close: () => Promise<void>
}

/** A TCP and HTTP proxy before a real node, with which tests provoke the faults of a network. */
export async function startChainProxy(target: string): Promise<ChainProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Duplex>()
  let tampering: Tamper | undefined
  let answering: ((request: string) => string | undefined) | undefined
  let refusing: ((request: string) => boolean) | undefined
  let socketsAllowed = true
  let count = 0
  let server = createProxyServer()
  const listenPort = await listen(server, 0)

  return {
    url: `http://127.0.0.1:${listenPort}`,
    cut,
    restore: async () => {
      server = createProxyServer()
      await listen(server, listenPort)
    },
    tamper: (with_) => {
      tampering = with_
    },
    refuse: (when) => {
      refusing = when
    },
    answer: (with_) => {
      answering = with_
    },
    allowSockets: (allowed) => {
      socketsAllowed = allowed
    },
    requests: () => count,
    close: cut,
  }

  async function cut() {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
    for (const socket of sockets) socket.destroy()
    await closed
  }

  function createProxyServer(): Server {
    const next = createServer((request, response) => {
      count += 1
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString()
        if (refusing?.(body)) {
          request.socket.destroy()
          return
        }
        forward(body).then(
          (answer) => (answer === undefined ? request.socket.destroy() : response.end(answer)),
          () => request.socket.destroy(),
        )
      })
    })
    next.on('connection', track)
    next.on('upgrade', (request, client: Duplex) => {
      if (!socketsAllowed) {
        client.destroy()
        return
      }
      const headers = Object.entries(request.headers).map(
        ([name, value]) => `${name}: ${String(value)}`,
      )
      const upstream = track(connect(Number(port), hostname))
      upstream.write([`GET / HTTP/1.1`, ...headers, '', ''].join('\r\n'))
      upstream.pipe(client).pipe(upstream)
      client.on('error', () => upstream.destroy())
      upstream.on('error', () => client.destroy())
    })
    return next
  }

  async function forward(body: string): Promise<string | undefined> {
    const own = answering?.(body)
    if (own !== undefined) return own
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const answer = await response.text()
    return tampering ? tampering(answer, body) : answer
  }

  function track<S extends Socket>(socket: S): S {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    return socket
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address) resolve(address.port)
      else reject(new Error('the proxy has no port'))
    })
  })
}
