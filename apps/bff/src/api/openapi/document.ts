import {
  allowedScopes,
  type Endpoint,
  ErrorBody,
  failureFacts,
  operations,
  readsVersion,
  type FailureCode,
  type StepUp,
} from '@corridor/contract'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { memberCodes, statusOf } from '../request/failures.ts'
import type { Document } from './reference.ts'
import { shareComponents } from './shared-components.ts'

const common = {
  'X-Request-Id': 'Id of this request, for support',
  'X-Service-Time': 'The service’s clock',
  'RateLimit-Limit': 'Requests per second of this operation',
  'RateLimit-Remaining': 'Requests left',
  'RateLimit-Reset': 'Seconds until the limit is full again',
}
const headers = Object.fromEntries(
  Object.entries(common).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' as const } },
  ]),
)

/** The OpenAPI 3.1 document of the partner API, made from the contract's records. */
export function openApiDocument(baseUrl: string): Document {
  const app = new OpenAPIHono()
  app.openAPIRegistry.registerComponent('securitySchemes', 'apiToken', {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-token',
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
  })
  for (const ofModule of Object.values<Record<string, Endpoint>>(operations))
    for (const endpoint of Object.values(ofModule))
      app.openAPIRegistry.registerPath(routeOf(endpoint))
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Corridor partner API',
      version: '1.0.0',
      description: 'Cross-border transfers, liquidity, pay-in routes and wallets.',
    },
    servers: [{ url: baseUrl }],
    security: [{ apiToken: [] }, { bearer: [] }],
  })
  return shareComponents(JSON.parse(JSON.stringify(document, withoutFlags)) as Document)
}

/** The generator leaves the flags of a pattern behind it, where they would be part of the text. */
const withoutFlags = (key: string, value: unknown): unknown =>
  key === 'pattern' && typeof value === 'string' ? value.replace(/(?<=\$)\/[a-z]+$/, '') : value

function routeOf(endpoint: Endpoint) {
  const { params, query, body } = endpoint
  return createRoute({
    method: endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete',
    path: endpoint.path,
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    ...(endpoint.stepUp ? { 'x-step-up': endpoint.stepUp } : {}),
    tags: [endpoint.module],
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    request: {
      ...(params ? { params } : {}),
      ...(query ? { query } : {}),
      ...(endpoint.method === 'GET' ? {} : { headers: headersOf(endpoint) }),
      ...(body ? { body: { required: true, content: contentOf(endpoint, body) } } : {}),
    },
    responses: {
      200: {
        description: 'Success',
        headers,
        content: {
          [endpoint.stream ? 'text/event-stream' : 'application/json']: {
            schema: endpoint.response,
          },
        },
      },
      ...failuresOf(endpoint),
    },
  })
}

function descriptionOf(endpoint: Endpoint): string {
  const { stepUp } = endpoint
  const scopes = allowedScopes(endpoint).map((scope) => `\`${scope}\``)
  const ofScope = `Scope ${scopes.join(' or ')}.`
  if (stepUp === undefined) return ofScope
  const unless = stepUp === true ? '' : ` unless ${exceptionOf(stepUp.unless)}`
  return `${ofScope} Through the dashboard a member confirms the request by passkey${unless}.`
}

const exceptionOf = (unless: Exclude<StepUp, true>['unless']): string =>
  'is' in unless
    ? `\`${unless.member}\` is \`${unless.is}\``
    : `\`${unless.member}\` begins with \`${unless.startsWith}\``

const contentOf = ({ multipart }: Endpoint, schema: z.ZodType) => ({
  'application/json': { schema },
  ...(multipart ? { 'multipart/form-data': { schema } } : {}),
})

const keyHeader = z.object({ 'idempotency-key': z.string().min(1).max(255).optional() })
const versionedHeaders = keyHeader.extend({
  'if-match': z.string().meta({ description: 'Version of the record, as `"3"`' }).optional(),
})
const headersOf = (endpoint: Endpoint) => (readsVersion(endpoint) ? versionedHeaders : keyHeader)

/** One schema per status, whose `error.code` lists that status's codes. */
function failuresOf(endpoint: Endpoint) {
  const byStatus = new Map<number, FailureCode[]>()
  for (const code of endpoint.failures) {
    const ofMembers = memberCodes.has(code) ? endpoint.membersRefusedAs : undefined
    const own = [statusOf(code, endpoint), endpoint.refusedAs?.[code], ofMembers]
    for (const status of new Set(own.filter((known) => known !== undefined)))
      byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const sorted = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    sorted.map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        headers,
        content: { 'application/json': { schema: errorOf(codes) } },
      },
    ]),
  )
}

function errorOf(codes: FailureCode[]) {
  const types = [...new Set(codes.map((code) => failureFacts[code].type))]
  const error = ErrorBody.shape.error.extend({ code: z.enum(codes), type: z.enum(types) })
  return z.object({ success: z.literal(false), message: z.string(), error })
}
