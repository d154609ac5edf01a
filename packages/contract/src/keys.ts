import { z } from 'zod'
import {
  anyTimestamp,
  enveloped,
  listed,
  pageQuery,
  recordId,
  sortBy,
  text,
  timestamp,
} from './base/common.ts'
import { endpoint } from './base/endpoint.ts'
import { fieldsOf } from './base/selection.ts'

/** An address of a network, or a network as `203.0.113.0/24`. */
export const network = () =>
  z
    .string()
    .refine((given) => networkForms.some((form) => form.safeParse(given).success), 'No network.')
const networkForms = [z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()]
const networks = () => z.array(network()).max(50)

export const keyStates = ['ACTIVE', 'ROTATED', 'EXPIRED', 'REVOKED'] as const

/** A key of a partner's program; its text is shown when it is made, and never again. */
export const ApiKey = z
  .object({
    keyId: z.string().describe('Id of the key, `key_…`.'),
    name: z.string().describe('Name that it was given.'),
    prefix: z.string().describe('The part of its text that names it and is no secret.'),
    status: z
      .enum(keyStates)
      .describe('State of the key; ROTATED has a successor and works until it expires.'),
    scopes: z.array(z.string()).describe('What it may do, such as `transfers:read`.'),
    addresses: z
      .array(z.string())
      .describe('Addresses and networks that may use it; empty for everywhere.'),
    issuedBy: z
      .object({
        memberId: z.string().describe('Id of the member, `mem_…`.'),
        name: z.string().describe('Name of the member.'),
        removed: z.boolean().describe('Whether the member was removed since.'),
      })
      .nullable()
      .describe('Who issued it; null where the operator of the service did.'),
    issuedTo: z
      .object({
        memberId: z.string().describe('Id of the member, `mem_…`.'),
        name: z.string().describe('Name of the member.'),
      })
      .nullable()
      .describe(
        'The person that it is for: what it does, that person did; null for a program of nobody.',
      ),
    createdAt: timestamp().describe('When it was issued.'),
    expiresAt: timestamp().nullable().describe('When it ends; null for never.'),
    lastUsedAt: timestamp().nullable().describe('When it was last used; null before.'),
    lastUsedFrom: z
      .string()
      .nullable()
      .describe('Address that it was last used from; null before.'),
    readsLoggedUntil: timestamp()
      .nullable()
      .describe('Until when reads that succeed are logged, too; null where they are not.'),
    revokedAt: timestamp().nullable().describe('When it was revoked; null where it was not.'),
    predecessorId: z
      .string()
      .nullable()
      .describe('Id of the key that it replaced, `key_…`; null where it replaced none.'),
    successorId: z
      .string()
      .nullable()
      .describe('Id of the key that replaced it, `key_…`; null where none did.'),
    version: z.int().describe('Rises with each change of the key; `If-Match` names it.'),
  })
  .meta({ id: 'ApiKey' })

/** Who called with a key within the last hour, by address and operation, as far as it is logged. */
const KeyCaller = z.object({
  address: z.string().describe('Address that called.'),
  operation: z.string().describe('Id of the operation, such as `transfers.simulate`.'),
  calls: z.int().describe('How many calls it made.'),
  refused: z.int().describe('How many of them were refused.'),
  lastAt: timestamp().describe('When it last called.'),
})

const KeyUse = z.object({
  lastHour: z.int().describe('Calls of the last hour, counted up to 10,000.'),
  lastDay: z.int().describe('Calls of the last 24 hours, counted up to 10,000.'),
  callers: z
    .array(KeyCaller)
    .describe('Who called within the last hour, the newest first; at most 50.'),
})

const IssuedApiKey = ApiKey.extend({
  apiToken: z.string().describe('Text of the key, shown here and never again.'),
})

/** One call of a program, as far as it is kept. */
export const LoggedRequest = z
  .object({
    requestId: z.string().describe('Id of the request, `req_…`.'),
    at: timestamp().describe('When it came.'),
    keyId: z.string().describe('Id of the key, `key_…`.'),
    keyName: z.string().describe('Name of the key.'),
    method: z.string().describe('Method of the request.'),
    path: z.string().describe('Path of the request, without what names a person.'),
    operation: z
      .string()
      .describe('Id of the operation; `unknown` where no operation has this path.'),
    status: z.int().describe('HTTP status of the answer.'),
    code: z.string().nullable().describe('Code of the error; null where it succeeded.'),
    durationMs: z.int().describe('Milliseconds until the answer.'),
    address: z.string().nullable().describe('Address that called; null where it is not known.'),
    idempotencyKey: z
      .string()
      .nullable()
      .describe('The Idempotency-Key; null where none was sent.'),
    replayed: z
      .boolean()
      .describe('Whether the answer was kept from an earlier call with the same Idempotency-Key.'),
  })
  .meta({ id: 'LoggedRequest' })

/** With what was sent and answered: secrets left out, personal data masked, long values cut. */
export const LoggedRequestDetail = LoggedRequest.extend({
  query: z.record(z.string(), z.string()).describe('Query parameters, redacted.'),
  requestBody: z
    .unknown()
    .describe('The body as it was sent: secrets left out, personal data masked, long values cut.'),
  responseBody: z.unknown().describe('The answer, redacted in the same way.'),
}).meta({ id: 'LoggedRequestDetail' })

const failures = ['RECORD_NOT_FOUND'] as const
const expiry = () =>
  anyTimestamp()
    .nullable()
    .optional()
    .meta({ description: 'When it ends; null for never, in 365 days when absent.' })

