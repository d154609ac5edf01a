import {
  asksStepUp,
  type Endpoint,
  type ErrorDetail,
  allowedScopes,
  isWithin,
  type Operations,
  readsVersion,
  type Scope,
} from '@corridor/contract'
import { Hono } from 'hono'
import type { ApprovalGate } from './approval-gate.ts'
import type { Deps } from '../ports/deps.ts'
import { actingFor, notConfirmed } from './request/acting.ts'
import type { Caller } from './request/caller.ts'
import type { AnyHandler, Handlers } from './handlers.ts'
import { fingerprintOf, readKey } from './idempotency.ts'
import { commonHeaders, noLimit } from './common-headers.ts'
import { createCredentialThrottle, type Visitor } from './limits/credential-throttle.ts'
import { createAdmission } from './limits/admission.ts'
import { createLimits, type LimitFacts } from './limits/limits.ts'
import { type Operation, operationsOf, pathTable } from './path-table.ts'
import { createIntake } from './request/intake.ts'
import { readRequest } from './request/read-request.ts'
import { detail, Refusal } from './request/refusal.ts'
import { type Answer, refusalAnswer } from './respond.ts'
import { asRefusal, createRunner } from './run.ts'
import type { ServiceTime } from './service-time.ts'
import type { RequestMetrics } from './metrics.ts'
import type { MayListen } from './stream.ts'
import { addressReader } from './request/address.ts'
import type { Authenticated, Authenticator } from './request/authenticator.ts'
import type { Noted, RequestLog } from './request/request-log.ts'

export type AllHandlers = { [M in keyof Operations]: Handlers<Operations[M]> }
export type StreamAnswer = (
  caller: Caller,
  request: Request,
  mayListen: MayListen,
) => Promise<Response>

export type MountParts = {
  deps: Deps
  handlers: AllHandlers
  authenticator: Authenticator
  serviceTime: ServiceTime
  metrics: RequestMetrics
  log: RequestLog
  stream: StreamAnswer
  /** Asks the partner's policy about operations that the contract marks. */
  gate: ApprovalGate
  /**
   * By operation: what its service refuses a body for beyond the schema. Where the schema refuses it
   * already, this is part of the same answer, so that a caller can fix all fields at once.
   */
  furtherChecks: Partial<Record<string, (body: unknown, at: Date) => ErrorDetail[]>>
}

/** Answers that are not JSON bodies of the mount, and what every answer carries. */
type Context = {
  requestId: string
  limits?: LimitFacts
  ignored?: string[]
  operation?: Operation
  /** Gives back what the body takes while it is in flight. */
  done?: () => void
  /** Gives its place to the next request. */
  leave?: () => void
  /** What is kept of a program's call; a dashboard's own is not. */
  noted?: Noted
  address?: string | undefined
}

/**
 * The partner API: path, authentication, size, content type, JSON, schema, idempotency, handler,
 * in this order (operations.md 1), for every operation of the contract.
 */
