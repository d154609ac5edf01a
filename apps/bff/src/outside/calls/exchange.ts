import { type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import { fail, ok, type Result } from '@corridor/domain'
import type { Target } from './address-rules.ts'
import type { Failed } from './socket.ts'
import { codeOf } from './failure-codes.ts'

const headersMax = 16 * 1_024

export type Exchange = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string
  /** More bytes of an answer are not read. */
  readMax: number
  leftMs: number
}
export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  /** The first `readMax` bytes. */
  bytes: Buffer
}

/**
 * One request on this connection, which the caller destroys at the end whatever comes. What follows
 * the first `readMax` bytes is not waited for: the receiver has answered.
 * @throws where the headers cannot be sent
 */
export function exchange(
  socket: Socket,
  target: Target,
  { method, headers, body, readMax, leftMs }: Exchange,
): Promise<Result<Answer, Failed>> {
  return new Promise((resolve) => {
    // One that is closed already would not emit the event again.
    if (socket.destroyed) {
      const message = 'The connection ended before the request was sent.'
      return resolve(fail({ reason: 'BROKEN', message }))
    }
    const sent = httpRequest({
      // With a connection of its own it has no agent, and no proxy that the environment names.
      createConnection: () => socket,
      method,
      path: target.url.pathname + target.url.search,
      headers: { ...headers, host: target.url.host },
      maxHeaderSize: headersMax,
      insecureHTTPParser: false,
    })
    const settle = (result: Result<Answer, Failed>) => {
      clearTimeout(timer)
      resolve(result)
    }
    const broken = (message: string) => settle(fail({ reason: 'BROKEN', message }))
    const timer = setTimeout(() => {
      const message = 'The answer was not complete in time.'
      settle(fail({ reason: 'TIMEOUT', message }))
    }, leftMs)
    sent.on('error', (error) => broken(describeLoss(error)))
    sent.on('upgrade', () => broken('The receiver answered with another protocol.'))
    sent.on('response', (answer) => readAnswer(answer, readMax, settle, broken))
    sent.end(body)
  })
}

function readAnswer(
  answer: IncomingMessage,
  readMax: number,
  settle: (result: Result<Answer, Failed>) => void,
  broken: (message: string) => void,
): void {
  const parts: Buffer[] = []
  let size = 0
  const done = () =>
    settle(
      ok({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        bytes: Buffer.concat(parts),
      }),
    )
  answer.on('data', (part: Buffer) => {
    parts.push(part.subarray(0, Math.max(0, readMax - size)))
    size += part.byteLength
    if (size >= readMax) done()
  })
  answer.on('end', done)
  // An answer that ends too early ends in this way, and never in the other.
  answer.on('error', () => broken('The connection ended within the answer.'))
}

function describeLoss(error: Error): string {
  const code = codeOf(error)
  return code.startsWith('HPE_')
    ? `The answer is not HTTP (${code}).`
    : `The connection ended before an answer (${code}).`
}
