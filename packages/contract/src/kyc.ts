import { z } from 'zod'
import {
  anyTimestamp,
  enveloped,
  listed,
  optionalText,
  pageQuery,
  recordId,
  sortBy,
  text,
} from './base/common.ts'
import { endpoint } from './base/endpoint.ts'
import { FieldValues } from './base/fields.ts'
import { kycStatuses } from './entities/members.ts'
import {
  documentFields,
  DocumentInput,
  InformationRequest,
  KycDocument,
  KycNote,
  KycQueueItem,
  KycRequirements,
  KycStatus,
  waitingParties,
} from './kyc/records.ts'
import { CustomerLimits } from './transfers/quotes.ts'

/** JSON with files in base64, or multipart: 16 MiB (operations.md 1). */
const uploadLimit = 16 * 1024 * 1024

const ofEntity = z.object({ entityId: recordId() })
const level = z
  .enum(['STANDARD', 'ENHANCED'])
  .optional()
  .describe('How much is asked: STANDARD or ENHANCED; the level of the customer when absent.')
const requirementsQuery = z.object({ jurisdictionId: recordId().optional(), level })

/** A wrong value of a submission is a matter of its content: 422 (operations.md 2). */
const contentIs422 = { FIELD_REQUIRED: 422, FIELD_INVALID: 422 } as const