export function mountPartnerApi(parts: MountParts): Hono {
  const { deps, handlers, serviceTime, metrics, log } = parts
  const addressOf = addressReader(deps.config)
  const find = pathTable(operationsOf(deps.config))
  const limits = createLimits(deps)
  const admission = createAdmission(deps)
  const throttle = createCredentialThrottle(deps)
  const intake = createIntake(deps)
  const runner = createRunner(deps, parts.gate)
  const app = new Hono()
  app.all('/api/*', (c) => answer(c.req.raw, c.env))
  return app

  async function answer(request: Request, env: unknown): Promise<Response> {
    const address = addressOf(request.headers, env)
    const context: Context = { requestId: deps.ids.make('req'), address }
    const done = metrics.started()
    const startedMs = performance.now()
    let response: Response
    try {
      const result = await serve(request, env, context)
      response = result instanceof Response ? result : respond(result, context)
    } catch (error) {
      response = refuse(error, context)
    } finally {
      context.leave?.()
      context.done?.()
    }
    const { status } = response
    if (context.noted && (context.noted.isKept || request.method !== 'GET' || status >= 400)) {
      const isReplayed = response.headers.has('idempotency-replayed')
      const durationMs = performance.now() - startedMs
      const { method, url, headers } = request
      const idempotencyKey = headers.get('idempotency-key') ?? ''
      const at = serviceTime.now()
      const seen = { method, url, idempotencyKey, status, isReplayed, durationMs, at }
      log.note({ ...context.noted, ...seen })
    }
    done(request.method, context.operation?.endpoint.id ?? 'unknown', response.status)
    return response
  }

  async function serve(request: Request, env: unknown, context: Context) {
    const url = new URL(request.url)
    const { operation, params } = route(request.method, url.pathname)
    context.operation = operation
    const { endpoint } = operation
    const caller = await identify({ headers: request.headers, env }, context)
    if (!isWithin(endpoint, caller.scopes)) throw scopeMissing(endpoint)
    context.limits = await limits.admit(caller, endpoint.id)
    // Before the body is read, unless the body decides.
    if (endpoint.stepUp === true) requireStepUp(caller, endpoint, undefined)
    if (endpoint.stream) {
      const mayListen = () => stillMay(request.headers, context.address, endpoint.scope)
      return streamed(await parts.stream(caller, request, mayListen), context)
    }
    admission.check(caller)
    const { bytes, done } = await intake(request, endpoint, caller.partnerId)
    context.done = done
    const further = (body: unknown) =>
      parts.furtherChecks[endpoint.id]?.(body, serviceTime.now()) ?? []
    const authorize = (body: unknown) => {
      if (context.noted) Object.assign(context.noted, { body, bodyBytes: bytes?.byteLength ?? 0 })
      requireStepUp(caller, endpoint, body)
    }
    const { headers } = request
    const read = await readRequest(endpoint, { params, url, headers, bytes, further, authorize })
    context.ignored = read.ignored
    const scope = keyScope(request, operation, caller, read.raw)
    const expected = readsVersion(endpoint) ? readIfMatch(headers.get('if-match')) : undefined
    const release = limits.hold(caller, endpoint.scope)
    try {
      context.leave = await admission.enter(caller, request)
      const input = read.input as Parameters<typeof runner.run>[0]['input']
      const asking: Caller = {
        ...caller,
        ...(expected === undefined ? {} : { expectedVersion: expected }),
        ...(scope ? { idempotencyKey: scope.key } : {}),
      }
      return await runner.run({
        operation,
        handler: handlerOf(operation),
        input,
        caller: asking,
        scope,
      })
    } finally {
      release()
    }
  }

  function route(method: string, path: string) {
    const found = find(method, path)
    if (found.kind === 'found') return found.match
    // The document itself is served before the mount, for GET alone.
    const isDocument = path === '/api/v1/openapi.json'
    if (found.kind === 'none' && !isDocument)
      throw new Refusal('PATH_NOT_FOUND', 'No operation has this path.')
    const allow = found.kind === 'none' ? ['GET'] : found.allow
    throw new Refusal('METHOD_NOT_ALLOWED', `Use ${allow.join(' or ')} for this path.`, {
      details: [detail('', 'METHOD_NOT_ALLOWED', 'Allowed methods', { allowed: allow })],
    })
  }

  async function stillMay(headers: Headers, address: string | undefined, scope: Scope) {
    const known = await parts.authenticator.authenticate({ ...credentialsOf(headers), address })
    return known.ok && actingFor(known.value, headers, deps.realTime()).scopes.has(scope)
  }

  async function identify(visitor: Visitor, context: Context): Promise<Caller> {
    const { headers } = visitor
    const { requestId, address } = context
    const credentials = { ...credentialsOf(headers), address }
    const known = await throttle.check(
      visitor,
      `${credentials.apiToken ?? ''}\n${credentials.bearer ?? ''}`,
      {
        ask: () => parts.authenticator.authenticate(credentials),
        isRight: ({ ok }) => ok,
        publicPart: () => parts.authenticator.publicPart(credentials),
      },
    )
    const isProgram = known.ok ? known.value.kind === 'partner' : true
    const key = known.ok ? known.value : known.refusedKey
    const logsReads = known.ok && known.value.logsReads
    if (key && isProgram) context.noted = notedOf(key, logsReads, context)
    if (!known.ok) throw new Refusal(known.failure, authenticationTexts[known.failure])
    const { partnerId, svcPartnerId, keyMember } = known.value
    return {
      partnerId,
      svcPartnerId,
      ...(keyMember === undefined ? {} : { keyMember }),
      ...actingFor(known.value, headers, deps.realTime()),
      requestId,
    }
  }

  function handlerOf({ module, name }: Operation): AnyHandler<Endpoint> {
    const ofModule = handlers[module as keyof AllHandlers] as Record<string, AnyHandler<Endpoint>>
    const handler = ofModule[name]
    if (!handler) throw new Error(`no handler for ${module}.${name}`)
    return handler
  }

  function keyScope(request: Request, { endpoint }: Operation, caller: Caller, raw: unknown) {
    if (request.method === 'GET') return undefined
    const key = readKey(request.headers.get('idempotency-key') ?? undefined)
    if (key === undefined || endpoint.eachForItself) return undefined
    return {
      partnerId: caller.partnerId,
      method: request.method,
      path: new URL(request.url).pathname,
      key,
      fingerprint: fingerprintOf(raw ?? null),
    }
  }

  function streamed(response: Response, { requestId, limits: left }: Context): Response {
    const headers = commonHeaders(serviceTime, requestId, left ?? noLimit)
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    return response
  }

  function respond(sent: Answer, context: Context): Response {
    if (context.noted) context.noted.answer = sent.body
    const { [ignoredName]: inside, ...own } = sent.headers
    const ignored = [...(context.ignored ?? []), ...(inside?.split('\n') ?? [])]
    const spent = sent.status === 429 ? { ...noLimit, remaining: 0 } : noLimit
    return new Response(sent.body, {
      status: sent.status,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        ...commonHeaders(serviceTime, context.requestId, context.limits ?? spent),
        ...deprecationOf(context.operation?.endpoint),
        ...(ignored.length > 0 ? { [ignoredName]: ignoredHeader(ignored) } : {}),
        ...own,
      },
    })
  }

  function refuse(error: unknown, context: Context): Response {
    const refusal = asRefusal(error)
    if (!(error instanceof Refusal))
      deps.log.error({ err: error, requestId: context.requestId }, 'request failed')
    const result = refusalAnswer(refusal, context.requestId, context.operation?.endpoint)
    const allow = refusal.code === 'METHOD_NOT_ALLOWED' ? refusal.details[0]?.allowed : undefined
    if (allow) result.headers['Allow'] = allow.join(', ')
    return respond(result, context)
  }
}

