import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

/** A remote instance's place: keeps what it is sent and answers as the test says. */
export async function startRemote() {
  const received: Received[] = []
  let answer: (response: ServerResponse) => void = (response) => response.end('{}')
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    last: () => received.at(-1),
    answers: (next: (response: ServerResponse) => void) => {
      answer = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
