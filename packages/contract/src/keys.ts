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
    keyId: z.string(),
    name: z.string(),
    /** The part of its text that names it and is no secret. */
    prefix: z.string(),
    /** ROTATED: a successor was issued, and it works until it expires. */
    status: z.enum(keyStates),
    scopes: z.array(z.string()),
    /** Addresses and networks that may use it; empty for everywhere. */
    addresses: z.array(z.string()),
    /** Null where the operator of the service issued it. */
    issuedBy: z.object({ memberId: z.string(), name: z.string(), removed: z.boolean() }).nullable(),
    /** The person that it is for: what it does, that person did. Null for a program of nobody. */
    issuedTo: z.object({ memberId: z.string(), name: z.string() }).nullable(),
    createdAt: timestamp(),
    /** Null for never. */
    expiresAt: timestamp().nullable(),
    lastUsedAt: timestamp().nullable(),
    lastUsedFrom: z.string().nullable(),
    /** Until when reads that succeed are in the log of requests; null where they are not. */
    readsLoggedUntil: timestamp().nullable(),
    revokedAt: timestamp().nullable(),
    predecessorId: z.string().nullable(),
    successorId: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'ApiKey' })

/** Who called with a key within the last hour, by address and operation, as far as it is logged. */
const KeyCaller = z.object({
  address: z.string(),
  operation: z.string(),
  calls: z.int(),
  /** How many of them were refused. */
  refused: z.int(),
  lastAt: timestamp(),
})

const KeyUse = z.object({
  /** Counted up to 10,000. */
  lastHour: z.int(),
  lastDay: z.int(),
  callers: z.array(KeyCaller),
})

const IssuedApiKey = ApiKey.extend({
  /** Shown here and never again. */
  apiToken: z.string(),
})

/** One call of a program, as far as it is kept. */
export const LoggedRequest = z
  .object({
    requestId: z.string(),
    at: timestamp(),
    keyId: z.string(),
    keyName: z.string(),
    method: z.string(),
    /** Without what names a person. */
    path: z.string(),
    /** Id of the operation; `unknown` where no operation has this path. */
    operation: z.string(),
    status: z.int(),
    /** Of the error; null where it succeeded. */
    code: z.string().nullable(),
    durationMs: z.int(),
    address: z.string().nullable(),
    idempotencyKey: z.string().nullable(),
    /** The answer was kept from an earlier call with the same Idempotency-Key. */
    replayed: z.boolean(),
  })
  .meta({ id: 'LoggedRequest' })

/** With what was sent and answered: secrets left out, personal data masked, long values cut. */
export const LoggedRequestDetail = LoggedRequest.extend({
  query: z.record(z.string(), z.string()),
  requestBody: z.unknown(),
  responseBody: z.unknown(),
}).meta({ id: 'LoggedRequestDetail' })

const failures = ['RECORD_NOT_FOUND'] as const
const expiry = () =>
  anyTimestamp()
    .nullable()
    .optional()
    .meta({ description: 'Null for never; left out, in 365 days' })

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
      status: z.enum(keyStates).optional(),
      /** `mem_…` */
      issuedBy: recordId().optional(),
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
    response: enveloped(ApiKey.extend({ use: KeyUse })),
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
      name: text(80),
      scopes: z.array(z.string()).min(1).max(60),
      expiresAt: expiry(),
      addresses: networks().optional(),
      /** `me`: what the key does, I did, and it ends with my membership. */
      issuedTo: z.enum(['me', 'program']),
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
      name: text(80).optional(),
      addresses: networks().optional(),
      expiresAt: anyTimestamp().nullable().optional(),
      /** `true`: reads that succeed are logged for 24 hours; `false`: no longer. */
      logReads: z.boolean().optional(),
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
      overlapHours: z.int().min(0).max(168).optional(),
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
      /** `404`, or a class as `4xx`. */
      status: z
        .string()
        .regex(/^[1-5](xx|[0-9]{2})$/)
        .optional(),
      code: text(60).optional(),
      method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).optional(),
      operation: text(60).optional(),
      path: text(200).optional(),
      requestId: recordId().optional(),
      address: text(60).optional(),
      from: anyTimestamp().optional(),
      to: anyTimestamp().optional(),
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
