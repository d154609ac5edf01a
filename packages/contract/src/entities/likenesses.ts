import { z } from 'zod'
import { enveloped, recordId, text, timestamp } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'
import { Entity } from './records.ts'
import { likenessParts, likenessStates, likenessStrengths } from './members.ts'

const Likeness = z
  .object({
    entityId: z.string().describe('The other customer, `ent_…`.'),
    strength: z
      .enum(likenessStrengths)
      .describe(
        'How sure it is that both are one person or business: SURE, PROBABLE, or WEAK, which is only shown.',
      ),
    same: z.array(z.enum(likenessParts)).describe('What both have in common.'),
    status: z
      .enum(likenessStates)
      .describe('OPEN until it is decided, then DIFFERENT or SAME: one person.'),
    foundAt: timestamp().describe('When it was found.'),
    decidedAt: timestamp().optional().describe('When it was decided; absent while it is OPEN.'),
    decidedBy: z
      .object({
        type: z.string().describe('What decided: `partner_user`, `api_key` or `operator`.'),
        id: z.string().describe('Id of the member or key; empty for the operator.'),
        name: z.string().describe('Name of the member or key; empty for the operator.'),
      })
      .optional()
      .describe('Who decided; absent while it is OPEN.'),
    reason: z.string().describe('Why it was decided so; empty while it is OPEN.'),
    entity: Entity.describe('The record of the other customer.'),
  })
  .meta({ id: 'Likeness' })

export const Likenesses = z
  .object({
    person: z
      .array(z.string())
      .describe('The customers that are one person: this one, and those it was joined with.'),
    likenesses: z
      .array(Likeness)
      .describe('Other customers of yours that are like this one, the surest first; at most 100.'),
  })
  .meta({ id: 'Likenesses' })

export const likenesses = endpoint({
  id: 'entities.likenesses',
  module: 'entities',
  method: 'GET',
  path: '/api/v1/xfer/entity/{entityId}/likenesses',
  summary: 'List which other customers of yours a customer is like',
  params: z.object({ entityId: recordId() }),
  response: enveloped(Likenesses),
  failures: ['ENTITY_NOT_FOUND'],
})

export const decideLikeness = endpoint({
  id: 'entities.decideLikeness',
  module: 'entities',
  method: 'POST',
  path: '/api/v1/xfer/entity/{entityId}/likenesses/{otherEntityId}',
  summary: 'Decide whether two customers who are alike are one person',
  stepUp: true,
  params: z.object({
    entityId: recordId(),
    otherEntityId: text(64).describe('The other customer, `ent_…`.'),
  }),
  body: z.object({
    decision: z
      .enum(['SAME_PERSON', 'CONFIRM_DIFFERENT'])
      .describe(
        'SAME_PERSON joins them: limits, sums and pauses count together, both records stay. CONFIRM_DIFFERENT says that they are two, and takes an earlier SAME_PERSON back. What the operator decided only the operator takes back, and so who was joined with a document or registration number in common.',
      ),
    reason: text(500).describe('Why; kept in the audit log.'),
  }),
  response: enveloped(Likenesses),
  failures: ['ENTITY_NOT_FOUND', 'RECORD_NOT_FOUND', 'ILLEGAL_TRANSITION'],
})
