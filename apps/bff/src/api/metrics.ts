import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client'
import type { Deps } from '../ports/deps.ts'
import { socketAddressOf } from './limits/anonymous-limits.ts'
import { plainAddress, proxiesOf } from './request/address.ts'
import { Refusal } from './request/refusal.ts'
import { refusalAnswer } from './respond.ts'

/** Counts and times requests; the text is served at `/metrics`. */
export type RequestMetrics = {
  /** Call at the start of a request and the result at its end. */
  started(): (method: string, operation: string, status: number) => void
}

/** Each look at the event loop's lag wakes the process; the reported lag includes this wait. */
const lagEveryMs = 500

export function createMetrics(registry: Registry): RequestMetrics {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagEveryMs })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of partner API requests',
    labelNames: ['method', 'operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  return {
    started: () => {
      const stop = duration.startTimer()
      return (method, operation, status) => void stop({ method, operation, status: String(status) })
    },
  }
}

/** Behind a proxy on this machine everybody comes from loopback. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/**
 * Answers `/metrics`: figures of the whole instance, which no partner's key opens. Who is on this
 * machine needs no token in the sandbox; everybody else sends `METRICS_TOKEN` as a bearer token.
 */
export function metricsAnswer(
  deps: Pick<Deps, 'config' | 'ids' | 'metrics'>,
  headers: () => Record<string, string>,
): (c: Context) => Promise<Response> {
  const { ENVIRONMENT: environment, METRICS_TOKEN: token } = deps.config
  const isProxy = proxiesOf(deps.config)
  return async (c) => {
    const refusal = environment === 'sandbox' && isLocal(c, isProxy) ? undefined : refuse(c)
    if (!refusal) {
      const type = deps.metrics.contentType
      return c.text(await deps.metrics.metrics(), 200, { ...headers(), 'Content-Type': type })
    }
    const answer = refusalAnswer(refusal, deps.ids.make('req'))
    const type = 'application/json; charset=utf-8'
    return new Response(answer.body, {
      status: answer.status,
      headers: { ...headers(), 'Content-Type': type, 'WWW-Authenticate': 'Bearer' },
    })
  }

  function refuse(c: Context): Refusal | undefined {
    const sent = /^bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (sent === undefined)
      return new Refusal(
        'API_KEY_MISSING',
        'Send the METRICS_TOKEN of this instance as a bearer token.',
      )
    if (token !== undefined && timingSafeEqual(digest(sent), digest(token))) return undefined
    return new Refusal('API_KEY_INVALID', 'That is not the METRICS_TOKEN of this instance.')
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The connection comes from this machine, and for nobody else as far as its headers say. */
function isLocal(c: Context, isProxy: (address: string) => boolean): boolean {
  const address = plainAddress(socketAddressOf(c))
  if (isProxy(address)) return false
  const isLoopback = address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(address)
  return isLoopback && forwarding.every((name) => c.req.header(name) === undefined)
}