const notedOf = (
  { partnerId, keyId }: Pick<Authenticated, 'partnerId' | 'keyId'>,
  logsReads: boolean,
  { requestId, address, operation }: Context,
): Noted => ({
  partnerId,
  keyId,
  requestId,
  address: address ?? '',
  operation: operation?.endpoint.id ?? 'unknown',
  // Whether a program still calls what is to go is read from the log.
  isKept: logsReads || operation?.endpoint.deprecated !== undefined,
  pathPattern: operation?.endpoint.path,
})

/** A partner's own key needs nothing more; for the console a member has to be there. */
function requireStepUp(caller: Caller, { stepUp }: Endpoint, body: unknown): void {
  if (caller.isConsole && !caller.isConfirmed && asksStepUp(stepUp, body)) throw notConfirmed()
}

const credentialsOf = (headers: Headers) => ({
  apiToken: headers.get('x-api-token') ?? undefined,
  bearer: headers.get('authorization') ?? undefined,
})

/** `If-Match: "3"`: the version of a record as an entity tag; `*` and none ask for nothing. */
function readIfMatch(header: string | null): number | undefined {
  if (header === null || header.trim() === '*') return undefined
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())?.[1]
  if (version !== undefined) return Number.parseInt(version, 10)
  throw new Refusal('FIELD_INVALID', 'If-Match must name the version of the record.', {
    details: [detail('if-match', 'FIELD_INVALID', 'Send the version as "3".')],
  })
}

/** What the answers of a deprecated operation say of its end and its successor (RFC 9745, RFC 8594). */
function deprecationOf(endpoint: Endpoint | undefined): Record<string, string> {
  if (!endpoint?.deprecated) return {}
  const { successor, since, sunset } = endpoint.deprecated
  return {
    Deprecation: `@${Math.floor(Date.parse(since) / 1000)}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${successor}>; rel="successor-version"`,
  }
}

/** Handlers whose members no schema knows name theirs here, one a line. */
const ignoredName = 'X-Ignored-Fields'

/** Header text is ASCII: names that are not are written as JSON escapes. */
const ignoredHeader = (names: readonly string[]) =>
  names
    .slice(0, 50)
    .map((name) =>
      JSON.stringify(name.slice(0, 100))
        .slice(1, -1)
        .replaceAll(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
    )
    .join(', ')

const scopeMissing = (endpoint: Endpoint) =>
  new Refusal('SCOPE_MISSING', `This key lacks the scope ${endpoint.scope}.`, {
    details: [detail('', 'SCOPE_MISSING', 'Missing scope', { allowed: allowedScopes(endpoint) })],
  })

const authenticationTexts = {
  API_KEY_MISSING: 'Send an API key in the header x-api-token.',
  API_KEY_INVALID: 'This API key is not known.',
  API_KEY_REVOKED: 'This API key was revoked.',
  API_KEY_EXPIRED: 'This API key has expired.',
  IP_NOT_ALLOWED: 'This API key may not be used from this address.',
  AUTH_AMBIGUOUS: 'The two authentication headers name different partners.',
}
