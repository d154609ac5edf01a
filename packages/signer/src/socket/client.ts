import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SignerUnavailable } from '../base/unavailable.ts'
import type { Signer } from '../calls/create-signer.ts'
import { fromWire } from './errors.ts'
import { createFrameReader, encodeFrame } from './frames.ts'
import { type Answer, type Hello, methods, type Request } from './protocol.ts'

export type ConnectOptions = {
  path: string
  secret: string
  /** Calls under way; further ones fail at once. */
  callsMax?: number
  /** How long a call waits for a signer that is being started again. */
  connectMs?: number
  /** How long a call may take before it fails. */
  callMs?: number
}

export type SignerClient = { signer: Signer; close: () => void }

const CALLS_MAX = 1_024
const CONNECT_MS = 3_000
const CALL_MS = 30_000
const PAUSE_MS = 25

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void }

/**
 * The signer of another process: the same type, over its socket, with many calls under way on one
 * connection. A connection that breaks fails its calls with `SignerUnavailable`; the next call makes
 * a new one.
 */
export function connectSigner(options: ConnectOptions): SignerClient {
  const { callsMax = CALLS_MAX, callMs = CALL_MS } = options
  const waiting = new Map<number, Waiting>()
  let line: Promise<Socket> | undefined
  let lastId = 0
  let isClosed = false

  /** The open connection, or a new one. */
  function opened(): Promise<Socket> {
    line ??= open(options, () => isClosed).then(
      (socket) => attach(socket),
      (error: unknown) => {
        line = undefined
        throw error
      },
    )
    return line
  }

  function attach(socket: Socket): Socket {
    const read = createFrameReader((frame) => settle(frame as Answer))
    socket.on('data', (chunk) => {
      try {
        read(chunk)
      } catch {
        socket.destroy()
      }
    })
    socket.once('close', () => {
      line = undefined
      for (const id of waiting.keys()) fail(id)
    })
    const hello: Hello = { secret: options.secret }
    socket.write(encodeFrame(hello))
    return socket
  }

  function fail(id: number): void {
    const call = waiting.get(id)
    waiting.delete(id)
    call?.reject(new SignerUnavailable('The connection to the signer broke.'))
  }

  function settle(answer: Answer): void {
    const call = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('error' in answer) call?.reject(fromWire(answer.error))
    else call?.resolve(answer.value)
  }

  async function ask(method: string, args: unknown[]): Promise<unknown> {
    if (isClosed) throw new SignerUnavailable('The signer was closed.')
    if (waiting.size >= callsMax) throw new SignerUnavailable('Too many calls wait for the signer.')
    const id = (lastId += 1)
    const request: Request = { id, method, args }
    const frame = encodeFrame(request)
    const socket = await opened()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(id)
        reject(new SignerUnavailable('The signer did not answer in time.'))
      }, callMs)
      const end = <T>(then: (value: T) => void) => {
        return (value: T) => {
          clearTimeout(timer)
          then(value)
        }
      }
      waiting.set(id, { resolve: end(resolve), reject: end(reject) })
      // One that is not writable any more is about to close, which fails its calls.
      if (socket.writable) socket.write(frame)
      else if (socket.closed) fail(id)
    })
  }

  const calls = Object.keys(methods).map((method) => [
    method,
    (...args: unknown[]) => ask(method, args),
  ])
  return {
    // Each method of the type is in `methods`, and takes and gives plain JSON.
    signer: Object.fromEntries(calls) as Signer,
    close: () => {
      isClosed = true
      void line?.then(
        (socket) => socket.destroy(),
        () => undefined,
      )
    },
  }
}

/** Tries until the signer listens again. @throws SignerUnavailable when that takes too long */
async function open({ path, connectMs = CONNECT_MS }: ConnectOptions, isClosed: () => boolean) {
  const deadline = performance.now() + connectMs
  for (;;) {
    const socket = await tryOpen(path)
    if (socket) return socket
    if (isClosed() || performance.now() >= deadline) {
      throw new SignerUnavailable('The signer does not answer.')
    }
    await sleep(PAUSE_MS)
  }
}

function tryOpen(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    // Stays: an error of a later time ends in `close`, which notifies the calls.
    socket.on('error', () => resolve(undefined))
  })
}
