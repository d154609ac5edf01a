// Partners' servers in a process of their own: plain HTTP on loopback, one port each. Orders come
// over the channel to the parent; what came in the meantime is reported when it asks.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Order =
  /** How long each waits before it answers; Infinity is sent as null and never answers. */
  | { delaysMs: (number | null)[] }
  /** Reports what came since the last time. */
  | 'take'

/** One call: which server, when it came, and when its event was written (unix milliseconds). */
export type Call = { server: number; at: number; eventAt: number }

const count = Number(process.argv[2])
let delaysMs: (number | null)[] = Array.from({ length: count }, () => 0)
let calls: Call[] = []

const ports = await Promise.all(Array.from({ length: count }, (_, at) => listen(at)))
process.on('message', (order: Order) => {
  if (order !== 'take') {
    ;({ delaysMs } = order)
    return
  }
  process.send?.(calls)
  calls = []
})
process.on('disconnect', () => process.exit(0))
process.send?.(ports)

function listen(server: number): Promise<number> {
  return new Promise((resolve) => {
    const http = createServer((request, response) => {
      const at = performance.timeOrigin + performance.now()
      void buffer(request).then((body) => {
        const createdAt = /"createdAt":"([^"]+)"/.exec(body.toString('latin1'))?.[1] ?? ''
        calls.push({ server, at, eventAt: Date.parse(createdAt) })
        const delayMs = delaysMs[server] ?? undefined
        if (delayMs === 0) response.end('ok')
        else if (delayMs !== undefined) setTimeout(() => response.end('ok'), delayMs)
      })
    })
    http.listen(0, '127.0.0.1', () => resolve((http.address() as AddressInfo).port))
  })
}