export const keys = {
  list: endpoint({
    id: 'keys.list',
    module: 'keys',
    method: 'GET',
    path: '/api/v1/partner/keys',
    summary: 'List API keys, newest first',
    query: z.object({
      ...pageQuery,
      sort: sortBy(['createdAt']),
      status: z.enum(keyStates).optional().describe('State of the key.'),
      issuedBy: recordId().optional().describe('Id of the member who issued it, `mem_…`.'),
      fields: fieldsOf(ApiKey),
    }),
    response: listed(ApiKey),
    failures: ['CURSOR_INVALID'],
  }),
  read: endpoint({
    id: 'keys.read',
    module: 'keys',
    method: 'GET',
    path: '/api/v1/partner/keys/{keyId}',
    summary: 'Read an API key, how much it is used, and who called with it within the hour',
    params: z.object({ keyId: recordId() }),
    response: enveloped(
      ApiKey.extend({ use: KeyUse.describe('How much it is used, and by whom.') }),
    ),
    failures,
  }),
  create: endpoint({
    id: 'keys.create',
    module: 'keys',
    method: 'POST',
    path: '/api/v1/partner/keys',
    summary: 'Issue an API key; only a member does, with scopes of their own',
    stepUp: true,
    eachForItself: true,
    body: z.object({
      name: text(80).describe('Name of the key, at most 80 characters.'),
      scopes: z
        .array(z.string())
        .min(1)
        .max(60)
        .describe('What it may do, none beyond your own scopes.'),
      expiresAt: expiry(),
      addresses: networks()
        .optional()
        .describe(
          'Addresses or networks that may use it, such as 203.0.113.0/24; everywhere when absent.',
        ),
      issuedTo: z
        .enum(['me', 'program'])
        .describe(
          '`me`: what the key does, you did, and it ends with your membership. `program`: it is for nobody.',
        ),
    }),
    response: enveloped(IssuedApiKey),
    failures: [],
  }),
  update: endpoint({
    id: 'keys.update',
    module: 'keys',
    method: 'PUT',
    path: '/api/v1/partner/keys/{keyId}',
    summary: 'Change an API key’s name, addresses or end; what is left out stays',
    stepUp: true,
    params: z.object({ keyId: recordId() }),
    body: z.object({
      name: text(80)
        .optional()
        .describe('Name of the key, at most 80 characters; stays when absent.'),
      addresses: networks()
        .optional()
        .describe('Addresses or networks that may use it; empty for everywhere, stay when absent.'),
      expiresAt: anyTimestamp()
        .nullable()
        .optional()
        .describe('When it ends; null for never, stays when absent.'),
      logReads: z
        .boolean()
        .optional()
        .describe('`true`: reads that succeed are logged for 24 hours; `false`: no longer.'),
    }),
    response: enveloped(ApiKey),
    failures: [...failures, 'ILLEGAL_TRANSITION', 'VERSION_CONFLICT'],
  }),
  rotate: endpoint({
    id: 'keys.rotate',
    module: 'keys',
    method: 'POST',
    path: '/api/v1/partner/keys/{keyId}/rotate',
    summary: 'Issue the successor of an API key, which works beside it for 24 hours',
    stepUp: true,
    eachForItself: true,
    params: z.object({ keyId: recordId() }),
    body: z.object({
      overlapHours: z
        .int()
        .min(0)
        .max(168)
        .optional()
        .describe('Hours for which the old key works beside the new, at most 168; 24 when absent.'),
      expiresAt: expiry(),
    }),
    response: enveloped(IssuedApiKey),
    failures: [...failures, 'ILLEGAL_TRANSITION'],
  }),
  revoke: endpoint({
    id: 'keys.revoke',
    module: 'keys',
    method: 'DELETE',
    path: '/api/v1/partner/keys/{keyId}',
    summary: 'Revoke an API key at once; a program revokes only its own',
    stepUp: true,
    params: z.object({ keyId: recordId() }),
    response: enveloped(ApiKey),
    failures: [...failures, 'ILLEGAL_TRANSITION', 'PRIMARY_AUTH_REQUIRED'],
  }),
  requests: endpoint({
    id: 'keys.requests',
    module: 'keys',
    method: 'GET',
    path: '/api/v1/partner/requests',
    summary:
      'List the calls of programs, newest first: writes, what was refused, and reads of keys that log them',
    query: z.object({
      ...pageQuery,
      sort: sortBy(['at']),
      keyId: recordId().optional(),
      status: z
        .string()
        .regex(/^[1-5](xx|[0-9]{2})$/)
        .optional()
        .describe('HTTP status of the answer, such as `404`, or a class such as `4xx`.'),
      code: text(60).optional().describe('Code of the error, such as FIELD_INVALID.'),
      method: z
        .enum(['GET', 'POST', 'PUT', 'DELETE'])
        .optional()
        .describe('Method of the request.'),
      operation: text(60).optional().describe('Id of the operation, such as `transfers.simulate`.'),
      path: text(200).optional().describe('Part of the path of the request.'),
      requestId: recordId().optional(),
      address: text(60).optional().describe('Address that called.'),
      from: anyTimestamp().optional().describe('Requests of this time or later.'),
      to: anyTimestamp().optional().describe('Requests of this time or before.'),
      fields: fieldsOf(LoggedRequest),
    }),
    response: listed(LoggedRequest),
    failures: ['CURSOR_INVALID'],
  }),
  request: endpoint({
    id: 'keys.request',
    module: 'keys',
    method: 'GET',
    path: '/api/v1/partner/requests/{requestId}',
    summary: 'Read one call of a program with what was sent and answered, redacted',
    params: z.object({ requestId: recordId() }),
    response: enveloped(LoggedRequestDetail),
    failures,
  }),
}
