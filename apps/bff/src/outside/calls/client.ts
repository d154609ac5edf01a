import { createSecureContext } from 'node:tls'
import { fail, ok, type Result } from '@corridor/domain'
import { judgeAddresses, judgeAddress, readTarget, type Target } from './address-rules.ts'
import { type Answer, exchange } from './exchange.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type {
  AddressRefusal,
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
  resolve: Resolve
  ownAddresses: OwnAddresses
  /** Milliseconds that only go forward. */
  clock: () => number
  limits?: Limits
  dial?: Dial
  /** Certificates to trust instead of the usual ones: PEM texts. */
  trust?: readonly string[]
}

/** guarantees.md, 3.3; the lookup counts as part of the connection, both as part of the whole. */
export const usualLimits: Limits = { lookupMs: 2_000, connectMs: 5_000, exchangeMs: 15_000 }

type Vetted = { addresses: readonly string[]; own: ReadonlySet<string> }

/** The guarded client (guarantees.md, 3.5). It checks at registration and again at every attempt. */
export function createOutbound(parts: OutboundParts): Outbound {
  const { environment, ownAddresses, clock, limits = usualLimits } = parts
  const resolve = limitedTo(parts.resolve, limits.lookupMs)
  const secureContext = createSecureContext({
    minVersion: 'TLSv1.2',
    ...(parts.trust !== undefined && { ca: [...parts.trust] }),
  })
  return { vet, post }

  async function vet(url: string): ReturnType<Outbound['vet']> {
    const target = readTarget(url, environment)
    if (!target.ok) return target
    const [found, own] = await Promise.all([addressesOf(target.value), ownAddresses()])
    if (!found.ok) return ok({ resolved: false, addresses: [] })
    const refusal = judgeAddresses(found.value, target.value, own)
    return refusal === undefined ? ok({ resolved: true, addresses: found.value }) : fail(refusal)
  }

  async function post(request: OutboundRequest): Promise<OutboundOutcome> {
    const began = clock()
    const outcome = await attempt(request, began).catch((error: unknown) =>
      fail<Failed>({
        reason: 'BROKEN',
        message: `The request could not be sent (${error instanceof Error ? error.name : 'unknown'}).`,
      }),
    )
    const durationMs = Math.round(clock() - began)
    return outcome.ok
      ? { kind: 'answered', ...outcome.value, durationMs }
      : { kind: 'failed', ...outcome.failure, durationMs }
  }

  async function attempt(
    { url, headers, body }: OutboundRequest,
    began: number,
  ): Promise<Result<Answer, Failed>> {
    const target = readTarget(url, environment)
    if (!target.ok) return refused(target.failure)
    const vetted = await vettedAddresses(target.value)
    if (!vetted.ok) return vetted
    const { addresses, own } = vetted.value

    const left = (limitMs: number) => Math.max(1, limitMs - (clock() - began))
    const socket = await openSocket(target.value, {
      addresses,
      refusalOf: (reached) => judgeAddress(reached, target.value, own)?.message,
      timeoutMs: limits.connectMs,
      leftMs: left(limits.connectMs),
      dial: parts.dial,
      secureContext,
    })
    if (!socket.ok) return socket
    try {
      return await exchange(socket.value, target.value, {
        headers,
        body,
        leftMs: left(limits.exchangeMs),
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
