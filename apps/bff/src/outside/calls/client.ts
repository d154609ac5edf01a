import { createSecureContext } from 'node:tls'
import type { IncomingHttpHeaders } from 'node:http'
import { fail, ok, type Result } from '@corridor/domain'
import { judgeAddresses, judgeAddress, readTarget, type Target } from './address-rules.ts'
import { type Answer, exchange, type Exchange } from './exchange.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { OwnPorts } from './own-ports.ts'
import type {
  AddressRefusal,
  FetchOutcome,
  Outbound,
  OutboundOutcome,
  OutboundRequest,
} from '../../ports/outbound.ts'
import { limitedTo, type LookupFailure, type Resolve } from './resolve.ts'
import { type Dial, type Failed, openSocket } from './socket.ts'

/** How long each part of an attempt may take. */
export type Limits = { lookupMs: number; connectMs: number; exchangeMs: number }

export type OutboundParts = {
  environment: 'sandbox' | 'live'
  /** Whether the sandbox's loopback may be called; live never does. */
  mayCallLoopback?: boolean
  ownPorts?: OwnPorts
  resolve: Resolve
  ownAddresses: OwnAddresses
  /** Milliseconds that only go forward. */
  clock: () => number
  limits?: Limits
  dial?: Dial
  /** Certificates to trust instead of the usual ones: PEM texts. */
  trust?: readonly string[]
}

/** guarantees.md 3.3; the lookup counts as part of the connection, both as part of the whole. */
export const usualLimits: Limits = { lookupMs: 2_000, connectMs: 5_000, exchangeMs: 15_000 }

/** Of an answer to a POST; only its beginning is shown. */
const answerBytesMax = 64 * 1_024
/** guarantees.md 3.14. */
const documentBytesMax = 256 * 1_024
/** Somebody waits at a screen for what depends on the document. */
const documentMs = 5_000

type Asked = Omit<Exchange, 'leftMs'> & { url: string; limitMs: number }
type Vetted = { addresses: readonly string[]; own: ReadonlySet<string> }

