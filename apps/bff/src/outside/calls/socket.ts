import { connect, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net'
import { connect as connectTls, type SecureContext } from 'node:tls'
import { fail, ok, type Result } from '@corridor/domain'
import type { Target } from './address-rules.ts'
import type { OutboundFailure } from '../../ports/outbound.ts'
import { codeOf, describeTlsFailure } from './failure-codes.ts'

export type Failed = { reason: OutboundFailure; message: string }

/** Begins a connection; `net.connect` but for tests of what happens when it goes elsewhere. */
export type Dial = (options: TcpNetConnectOpts) => Socket

/** How long one of several addresses is tried before the next is tried too. */
const attemptMs = 1_000

/**
 * A lookup that knows these addresses alone, so that the name cannot change its meaning between
 * check and connection. Node asks for all addresses or for one, by version and options.
 */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, options, done) => {
    const [first] = known
    process.nextTick(() => {
      if (first === undefined) done(new Error('There is no address.'), [])
      else if (options.all === true) done(null, known)
      else done(null, first.address, first.family)
    })
  }
}

export type OpenOptions = {
  addresses: readonly string[]
  /** Judges the address that was really reached; before a byte is sent. */
  refusalOf: (reached: string) => string | undefined
  timeoutMs: number
  /** What is left of that time. */
  leftMs: number
  dial?: Dial | undefined
  secureContext: SecureContext
}

/** A new connection to the target, with TLS where it asks for that. It belongs to the caller. */
export function openSocket(target: Target, options: OpenOptions): Promise<Result<Socket, Failed>> {
  const { addresses, refusalOf, timeoutMs, leftMs, dial = connect, secureContext } = options
  return new Promise((resolve) => {
    let phase: 'CONNECT' | 'TLS' = 'CONNECT'
    const plain = dial({
      host: target.host,
      port: target.port,
      lookup: pinnedLookup(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: attemptMs,
      noDelay: true,
    })
    let socket = plain
    const settle = (result: Result<Socket, Failed>) => {
      clearTimeout(timer)
      if (!result.ok) {
        socket.destroy()
        plain.destroy()
      }
      resolve(result)
    }
    const refuse = (reason: OutboundFailure, message: string) => settle(fail({ reason, message }))
    const timer = setTimeout(() => {
      const what =
        phase === 'TLS' ? 'The TLS handshake was not complete' : 'There was no connection'
      refuse(phase, `${what} within ${timeoutMs / 1_000} s.`)
    }, leftMs)

    const onLost = (error?: unknown) =>
      phase === 'TLS'
        ? refuse('TLS', describeTlsFailure(error))
        : refuse('CONNECT', `The connection was not made (${codeOf(error)}).`)
    plain.on('error', onLost)
    plain.on('close', () => onLost())
    plain.once('connect', () => {
      const refusal = refusalOf(plain.remoteAddress ?? '')
      if (refusal !== undefined) return refuse('ADDRESS', refusal)
      if (!target.secure) return settle(ok(plain))
      phase = 'TLS'
      const secure = connectTls({
        socket: plain,
        host: target.host,
        servername: isIP(target.host) === 0 ? target.host : '',
        ALPNProtocols: ['http/1.1'],
        // Whatever the environment of the process says.
        rejectUnauthorized: true,
        secureContext,
      })
      socket = secure
      secure.on('error', onLost)
      secure.on('close', () => onLost())
      secure.once('secureConnect', () => settle(ok(secure)))
    })
  })
}
