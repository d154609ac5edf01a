import { z } from 'zod'
import {
  anyTimestamp,
  calendarDate,
  countryCode,
  enveloped,
  listed,
  optionalText,
  pageQuery,
  recordId,
  sortBy,
  text,
  timestamp,
} from './base/common.ts'
import { endpoint } from './base/endpoint.ts'
import { CustomerLimits } from './transfers/quotes.ts'
import { kycStatuses } from './entities/members.ts'
import { Field, FieldValues, FileInput } from './base/fields.ts'

export const kycLevels = ['NONE', 'STANDARD', 'ENHANCED'] as const
export const documentTypes = [
  'PASSPORT',
  'NATIONAL_ID',
  'DRIVING_LICENCE',
  'PROOF_OF_ADDRESS',
  'SOURCE_OF_FUNDS',
  'CERTIFICATE_OF_INCORPORATION',
  'OWNERSHIP_STRUCTURE',
  'TAX_CERTIFICATE',
  'OTHER',
] as const
export const documentStatuses = ['RECEIVED', 'VERIFIED', 'REJECTED', 'EXPIRED'] as const
export const documentSides = ['front', 'back'] as const
export const waitingParties = ['partner', 'customer', 'service'] as const
export const requestStatuses = ['OPEN', 'ANSWERED', 'WITHDRAWN'] as const
/** JSON with files in base64, or multipart: 16 MiB (operations.md 1). */
const uploadLimit = 16 * 1024 * 1024

const Reason = z.object({
  code: z.string(),
  message: z.string(),
  fixBy: z.string(),
  fixField: z.string(),
  retryable: z.boolean(),
})
export type KycReason = z.infer<typeof Reason>

const DocumentSpec = z
  .object({
    type: z.enum(documentTypes),
    label: z.string(),
    sides: z.array(z.enum(documentSides)),
    maxBytes: z.int(),
    mime: z.array(z.string()),
    required: z.boolean(),
    /** One document of a group is enough. */
    group: z.string(),
    /** Place of the associated person it proves; absent for the entity itself. */
    person: z.int().optional(),
  })
  .meta({ id: 'KycDocumentSpec' })
export type KycDocumentSpec = z.infer<typeof DocumentSpec>

export const InformationRequest = z
  .object({
    rfiId: z.string(),
    entityId: z.string(),
    status: z.enum(requestStatuses),
    message: z.string(),
    reasons: z.array(Reason),
    fields: z.array(Field),
    documents: z.array(DocumentSpec),
    createdAt: timestamp(),
    dueAt: timestamp(),
    answeredAt: timestamp().optional(),
  })
  .meta({ id: 'KycInformationRequest' })

export const KycStatus = z
  .object({
    entityId: z.string(),
    kycStatus: z.enum(kycStatuses),
    level: z.enum(kycLevels),
    capabilities: z.array(
      z.object({
        jurisdictionId: z.string(),
        direction: z.enum(['IN', 'OUT']),
        status: z.enum(kycStatuses),
        /** Keys of fields, `document:<group>` and `consent:<type>`. */
        requirements: z.object({
          complete: z.array(z.string()),
          pending: z.array(z.string()),
          missing: z.array(z.string()),
          issues: z.array(z.object({ key: z.string(), code: z.string(), message: z.string() })),
        }),
      }),
    ),
    reasons: z.array(Reason),
    informationRequests: z.array(InformationRequest),
    submittedAt: timestamp().optional(),
    reviewedAt: timestamp().optional(),
    expiresAt: timestamp().optional(),
    waitingOn: z.enum(waitingParties).nullable(),
    history: z.array(
      z.object({
        at: timestamp(),
        from: z.string(),
        to: z.string(),
        jurisdictionId: z.string().optional(),
        actor: z.string(),
        /** Of the member or key; '' where it has none, or the change is older than the name. */
        actorName: z.string(),
        reason: z.string(),
      }),
    ),
    version: z.int(),
  })
  .meta({ id: 'KycStatus' })

export const KycRequirements = z
  .object({
    entityId: z.string(),
    schemaVersion: z.string(),
    groups: z.array(z.object({ key: z.string(), title: z.string(), fields: z.array(Field) })),
    documents: z.array(DocumentSpec),
    consents: z.array(z.string()),
    /** What a re-evaluated partial form still lacks or has wrong. */
    issues: z
      .array(z.object({ path: z.string(), code: z.string(), message: z.string() }))
      .optional(),
  })
  .meta({ id: 'KycRequirements' })

const documentFields = {
  type: z.enum(documentTypes),
  country: countryCode(),
  number: optionalText(60).optional(),
  frontFile: FileInput,
  backFile: FileInput.optional(),
  expiryDate: calendarDate().optional(),
  /** Place of the associated person it proves, from 0. */
  person: z.int().min(0).max(49).optional(),
}
/** A new document, or one that was uploaded before. */
const DocumentInput = z.union([z.object(documentFields), z.object({ documentId: recordId() })])

