import { timingSafeEqual } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import type { Signer } from '../calls/create-signer.ts'
import { membersOf } from '../base/json.ts'
import { toWire, type WireError } from './errors.ts'
import { createFrameReader, encodeFrame } from './frames.ts'
import { type Answer, isMethod } from './protocol.ts'

export type ServeOptions = {
  signer: Signer
  /** Of the socket; whatever lies there is replaced. */
  path: string
  /** What a connection has to know. */
  secret: string
  /** Whether an error means that the database cannot answer now. */
  isUnavailable: (error: unknown) => boolean
  /** Notified of calls that threw, and of connections that were refused. */
  onError: (error: unknown, method: string) => void
  /** Calls under way of all connections; further ones are refused at once. */
  callsMax?: number
}

export type ServedSigner = {
  /** How many calls are under way. */
  calls: () => number
  /** Takes no more calls, and ends when those under way are answered. */
  close: () => Promise<void>
}

const CALLS_MAX = 256
const HELLO_MS = 5_000

/** Answers the signer's calls on a Unix socket; nothing but the signer's methods can be asked. */
export async function serveSigner(options: ServeOptions): Promise<ServedSigner> {
  const state = { calls: 0 }
  const connections = new Set<Socket>()
  const server = createServer((socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
    // A client that is gone needs no answer.
    socket.on('error', () => undefined)
    attend(socket, options, state)
  })
  rmSync(options.path, { force: true })
  await listen(server, options.path)
  return {
    calls: () => state.calls,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of connections) socket.pause()
      while (state.calls > 0) await new Promise((resolve) => setTimeout(resolve, 5))
      for (const socket of connections) socket.end()
      await closed
    },
  }
}

function attend(socket: Socket, options: ServeOptions, state: { calls: number }): void {
  const { callsMax = CALLS_MAX } = options
  let isKnown = false
  const stranger = setTimeout(() => socket.destroy(), HELLO_MS)
  socket.once('close', () => clearTimeout(stranger))
  const refuse = (reason: string) => {
    options.onError(new Error(reason), 'connection')
    socket.destroy()
  }
  const answer = (frame: Answer) => {
    if (!socket.writable) return
    try {
      socket.write(encodeFrame(frame))
    } catch (error) {
      socket.write(encodeFrame({ id: frame.id, error: failed(error) }))
    }
  }
  const read = createFrameReader((frame) => {
    if (socket.destroyed) return
    const { secret, id, method, args } = membersOf(frame)
    if (!isKnown) {
      isKnown = typeof secret === 'string' && sameText(secret, options.secret)
      clearTimeout(stranger)
      if (!isKnown) refuse('A connection did not know the secret.')
      return
    }
    if (typeof id !== 'number' || !isMethod(method) || !Array.isArray(args)) {
      refuse('A connection asked for what is no call of the signer.')
      return
    }
    if (state.calls >= callsMax) {
      answer({ id, error: { kind: 'unavailable', message: 'The signer is busy.' } })
      return
    }
    state.calls += 1
    void perform(options, method, args).then((outcome) => {
      state.calls -= 1
      answer({ id, ...outcome })
    })
  })
  socket.on('data', (chunk) => {
    try {
      read(chunk)
    } catch (error) {
      refuse(error instanceof Error ? error.message : 'A message could not be read.')
    }
  })
}

async function perform(
  { signer, isUnavailable, onError }: ServeOptions,
  method: keyof Signer,
  args: unknown[],
): Promise<{ value: unknown } | { error: WireError }> {
  try {
    // The client's types are the signer's own; what it does not check of them, it never did.
    const call = signer[method] as (...args: unknown[]) => Promise<unknown>
    return { value: await call(...args) }
  } catch (error) {
    onError(error, method)
    return { error: toWire(error, isUnavailable) }
  }
}

const failed = (error: unknown): WireError => toWire(error, () => false)

function sameText(left: string, right: string): boolean {
  const [first, other] = [Buffer.from(left), Buffer.from(right)]
  return first.length === other.length && timingSafeEqual(first, other)
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ path, readableAll: true, writableAll: true }, () => {
      server.off('error', reject)
      server.on('error', () => undefined)
      resolve()
    })
  })
}
