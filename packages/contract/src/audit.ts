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
  auditId: z.string().describe('Id of the entry, `aud_…`.'),
  createdAt: timestamp().describe(
    'When it was done, with six digits of a second: exactly this is hashed.',
  ),
  action: z.string().describe('Kind of record and what was done, such as `entity.create`.'),
  object: z
    .object({
      kind: z.string().describe('Kind of the record, such as transfer.'),
      id: z.string().describe('Id of the record.'),
    })
    .describe('The record that it was done to.'),
  reason: z.string().describe('Reason that was given; empty where none was.'),
  requestId: z.string().describe('Id of the request that did it, `req_…`; empty where none did.'),
}
const actor = {
  type: z
    .enum(auditActors)
    .describe('Whether a member, a key, the service, a provider or the schedule did it.'),
  id: z.string().describe('Id of the member or key, or name of the part of the service.'),
}

export const AuditEntry = z
  .object({
    ...facts,
    actor: z
      .object({
        ...actor,
        name: z
          .string()
          .describe(
            'Name of the member or key; empty for the service, and where it has none any more.',
          ),
      })
      .describe('Who did it.'),
    sequence: z
      .int()
      .optional()
      .describe(
        'The entry’s place in the log, from 1 on; absent until it is sealed, a second or so.',
      ),
  })
  .meta({ id: 'AuditEntry' })

export const AuditHead = z
  .object({
    svcPartnerId: z.string().describe('Id of your partner account, `par_…`.'),
    checkpoint: z.int().describe('Number of the checkpoint, from 1 on.'),
    at: timestamp().describe('When it was made.'),
    first: z.int().describe('Place of the first entry of the public chain.'),
    sequence: z.int().describe('Place of the last entry that it covers.'),
    hash: hash().describe('The chain’s hash at that place: SHA-256, in hexadecimal.'),
    signature: z.string().describe('Ed25519 signature over the other members, in base64.'),
  })
  .meta({ id: 'AuditHead' })

export const AuditRecord = AuditEntry.extend({
  before: content().describe(
    'The record before, as far as it was changed; null where there is nothing to show.',
  ),
  after: content().describe(
    'The record after, as far as it was changed; null where there is nothing to show.',
  ),
  hash: hash()
    .optional()
    .describe(
      'The public chain’s hash at this entry; absent until it is sealed, and in logs older than it.',
    ),
  head: AuditHead.optional().describe(
    'The first checkpoint that covers it; absent until there is one.',
  ),
}).meta({ id: 'AuditRecord' })

/** An entry with all that is hashed of it, and nothing else. */
const AuditedEntry = z.object({
  ...facts,
  actor: z.object(actor).describe('Who did it.'),
  before: content().describe(
    'The record before, as far as it was changed; null where there is nothing to show.',
  ),
  after: content().describe(
    'The record after, as far as it was changed; null where there is nothing to show.',
  ),
})

export const AuditProof = z
  .object({
    svcPartnerId: z.string().describe('Id of your partner account, `par_…`.'),
    publicKey: hash().describe(
      'Key of the checkpoints: the 32 bytes of an Ed25519 key, in hexadecimal.',
    ),
    first: z.int().describe('Place of the first entry of the public chain.'),
    lines: z
      .array(
        z.object({
          sequence: z.int().describe('Place of the entry in the log.'),
          hash: hash().describe('The chain’s hash at this place: SHA-256, in hexadecimal.'),
          entry: AuditedEntry.nullable().describe(
            'All that is hashed of it; null where the log has it no more.',
          ),
        }),
      )
      .describe('Entries in the order of the log.'),
    heads: z.array(AuditHead).describe('Checkpoints at the places of `lines`.'),
    newest: AuditHead.optional().describe(
      'The newest checkpoint; absent until there is one, within a minute of the first entry.',
    ),
    last: z.int().describe('Place of the last entry that is sealed.'),
    hasMore: z.boolean().describe('Whether entries follow: go on after the last place.'),
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
    isSound: z.boolean().describe('Whether nothing is wrong in this part of the log.'),
    problem: z
      .object({
        kind: z.enum(auditFaults).describe('What kind of fault it is.'),
        message: z.string().describe('The same in a sentence.'),
        sequence: z.int().optional().describe('Place of the fault; absent where it has none.'),
        until: z
          .int()
          .optional()
          .describe('The last place, where several are gone; absent otherwise.'),
        auditId: z
          .string()
          .optional()
          .describe('Id of the entry, `aud_…`; absent where none is there.'),
      })
      .optional()
      .describe('The first thing that is wrong in this part of the log; absent where nothing is.'),
    after: z.int().describe('The place that was begun after.'),
    last: z.int().describe('The last place that was checked.'),
    hasMore: z.boolean().describe('Whether entries follow: go on after `last`.'),
    accepted: z
      .array(
        z.object({
          from: z.int().describe('Place of the first of them.'),
          to: z.int().describe('Place of the last of them.'),
          reason: z.string().describe('Why they are gone.'),
          confirmedAt: timestamp().describe('When it was confirmed.'),
        }),
      )
      .describe(
        'Entries that the restore of a backup lost, as two people of the operator confirmed.',
      ),
  })
  .meta({ id: 'AuditVerification' })

/** What the list narrows by. */
const filters = {
  action: text(60)
    .optional()
    .describe('What was done, such as `entity.create`, or `entity` for all of that kind.'),
  objectKind: text(60)
    .optional()
    .describe('Kind of the record that it was done to, such as transfer.'),
  objectId: recordId().optional().describe('Id of the record that it was done to.'),
  actorType: z
    .enum(auditActors)
    .optional()
    .describe('Whether a member, a key, the service, a provider or the schedule did it.'),
  actorId: recordId().optional().describe('Id of the member or key that did it.'),
  requestId: recordId().optional(),
  createdFrom: anyTimestamp().optional().describe('Done at this time or later.'),
  createdTo: anyTimestamp().optional().describe('Done at this time or before.'),
  q: text(100)
    .optional()
    .describe('Part of an action, or an id of record, person, key or request.'),
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
      after: place()
        .optional()
        .describe('Place in the log to go on after; from the beginning when absent.'),
      limit: z
        .string()
        .regex(/^[1-9][0-9]{0,3}$/)
        .transform(Number)
        .refine((limit) => limit <= 1000)
        .optional()
        .describe('How many entries are answered at most, 1 to 1,000.'),
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
    query: z.object({
      after: place()
        .optional()
        .describe('Place in the log to go on after; from the beginning when absent.'),
    }),
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