/** The guarded client (guarantees.md 3.5). It checks at registration and again at every attempt. */
export function createOutbound(parts: OutboundParts): Outbound {
  const { environment, ownAddresses, clock } = parts
  const { lookupMs, connectMs, exchangeMs } = parts.limits ?? usualLimits
  const resolve = limitedTo(parts.resolve, lookupMs)
  const secureContext = createSecureContext({
    minVersion: 'TLSv1.2',
    ...(parts.trust !== undefined && { ca: [...parts.trust] }),
  })
  return { vet, post, get }

  /** The text of an address; of loopback also whether it may be called, and its port. */
  function read(url: string): Result<Target, AddressRefusal> {
    const target = readTarget(url, environment)
    if (!target.ok || !target.value.loopback) return target
    const { host, port } = target.value
    if (parts.mayCallLoopback === false)
      return fail({ rule: 'ADDRESS_NOT_PUBLIC', message: `${host} is this service’s own machine.` })
    return parts.ownPorts?.has(port)
      ? fail({ rule: 'ADDRESS_OWN', message: `Port ${port} is this service itself.` })
      : target
  }

  async function vet(url: string): ReturnType<Outbound['vet']> {
    const target = read(url)
    if (!target.ok) return target
    const [found, own] = await Promise.all([addressesOf(target.value), ownAddresses()])
    if (!found.ok) return ok({ resolved: false, addresses: [] })
    const refusal = judgeAddresses(found.value, target.value, own)
    return refusal === undefined ? ok({ resolved: true, addresses: found.value }) : fail(refusal)
  }

  async function post(request: OutboundRequest): Promise<OutboundOutcome> {
    const began = clock()
    const limits = { readMax: answerBytesMax, limitMs: exchangeMs }
    const outcome = await ask({ method: 'POST', ...request, ...limits }, began)
    const durationMs = Math.round(clock() - began)
    if (!outcome.ok) return { kind: 'failed', ...outcome.failure, durationMs }
    const { status, headers, bytes } = outcome.value
    const shown = { headers: shownHeaders(headers), body: bodyText(bytes) }
    return { kind: 'answered', status, ...shown, durationMs }
  }

  async function get(url: string): Promise<FetchOutcome> {
    const outcome = await ask(
      {
        method: 'GET',
        url,
        headers: { accept: 'application/json', 'accept-encoding': 'identity' },
        body: '',
        readMax: documentBytesMax + 1,
        limitMs: Math.min(documentMs, exchangeMs),
      },
      clock(),
    )
    if (!outcome.ok) return { kind: 'failed', ...outcome.failure }
    const { status, headers, bytes } = outcome.value
    if (bytes.length > documentBytesMax) {
      const message = `The answer is longer than ${documentBytesMax} bytes.`
      return { kind: 'failed', reason: 'BROKEN', message }
    }
    const maxAgeSeconds = maxAgeOf(headers['cache-control'])
    return { kind: 'answered', status, body: new Uint8Array(bytes), maxAgeSeconds }
  }

  function ask(asked: Asked, began: number): Promise<Result<Answer, Failed>> {
    return attempt(asked, began).catch((error: unknown) =>
      fail<Failed>({
        reason: 'BROKEN',
        message: `The request could not be sent (${error instanceof Error ? error.name : 'unknown'}).`,
      }),
    )
  }

  async function attempt({ url, limitMs, ...request }: Asked, began: number) {
    const target = read(url)
    if (!target.ok) return refused(target.failure)
    const vetted = await vettedAddresses(target.value)
    if (!vetted.ok) return vetted
    const { addresses, own } = vetted.value

    const left = (mostMs: number) => Math.max(1, mostMs - (clock() - began))
    const socket = await openSocket(target.value, {
      addresses,
      refusalOf: (reached) => judgeAddress(reached, target.value, own)?.message,
      timeoutMs: connectMs,
      leftMs: left(connectMs),
      dial: parts.dial,
      secureContext,
    })
    if (!socket.ok) return socket
    try {
      return await exchange(socket.value, target.value, {
        ...request,
        leftMs: left(limitMs),
      })
    } finally {
      socket.value.destroy()
    }
  }

  /** Asked once for each attempt: what was judged is what is connected to. */
  async function vettedAddresses(target: Target): Promise<Result<Vetted, Failed>> {
    const [found, own] = await Promise.all([addressesOf(target), ownAddresses()])
    if (!found.ok) {
      return fail({ reason: 'DNS', message: `The name ${target.host} ${found.failure.message}.` })
    }
    const refusal = judgeAddresses(found.value, target, own)
    return refusal === undefined ? ok({ addresses: found.value, own }) : refused(refusal)
  }

  /** Loopback and written addresses stand for themselves; no name server has a say in them. */
  async function addressesOf(target: Target): Promise<Result<string[], LookupFailure>> {
    if (target.host === 'localhost') return ok(['127.0.0.1', '::1'])
    if (target.literal) return ok([target.host])
    return resolve(target.host)
  }
}

const refused = ({ message }: AddressRefusal) => fail<Failed>({ reason: 'ADDRESS', message })

function maxAgeOf(cacheControl: string | undefined): number | undefined {
  const found = /(?:^|[\s,])max-age=(\d{1,9})(?:$|[\s,;])/i.exec(cacheControl ?? '')
  return found?.[1] === undefined ? undefined : Number(found[1])
}

const textBytesMax = 4 * 1_024
const headerLengthMax = 200
/** Headers that help to find out why a receiver refuses; others may hold secrets of its own. */
const shown = ['content-type', 'content-length', 'retry-after', 'server', 'date', 'location']

/** Control characters but tab and line feed, and the marks that turn the direction of a text. */
const hidden = /[^\P{Cc}\t\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** The first 4 KiB of an answer as harmless text; what is not UTF-8 becomes U+FFFD. */
export function bodyText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, textBytesMax)).replace(hidden, '')
  const kept = Buffer.from(text)
  if (kept.length <= textBytesMax) return text
  // Replacement characters take three bytes for one; a character that the cut divides goes.
  return new TextDecoder().decode(kept.subarray(0, textBytesMax), { stream: true })
}

export function shownHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    shown.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string'
        ? [[name, value.replace(hidden, '').slice(0, headerLengthMax)]]
        : []
    }),
  )
}