export const KycDocument = z
  .object({
    documentId: z.string(),
    type: z.enum(documentTypes),
    country: z.string(),
    numberMasked: z.string(),
    side: z.array(z.enum(documentSides)),
    status: z.enum(documentStatuses),
    reasonCode: z.string().optional(),
    expiryDate: z.string(),
    uploadedAt: timestamp(),
    /** Of the front file, in hex. */
    sha256: z.string(),
    /** Of the front file; good for 15 minutes. */
    downloadUrl: z.string(),
    files: z.array(
      z.object({
        side: z.enum(documentSides),
        fileName: z.string(),
        mime: z.string(),
        bytes: z.int(),
        sha256: z.string(),
        downloadUrl: z.string(),
      }),
    ),
    person: z.int().optional(),
  })
  .meta({ id: 'KycDocument' })

const ofEntity = z.object({ entityId: recordId() })
const level = z.enum(['STANDARD', 'ENHANCED']).optional()
const requirementsQuery = z.object({ jurisdictionId: recordId().optional(), level })

/** A wrong value of a submission is a matter of its content: 422 (operations.md 2). */
const contentIs422 = { FIELD_REQUIRED: 422, FIELD_INVALID: 422 } as const

const QueueItem = z
  .object({
    entityId: z.string(),
    name: z.string(),
    type: z.string(),
    country: z.string(),
    kycStatus: z.enum(kycStatuses),
    waitingOn: z.enum(waitingParties).nullable(),
    reasons: z.array(Reason),
    submittedAt: timestamp().optional(),
    waitingSince: timestamp(),
    assignedTo: z.string(),
    notes: z.int(),
  })
  .meta({ id: 'KycQueueItem' })
const Note = z
  .object({
    noteId: z.string(),
    text: z.string(),
    author: z.string(),
    authorName: z.string(),
    createdAt: timestamp(),
  })
  .meta({ id: 'KycNote' })

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
      kycStatus: z.enum(kycStatuses).optional(),
      waitingOn: z.enum(waitingParties).optional(),
      assignedTo: optionalText().optional(),
      type: z.enum(['individual', 'business']).optional(),
    }),
    response: listed(QueueItem),
    failures: ['CURSOR_INVALID'],
  }),
  status: endpoint({
    id: 'kyc.status',
    module: 'kyc',
    method: 'GET',
    path: '/api/v1/xfer/entity/kyc/{entityId}',
    summary: 'Read the verification of one customer',
    params: ofEntity,
    /** With what the level of the verification allows, and how much of it is used. */
    response: enveloped(KycStatus.extend({ limits: CustomerLimits })),
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
      jurisdictionId: recordId().optional(),
      level,
      fields: FieldValues.default({}),
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
      jurisdictionIds: z.array(recordId()).max(100).optional(),
      level,
      fields: FieldValues.default({}),
      documents: z.array(DocumentInput).max(50).default([]),
      consents: z
        .array(z.object({ type: text(60), acceptedAt: anyTimestamp(), ip: text(45) }))
        .max(20)
        .default([]),
      feeSource: z.enum(['PREPAID', 'PAYMENTS_ACCOUNT', 'TRANSACTION']),
      transactionHash: text(100).optional(),
      /** Of the hash's text by the key that sent it, as deposits have it; TRANSACTION needs both. */
      base64Signature: text(500).optional(),
    }),
    response: enveloped(
      z.object({
        submissionId: z.string(),
        kycStatus: z.enum(kycStatuses),
        acceptedDocuments: z.array(KycDocument),
        missing: z.array(z.string()),
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
      fields: FieldValues.default({}),
      documents: z.array(DocumentInput).max(50).default([]),
    }),
    response: enveloped(InformationRequest),
    failures: ['RECORD_NOT_FOUND', 'ENTITY_NOT_FOUND', 'ILLEGAL_TRANSITION'],
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
    body: z.object({ assignedTo: optionalText() }),
    response: enveloped(z.object({ entityId: z.string(), assignedTo: z.string() })),
    failures: ['ENTITY_NOT_FOUND'],
  }),
  notes: endpoint({
    id: 'kyc.notes',
    module: 'kyc',
    method: 'GET',
    path: '/api/v1/xfer/entity/kyc/{entityId}/notes',
    summary: 'List the internal notes on a verification',
    params: ofEntity,
    response: enveloped(z.array(Note)),
    failures: ['ENTITY_NOT_FOUND'],
  }),
  addNote: endpoint({
    id: 'kyc.addNote',
    module: 'kyc',
    method: 'POST',
    path: '/api/v1/xfer/entity/kyc/{entityId}/notes',
    summary: 'Add an internal note to a verification',
    params: ofEntity,
    body: z.object({ text: text(2000) }),
    response: enveloped(Note),
    failures: ['ENTITY_NOT_FOUND'],
  }),
}
