import {
  allowedScopes,
  type Endpoint,
  ErrorBody,
  failureFacts,
  operations,
  parameterTexts,
  readsVersion,
  type FailureCode,
  type StepUp,
  WebhookEvent,
} from '@corridor/contract'
import {
  type EventCategory,
  eventCatalogue,
  eventNotes,
  eventStatuses,
  exampleEvent,
} from '@corridor/domain'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { memberCodes, statusOf } from '../request/failures.ts'
import { bodyExamples } from './examples.ts'
import { nameCopies, namedSchemas, pathOfNames, routeOfNames } from './named-schemas.ts'
import { type Document, shareComponents } from './shared-components.ts'
import { tags } from './tags.ts'

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
    description: 'The key as it was shown when it was issued, `cor_…`.',
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'The same key as a bearer token. Send one of the two headers.',
  })
  for (const category of Object.keys(eventCatalogue) as EventCategory[])
    app.openAPIRegistry.registerWebhook(webhookOf(category))
  const endpoints = Object.values<Record<string, Endpoint>>(operations).flatMap((ofModule) =>
    Object.values(ofModule),
  )
  app.openAPIRegistry.registerPath(routeOfNames(namedSchemas(endpoints)))
  for (const endpoint of endpoints) app.openAPIRegistry.registerPath(routeOf(endpoint))
  const used = new Set<string>(endpoints.map(({ module }) => module))
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Corridor partner API',
      version: '1.0.0',
      description: introduction,
      contact: { name: 'Corridor', url: `${baseUrl}/docs/guides` },
    },
    servers: [{ url: baseUrl, description: 'This instance' }],
    tags: Object.entries(tags)
      .filter(([module]) => used.has(module))
      .map(([, tag]) => tag),
    security: [{ apiToken: [] }, { bearer: [] }],
  })
  const plain = JSON.parse(JSON.stringify(document, withoutFlags)) as Document
  // A member of 3.1 that the generator's types do not know.
  plain.info.license = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' }
  delete plain.paths?.[pathOfNames]
  nameCopies(plain)
  return shareComponents(describeParameters(plain))
}

const introduction = `Cross-border transfers, liquidity, pay-in routes and wallets.

Begin with the guide [Your first transfer](/docs/guides/first-transfer); the others are about [webhooks](/docs/guides/webhooks), [signing](/docs/guides/signing), [proving accounts](/docs/guides/prove-accounts), [checking payees](/docs/guides/check-payees) and the [sandbox](/docs/guides/sandbox).

**Keys.** Send yours as \`x-api-token\`. Keys of a program belong on your server: on this page use one of the sandbox; it is kept in this tab's memory alone and is gone when you close it.

**Errors** have one form everywhere; \`error.code\` is the one to act on, and each status lists its codes. Retry only where \`error.retryable\` is true.

**Repeat safely.** A POST, PUT or DELETE with an \`Idempotency-Key\` is done once, however often it is sent.

**Lists** have pages: send \`pagination.nextCursor\` as \`cursor\` to get the next one.`

/** Whoever sends an event to a partner sends it as the history has it. */
function webhookOf(category: EventCategory) {
  const { when, members } = eventNotes[category]
  const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
  return {
    method: 'post' as const,
    path: category,
    operationId: `events.${category}`,
    summary: `Event ${category}`,
    description: `${when}\n\nTypes: ${list(eventCatalogue[category])}. Statuses: ${list(eventStatuses[category])}. Further members of \`eventObject\`: ${list(members)}. Types, statuses and members are added without notice. [How to verify a call](/docs/guides/webhooks).`,
    tags: [tags.webhooks.name],
    security: [],
    request: {
      body: {
        required: true,
        content: {
          'application/json': { schema: WebhookEvent, example: exampleEvent(category) },
        },
      },
    },
    responses: {
      200: { description: 'Any 2xx is a success' },
      400: { description: 'The signature does not verify; the call is attempted again' },
    },
  }
}

/** A parameter means the same wherever it stands; what the contract says itself comes first. */
function describeParameters(document: Document): Document {
  const methods = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path))
  for (const parameter of methods.flatMap(({ parameters = [] }) => parameters))
    parameter.description ??= parameterTexts[parameter.name ?? '']
  return document
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
    tags: [tags[endpoint.module].name],
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    request: {
      ...(params ? { params } : {}),
      ...(query ? { query } : {}),
      ...(endpoint.method === 'GET' ? {} : { headers: headersOf(endpoint) }),
      ...(body
        ? {
            body: {
              description: 'Members that the operation does not know are ignored',
              required: true,
              content: contentOf(endpoint, body),
            },
          }
        : {}),
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
  const { deprecated, stepUp } = endpoint
  const scopes = allowedScopes(endpoint).map((scope) => `\`${scope}\``)
  const parts = [`Scope ${scopes.join(' or ')}.`]
  if (deprecated) {
    const { since, successor, sunset } = deprecated
    parts.push(`Deprecated since ${since} and gone after ${sunset}: use \`${successor}\`.`)
  }
  if (stepUp !== undefined) {
    const unless = stepUp === true ? '' : ` unless ${exceptionOf(stepUp.unless)}`
    parts.push(`Through the dashboard a member confirms the request by passkey${unless}.`)
  }
  return parts.join(' ')
}

const exceptionOf = (unless: Exclude<StepUp, true>['unless']): string => {
  if ('isAbsent' in unless) return `\`${unless.member}\` is absent`
  return 'is' in unless
    ? `\`${unless.member}\` is \`${unless.is}\``
    : `\`${unless.member}\` begins with \`${unless.startsWith}\``
}

const contentOf = ({ id, multipart }: Endpoint, schema: z.ZodType) => ({
  'application/json': { schema, ...(bodyExamples[id] && { example: bodyExamples[id] }) },
  ...(multipart ? { 'multipart/form-data': { schema } } : {}),
})

const keyHeader = z.object({ 'idempotency-key': z.string().min(1).max(255).optional() })
const versionedHeaders = keyHeader.extend({
  'if-match': z
    .string()
    .optional()
    .describe('Version of the record, as `"3"`: another one is refused with 409 VERSION_CONFLICT.'),
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
  const { error } = ErrorBody.shape
  const { code, type } = error.shape
  return z.object({
    ...ErrorBody.shape,
    error: error
      .extend({
        code: z.enum(codes).describe(code.description ?? ''),
        type: z.enum(types).describe(type.description ?? ''),
      })
      .describe(error.description ?? ''),
  })
}