export const kyc = {
  queue: endpoint({
    id: 'kyc.queue',
    module: 'kyc',
    method: 'GET',
    path: '/api/v1/xfer/entity/kyc/queue',
    summary: 'List the customers whose verification is under way, the longest waiting first',
    query: z.object({
      ...pageQuery,
      sort: sortBy(['waitingSince']),
      kycStatus: z.enum(kycStatuses).optional().describe('State of the verification.'),
      waitingOn: z.enum(waitingParties).optional().describe('Whose turn it is.'),
      assignedTo: optionalText()
        .optional()
        .describe('Id of the member who takes care of it, `mem_…`; empty for those of nobody.'),
      type: z
        .enum(['individual', 'business'])
        .optional()
        .describe('Whether the customer is an individual or a business.'),
    }),
    response: listed(KycQueueItem),
    failures: ['CURSOR_INVALID'],
  }),
  status: endpoint({
    id: 'kyc.status',
    module: 'kyc',
    method: 'GET',
    path: '/api/v1/xfer/entity/kyc/{entityId}',
    summary: 'Read the verification of one customer',
    params: ofEntity,
    response: enveloped(
      KycStatus.extend({
        limits: CustomerLimits.describe(
          'What the level allows to move, and how much of it is used.',
        ),
      }),
    ),
    failures: ['ENTITY_NOT_FOUND'],
  }),
  requirements: endpoint({
    id: 'kyc.requirements',
    module: 'kyc',
    method: 'GET',
    path: '/api/v1/xfer/entity/kyc/{entityId}/requirements',
    summary: 'Read what verification asks of one customer',
    params: ofEntity,
    query: requirementsQuery,
    response: enveloped(KycRequirements),
    failures: ['ENTITY_NOT_FOUND', 'RECORD_NOT_FOUND'],
  }),
  evaluate: endpoint({
    id: 'kyc.evaluate',
    module: 'kyc',
    method: 'POST',
    path: '/api/v1/xfer/entity/kyc/{entityId}/requirements',
    summary: 'Read what verification asks after some answers are given',
    params: ofEntity,
    query: requirementsQuery,
    body: z.object({
      jurisdictionId: recordId()
        .optional()
        .describe('Jurisdiction to ask for; all of them when absent.'),
      level,
      fields: FieldValues.default({}).describe('Answers so far, by the keys of the fields.'),
    }),
    response: enveloped(KycRequirements),
    failures: ['ENTITY_NOT_FOUND', 'RECORD_NOT_FOUND'],
  }),
  submit: endpoint({
    id: 'kyc.submit',
    module: 'kyc',
    method: 'POST',
    path: '/api/v1/xfer/entity/kyc/{entityId}/submit',
    summary: 'Submit answers, documents and consents of one customer',
    params: ofEntity,
    body: z.object({
      jurisdictionIds: z
        .array(recordId())
        .max(100)
        .optional()
        .describe('Jurisdictions to verify for; all that take a submission when absent.'),
      level,
      fields: FieldValues.default({}).describe('Answers, by the keys of the fields.'),
      documents: z
        .array(DocumentInput)
        .max(50)
        .default([])
        .describe('Documents, new or uploaded before; at most 50.'),
      consents: z
        .array(
          z.object({
            type: text(60).describe('Type of the consent, as the requirements name it.'),
            acceptedAt: anyTimestamp().describe('When the customer agreed.'),
            ip: text(45).describe('Address of the network that the customer agreed from.'),
          }),
        )
        .max(20)
        .default([])
        .describe('What the customer agreed to.'),
      feeSource: z
        .enum(['PREPAID', 'PAYMENTS_ACCOUNT', 'TRANSACTION'])
        .describe(
          'What pays the fee: the prepaid balance, the payments account, or a transaction.',
        ),
      transactionHash: text(100)
        .optional()
        .describe('Hash of the payment of the fee, used once; with TRANSACTION only.'),
      base64Signature: text(500)
        .optional()
        .describe(
          'Base64 of the signature over the hash’s text by the key that sent it; with TRANSACTION only.',
        ),
    }),
    response: enveloped(
      z.object({
        submissionId: z.string().describe('Id of the submission, `sub_…`.'),
        kycStatus: z.enum(kycStatuses).describe('State of the verification after it.'),
        acceptedDocuments: z.array(KycDocument).describe('Documents that were taken.'),
        missing: z.array(z.string()).describe('Keys that are still to be answered.'),
      }),
    ),
    failures: [
      'ENTITY_NOT_FOUND',
      'RECORD_NOT_FOUND',
      'ILLEGAL_TRANSITION',
      'TRANSACTION_HASH_INVALID',
      'TRANSACTION_HASH_REUSED',
      'SIGNATURE_INVALID',
      'POLICY_BLOCKED',
      'PROVIDER_UNAVAILABLE',
    ],
    bodyLimit: uploadLimit,
    multipart: true,
    refusedAs: contentIs422,
  }),
  documents: endpoint({
    id: 'kyc.documents',
    module: 'kyc',
    method: 'GET',
    path: '/api/v1/xfer/entity/kyc/{entityId}/documents',
    summary: 'List the documents of one customer',
    params: ofEntity,
    response: enveloped(z.array(KycDocument)),
    failures: ['ENTITY_NOT_FOUND'],
  }),
  upload: endpoint({
    id: 'kyc.upload',
    module: 'kyc',
    method: 'POST',
    path: '/api/v1/xfer/entity/kyc/{entityId}/documents',
    summary: 'Upload one document ahead of its submission',
    params: ofEntity,
    body: z.object(documentFields),
    response: enveloped(KycDocument),
    failures: ['ENTITY_NOT_FOUND', 'ILLEGAL_TRANSITION'],
    bodyLimit: uploadLimit,
    multipart: true,
    refusedAs: contentIs422,
  }),
  answer: endpoint({
    id: 'kyc.answer',
    module: 'kyc',
    method: 'POST',
    path: '/api/v1/xfer/entity/kyc/{entityId}/rfi/{rfiId}',
    summary: 'Answer a request for information',
    params: z.object({ entityId: recordId(), rfiId: recordId() }),
    body: z.object({
      fields: FieldValues.default({}).describe('Answers, by the keys of the fields.'),
      documents: z
        .array(DocumentInput)
        .max(50)
        .default([])
        .describe('Documents, new or uploaded before; at most 50.'),
    }),
    response: enveloped(InformationRequest),
    failures: ['RECORD_NOT_FOUND', 'ENTITY_NOT_FOUND', 'ILLEGAL_TRANSITION', 'POLICY_BLOCKED'],
    bodyLimit: uploadLimit,
    multipart: true,
    refusedAs: contentIs422,
  }),
  assign: endpoint({
    id: 'kyc.assign',
    module: 'kyc',
    method: 'PUT',
    path: '/api/v1/xfer/entity/kyc/{entityId}/assignment',
    summary: 'Say who takes care of a verification',
    params: ofEntity,
    body: z.object({
      assignedTo: optionalText().describe('Id of a member, `mem_…`; empty for nobody.'),
    }),
    response: enveloped(
      z.object({
        entityId: z.string().describe('Id of the customer, `ent_…`.'),
        assignedTo: z
          .string()
          .describe('Id of the member who takes care of it now; empty for nobody.'),
      }),
    ),
    failures: ['ENTITY_NOT_FOUND'],
  }),
  notes: endpoint({
    id: 'kyc.notes',
    module: 'kyc',
    method: 'GET',
    path: '/api/v1/xfer/entity/kyc/{entityId}/notes',
    summary: 'List the internal notes on a verification',
    params: ofEntity,
    response: enveloped(z.array(KycNote)),
    failures: ['ENTITY_NOT_FOUND'],
  }),
  addNote: endpoint({
    id: 'kyc.addNote',
    module: 'kyc',
    method: 'POST',
    path: '/api/v1/xfer/entity/kyc/{entityId}/notes',
    summary: 'Add an internal note to a verification',
    params: ofEntity,
    body: z.object({ text: text(2000).describe('The note, at most 2,000 characters.') }),
    response: enveloped(KycNote),
    failures: ['ENTITY_NOT_FOUND'],
  }),
}
