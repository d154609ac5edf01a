import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export type Received = { headers: IncomingHttpHeaders; body: string }
export type Receiver = {
  url: string
  /** What came in, oldest first, whatever was answered. */
  received: readonly Received[]
  /** The code of every answer from now on. */
  answerWith: (status: number) => void
  close: () => Promise<void>
}

/** A partner's own server: takes what it is sent, and answers as configured. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let status = 204
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') })
      response.writeHead(status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answerWith: (code) => {
      status = code
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

type HookEvent = { eventId: string; eventCategory: string; eventType: string }

/** The event of a request, read by the reference library; throws where its signature does not fit. */
export function verified({ headers, body }: Received, secret: string): HookEvent {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as HookEvent
}
