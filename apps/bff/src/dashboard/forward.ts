import { type Endpoint, type FailureCode, isWithin } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import { parseJson } from '../api/request/json.ts'
import { operationsOf, pathTable } from '../api/path-table.ts'
import { bodyLimit, readBody, tooLarge } from '../api/request/read-request.ts'
import { detail, Refusal } from '../api/request/refusal.ts'
import type { Deps } from '../ports/deps.ts'
import type { SessionFacts, Sessions } from '../modules/access/staff/sessions.ts'
import { actionHash } from '../modules/access/staff/step-up.ts'
import { type PartnerSide, unavailable } from './partner-side.ts'

const prefix = '/bff'

/** Headers that a browser may send on; keys, acting and forwarding headers are not among them. */
const requestHeaders = ['accept', 'content-length', 'content-type', 'idempotency-key', 'if-match']

/** Headers that are dropped: cookies, hop-by-hop headers, and what identifies the server. */
const strippedHeaders = new Set([
  'set-cookie',
  'server',
  'x-powered-by',
  'via',
  'alt-svc',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'trailer',
  'proxy-authenticate',
  'www-authenticate',
  'strict-transport-security',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  // Bodies come decoded out of fetch.
  'content-encoding',
  'content-length',
])

/** 401 answers that belong to the form that caused them, not to the console key. */
const ownRefusals = new Set<FailureCode>([
  'OTP_INVALID',
  'OTP_EXPIRED',
  'SESSION_EXPIRED',
  'OIDC_TOKEN_INVALID',
  'OIDC_NONCE_MISMATCH',
])

export type Stream = (session: SessionFacts, lastEventId: string | undefined) => Promise<Response>

type Parts = {
  deps: Pick<Deps, 'config'>
  partner: PartnerSide
  sessions: Sessions
  stream: Stream
}

/** One function over the contract's operations: checks the role, then calls the partner API. */
export function createForwarder({ deps, partner, sessions, stream }: Parts) {
  const find = pathTable(operationsOf(deps.config))
  return forward

  /** Answers `/bff/api/v1/…` for a member. */
  async function forward(request: Request, session: SessionFacts): Promise<Response> {
    const url = new URL(request.url)
    const path = url.pathname.slice(prefix.length)
    const endpoint = endpointOf(request.method, path)
    requireScope(session, endpoint)
    if (endpoint.stream) return stream(session, request.headers.get('last-event-id') ?? undefined)

    const isUpload = endpoint.multipart === true
    const body = isUpload ? streamOf(request, endpoint) : await readBody(request, endpoint)
    const confirmed =
      body instanceof Uint8Array
        ? await confirmation(session, request.method, path, body)
        : undefined
    const answer = await partner.send(session.partnerId, {
      method: endpoint.method,
      path: path + url.search,
      headers: headersFor(request, session, confirmed),
      body,
    })
    return answer.status === 401 ? ownRefusalOnly(answer) : passedOn(answer)
  }

  function endpointOf(method: string, path: string): Endpoint {
    const found = find(method === 'HEAD' ? 'GET' : method, path)
    if (found.kind === 'found') return found.match.operation.endpoint
    if (found.kind === 'none') throw new Refusal('PATH_NOT_FOUND', 'No operation has this path.')
    throw new Refusal('METHOD_NOT_ALLOWED', `Use ${found.allow.join(' or ')} for this path.`)
  }

  /** When a fresh passkey confirmed exactly this request; used up by being asked for. */
  function confirmation(session: SessionFacts, method: string, path: string, body: Uint8Array) {
    const content = session.hasStepUp ? jsonOf(body) : undefined
    if (!content) return undefined
    return sessions.takeStepUp(session, actionHash(session, { method, path, ...content }))
  }
}

/** An upload as it comes, which nothing has to be confirmed for; one stated too large is not begun. */
function streamOf(request: Request, { bodyLimit: limit = bodyLimit }: Endpoint) {
  const stated = Number.parseInt(request.headers.get('content-length') ?? '0', 10)
  if (stated > limit) throw tooLarge(limit)
  return request.body ?? undefined
}

export const requireScope = ({ scopes }: SessionFacts, endpoint: Endpoint): void => {
  if (isWithin(endpoint, new Set(scopes))) return
  throw new Refusal('SCOPE_MISSING', 'Your role does not allow this.', {
    details: [detail('', 'SCOPE_MISSING', 'Missing permission', { allowed: [endpoint.scope] })],
  })
}

/** Whom the partner API shall hold responsible, what the person may do, and that a passkey confirmed it. */
export const actingHeaders = (session: SessionFacts, confirmed?: Date): Record<string, string> => ({
  'x-acting-member': formatId('mem', session.memberId),
  'x-acting-scopes': session.scopes.join(' '),
  ...(confirmed && { 'x-acting-step-up': confirmed.toISOString() }),
})

function headersFor(request: Request, session: SessionFacts, confirmed: Date | undefined) {
  const sent = requestHeaders.flatMap((name) => {
    const value = request.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(sent), ...actingHeaders(session, confirmed) } as Record<
    string,
    string
  >
}

function jsonOf(body: Uint8Array): { body?: unknown } | undefined {
  if (body.length === 0) return {}
  try {
    return { body: parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body)) }
  } catch {
    // The partner API says what is wrong with it; it cannot have been confirmed.
    return undefined
  }
}

/** A 401 about the key would look like the end of the member's session, which it is not. */
async function ownRefusalOnly(answer: Response): Promise<Response> {
  const text = await answer.text()
  if (!ownRefusals.has(codeOf(text) as FailureCode)) throw unavailable()
  return passedOn(new Response(text, answer))
}

function codeOf(text: string): unknown {
  try {
    const body = JSON.parse(text) as { error?: { code?: unknown } } | null
    return body?.error?.code
  } catch {
    return undefined
  }
}

function passedOn(answer: Response): Response {
  const headers = new Headers([...answer.headers].filter(([name]) => !strippedHeaders.has(name)))
  return new Response(answer.body, { status: answer.status, headers })
}
