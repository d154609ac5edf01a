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

/** Who may have done something. */
export const auditActors = ['partner_user', 'api_key', 'service', 'provider', 'scheduler'] as const

const hash = () => z.string().regex(/^[0-9a-f]{64}$/)
const place = () =>
  z
    .string()
    .regex(/^(0|[1-9][0-9]{0,14})$/)
    .transform(Number)
const content = () => z.record(z.string(), z.unknown()).nullable()

const facts = {
  auditId: z.string(),
  /** With six digits of a second: exactly this is hashed. */
  createdAt: timestamp(),
  /** `entity.create`: the kind of record and what was done. */
  action: z.string(),
  object: z.object({ kind: z.string(), id: z.string() }),
  reason: z.string(),
  /** Of the request that did it; '' where none did. */
  requestId: z.string(),
}
const actor = { type: z.enum(auditActors), id: z.string() }

export const AuditEntry = z
  .object({
    ...facts,
    /** The name is '' for the service, and for whoever has none any more. */
    actor: z.object({ ...actor, name: z.string() }),
    /** The entry's place in the log, from 1 on; absent until it is sealed, a second or so. */
    sequence: z.int().optional(),
  })
  .meta({ id: 'AuditEntry' })

export const AuditHead = z
  .object({
    svcPartnerId: z.string(),
    /** The number of the checkpoint. */
    checkpoint: z.int(),
    at: timestamp(),
    /** The place of the first entry of the public chain. */
    first: z.int(),
    /** The place of the last entry. */
    sequence: z.int(),
    /** The chain's hash at that place. */
    hash: hash(),
    /** Ed25519 over the other members, base64. */
    signature: z.string(),
  })
  .meta({ id: 'AuditHead' })

export const AuditRecord = AuditEntry.extend({
  before: content(),
  after: content(),
  /** The public chain's hash at this entry; absent until it is sealed, and in logs older than it. */
  hash: hash().optional(),
  /** The first checkpoint that covers it. */
  head: AuditHead.optional(),
}).meta({ id: 'AuditRecord' })

/** An entry with all that is hashed of it, and nothing else. */
const AuditedEntry = z
  .object({ ...facts, actor: z.object(actor), before: content(), after: content() })
  .meta({ id: 'AuditedEntry' })

export const AuditProof = z
  .object({
    svcPartnerId: z.string(),
    /** Of the checkpoints: the 32 bytes of an Ed25519 key, in hexadecimal. */
    publicKey: hash(),
    /** The place of the first entry of the public chain. */
    first: z.int(),
    lines: z.array(
      z.object({
        sequence: z.int(),
        /** The chain's hash at this place. */
        hash: hash(),
        /** Null where the log has it no more. */
        entry: AuditedEntry.nullable(),
      }),
    ),
    /** Checkpoints at the places of `lines`. */
    heads: z.array(AuditHead),
    /** The newest checkpoint; absent until there is one, within a minute of the first entry. */
    newest: AuditHead.optional(),
    /** The place of the last entry that is sealed. */
    last: z.int(),
    hasMore: z.boolean(),
  })
  .meta({ id: 'AuditProof' })

export const auditFaults = [
  'changed',
  'removed',
  'repeated',
  'out_of_order',
  'slipped_in',
  'public_hash',
  'checkpoint',
  'files',
] as const

export const AuditVerification = z
  .object({
    isSound: z.boolean(),
    /** The first thing that is wrong in this part of the log. */
    problem: z
      .object({
        kind: z.enum(auditFaults),
        message: z.string(),
        sequence: z.int().optional(),
        /** The last place, where several are gone. */
        until: z.int().optional(),
        auditId: z.string().optional(),
      })
      .optional(),
    /** The places that were looked at. */
    after: z.int(),
    last: z.int(),
    hasMore: z.boolean(),
    /** Entries that the restore of a backup lost, as two people of the operator confirmed. */
    accepted: z.array(
      z.object({
        from: z.int(),
        to: z.int(),
        reason: z.string(),
        confirmedAt: timestamp(),
      }),
    ),
  })
  .meta({ id: 'AuditVerification' })

/** What the list narrows by. */
const filters = {
  /** `entity.create`, or `entity` for all of one kind. */
  action: text(60).optional(),
  objectKind: text(60).optional(),
  objectId: recordId().optional(),
  actorType: z.enum(auditActors).optional(),
  actorId: recordId().optional(),
  requestId: recordId().optional(),
  createdFrom: anyTimestamp().optional(),
  createdTo: anyTimestamp().optional(),
  /** Part of an action, or an id of record, person, key or request. */
  q: text(100).optional(),
}

const at = '/api/v1/audit'

/** The audit log of the partner: what was done, by whom, and the proof that nothing was changed since. */
export const audit = {
  list: endpoint({
    id: 'audit.list',
    module: 'audit',
    method: 'GET',
    path: at,
    summary: 'List entries of the audit log, newest first',
    query: z.object({ ...pageQuery, sort: sortBy(['createdAt']), ...filters }),
    response: listed(AuditEntry),
    failures: ['CURSOR_INVALID'],
  }),
  proof: endpoint({
    id: 'audit.proof',
    module: 'audit',
    method: 'GET',
    path: `${at}/proof`,
    summary:
      'Read entries in the order of the log, with the hashes and checkpoints that prove them',
    query: z.object({
      /** The place to go on after. */
      after: place().optional(),
      limit: z
        .string()
        .regex(/^[1-9][0-9]{0,3}$/)
        .transform(Number)
        .refine((limit) => limit <= 1000)
        .optional(),
    }),
    response: enveloped(AuditProof),
    failures: [],
  }),
  verify: endpoint({
    id: 'audit.verify',
    module: 'audit',
    method: 'GET',
    path: `${at}/verification`,
    summary:
      'Have the service check its keyed seals and what it witnessed outside its database, 2,000 entries at a time',
    query: z.object({ after: place().optional() }),
    response: enveloped(AuditVerification),
    failures: [],
  }),
  read: endpoint({
    id: 'audit.read',
    module: 'audit',
    method: 'GET',
    path: `${at}/{auditId}`,
    summary: 'Read one entry with what was before and after',
    params: z.object({ auditId: recordId() }),
    response: enveloped(AuditRecord),
    failures: ['RECORD_NOT_FOUND'],
  }),
}
