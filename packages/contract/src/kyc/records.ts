import { z } from 'zod'
import { calendarDate, countryCode, optionalText, recordId, timestamp } from '../base/common.ts'
import { Field, FileInput } from '../base/fields.ts'
import { kycStatuses } from '../entities/members.ts'
import { AnswerDocument } from '../transfers/reviews.ts'

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
const Reason = z.object({
  code: z.string().describe('Code of the reason, such as DOCUMENT_EXPIRED.'),
  message: z.string().describe('The same in a sentence.'),
  fixBy: z.string().describe('Who can do something about it: partner, customer or service.'),
  fixField: z
    .string()
    .describe('Key of the field or document to correct; empty where it is about the whole.'),
  retryable: z.boolean().describe('Whether it may be submitted again.'),
})
export type KycReason = z.infer<typeof Reason>

const DocumentSpec = z
  .object({
    type: z.enum(documentTypes).describe('Type of the document.'),
    label: z.string().describe('What a form calls it, in English.'),
    sides: z.array(z.enum(documentSides)).describe('Sides that are needed, each a file.'),
    maxBytes: z.int().describe('Largest file, in bytes.'),
    mime: z.array(z.string()).describe('Types of files that are taken, such as image/jpeg.'),
    required: z
      .boolean()
      .describe('Whether the document, or another of its group, has to be there.'),
    group: z.string().describe('Group of which one document is enough.'),
    person: z
      .int()
      .optional()
      .describe(
        'Place of the associated person it proves, from 0; absent for the customer itself.',
      ),
  })
  .meta({ id: 'KycDocumentSpec' })
export type KycDocumentSpec = z.infer<typeof DocumentSpec>

export const InformationRequest = z
  .object({
    rfiId: z.string().describe('Id of the request, `rfi_…`.'),
    entityId: z.string().describe('Id of the customer, `ent_…`.'),
    status: z.enum(requestStatuses).describe('Whether it waits for an answer.'),
    message: z.string().describe('What is asked, in a sentence.'),
    reasons: z.array(Reason).describe('Why it is asked.'),
    fields: z.array(Field).describe('Fields to be answered.'),
    documents: z.array(DocumentSpec).describe('Documents to be sent.'),
    createdAt: timestamp().describe('When it was asked.'),
    dueAt: timestamp().describe('When it has to be answered.'),
    answeredAt: timestamp().optional().describe('When it was answered; absent until then.'),
  })
  .meta({ id: 'KycInformationRequest' })

export const KycStatus = z
  .object({
    entityId: z.string().describe('Id of the customer, `ent_…`.'),
    kycStatus: z
      .enum(kycStatuses)
      .describe('State of the verification as a whole: the worst of its capabilities.'),
    level: z.enum(kycLevels).describe('Level of the verification, which the limits follow.'),
    capabilities: z
      .array(
        z.object({
          jurisdictionId: z.string().describe('Id of the jurisdiction, `jur_…`.'),
          direction: z.enum(['IN', 'OUT']).describe('Whether money comes in there or goes out.'),
          status: z.enum(kycStatuses).describe('State of the verification for it.'),
          requirements: z
            .object({
              complete: z.array(z.string()).describe('Keys that are answered and accepted.'),
              pending: z.array(z.string()).describe('Keys that are answered and not checked yet.'),
              missing: z.array(z.string()).describe('Keys that are still to be answered.'),
              issues: z
                .array(
                  z.object({
                    key: z.string().describe('Key of the answer.'),
                    code: z.string().describe('Code of what is wrong with it.'),
                    message: z.string().describe('The same in a sentence.'),
                  }),
                )
                .describe('What of the answers has to be corrected.'),
            })
            .describe('Keys of fields, `document:<group>` and `consent:<type>`.'),
        }),
      )
      .describe('What the customer may do where, each verified for itself.'),
    reasons: z
      .array(Reason)
      .describe('Why the verification is not approved; empty where nothing is wrong.'),
    informationRequests: z
      .array(InformationRequest)
      .describe('What was asked of the customer, answered or not.'),
    submittedAt: timestamp().optional().describe('When it was last submitted; absent until then.'),
    reviewedAt: timestamp().optional().describe('When it was last decided; absent until then.'),
    expiresAt: timestamp()
      .optional()
      .describe('When it has to be renewed; absent until it is approved.'),
    waitingOn: z
      .enum(waitingParties)
      .nullable()
      .describe('Whose turn it is; null where nobody’s is.'),
    history: z
      .array(
        z.object({
          at: timestamp().describe('When it changed.'),
          from: z.string().describe('State before; empty for the first.'),
          to: z.string().describe('State after the change.'),
          jurisdictionId: z
            .string()
            .optional()
            .describe('Jurisdiction that it was about; absent where it was about all.'),
          actor: z
            .string()
            .describe(
              'Who changed it: `partner_user`, `api_key`, `service`, `provider` or `scheduler`.',
            ),
          actorName: z
            .string()
            .describe(
              'Name of the member or key; empty where it has none, or the change is older than the name.',
            ),
          reason: z.string().describe('Why it changed; empty where nothing was given.'),
        }),
      )
      .describe('Its changes of state, the oldest first.'),
    version: z.int().describe('Rises with each change of the verification.'),
  })
  .meta({ id: 'KycStatus' })

export const KycRequirements = z
  .object({
    entityId: z.string().describe('Id of the customer, `ent_…`.'),
    schemaVersion: z
      .string()
      .describe('Version of the requirements; another means that a form should be read again.'),
    groups: z
      .array(
        z.object({
          key: z.string().describe('Key of the group.'),
          title: z.string().describe('Its heading, in English.'),
          fields: z.array(Field).describe('Its fields, in their order.'),
        }),
      )
      .describe('Fields in groups, in the order of a form.'),
    documents: z.array(DocumentSpec).describe('Documents that are asked for.'),
    consents: z.array(z.string()).describe('Types of consents that the customer has to give.'),
    issues: z
      .array(
        z.object({
          path: z.string().describe('Key of the field, or path of the member.'),
          code: z.string().describe('Code of what is wrong, such as FIELD_REQUIRED.'),
          message: z.string().describe('The same in a sentence.'),
        }),
      )
      .optional()
      .describe('What a partial form still lacks or has wrong; absent where none was sent.'),
  })
  .meta({ id: 'KycRequirements' })

export const documentFields = {
  type: z.enum(documentTypes).describe('Type of the document.'),
  country: countryCode().describe('Country that issued it, as two capital letters (ISO 3166).'),
  number: optionalText(60).optional().describe('Number of the document, at most 60 characters.'),
  frontFile: FileInput.describe('The document, or its front side.'),
  backFile: FileInput.optional().describe('Its back side, where the requirements ask for it.'),
  expiryDate: calendarDate().optional().describe('Day until which it is valid, as YYYY-MM-DD.'),
  person: z
    .int()
    .min(0)
    .max(49)
    .optional()
    .describe('Place of the associated person it proves, from 0; absent for the customer itself.'),
}
/** A new document, or one that was uploaded before. */
export const DocumentInput = z.union([
  z.object(documentFields),
  z.object({
    documentId: recordId().describe('Id of a document that was uploaded before, `doc_…`.'),
  }),
])

export const KycDocument = z
  .object({
    documentId: z.string().describe('Id of the document, `doc_…`.'),
    type: z.enum(documentTypes).describe('Type of the document.'),
    country: z.string().describe('Country that issued it, as two capital letters (ISO 3166).'),
    numberMasked: z.string().describe('End of its number; empty where none was given.'),
    side: z.array(z.enum(documentSides)).describe('Sides that were uploaded.'),
    status: z.enum(documentStatuses).describe('State of the document.'),
    reasonCode: z.string().optional().describe('Why it was rejected; absent where it was not.'),
    expiryDate: z
      .string()
      .describe('Day until which it is valid, as YYYY-MM-DD; empty where none was given.'),
    uploadedAt: timestamp().describe('When it was uploaded.'),
    sha256: z.string().describe('SHA-256 of the front file, in hexadecimal.'),
    downloadUrl: z
      .string()
      .describe('Link to the front file, good for 15 minutes; empty without the right to open it.'),
    files: z
      .array(
        z.object({
          side: z.enum(documentSides).describe('Side that the file shows.'),
          ...AnswerDocument.shape,
        }),
      )
      .describe('Its files, a side each.'),
    person: z
      .int()
      .optional()
      .describe(
        'Place of the associated person it proves, from 0; absent for the customer itself.',
      ),
  })
  .meta({ id: 'KycDocument' })

export const KycQueueItem = z
  .object({
    entityId: z.string().describe('Id of the customer, `ent_…`.'),
    name: z.string().describe('Name of the person or business.'),
    type: z.string().describe('Whether it is an individual or a business.'),
    country: z.string().describe('Country of its address as two capital letters (ISO 3166).'),
    kycStatus: z.enum(kycStatuses).describe('State of the verification.'),
    waitingOn: z
      .enum(waitingParties)
      .nullable()
      .describe('Whose turn it is; null where nobody’s is.'),
    reasons: z.array(Reason).describe('Why it waits; empty where nothing is wrong.'),
    submittedAt: timestamp().optional().describe('When it was last submitted; absent until then.'),
    waitingSince: timestamp().describe('Since when it has waited for the same party.'),
    assignedTo: z
      .string()
      .describe('Id of the member who takes care of it, `mem_…`; empty where nobody does.'),
    notes: z.int().describe('How many internal notes it has.'),
  })
  .meta({ id: 'KycQueueItem' })
export const KycNote = z
  .object({
    noteId: z.string().describe('Id of the note.'),
    text: z.string().describe('The note as it was written.'),
    author: z.string().describe('Id of the member or key that wrote it.'),
    authorName: z.string().describe('Name of the member or key; empty where it has none.'),
    createdAt: timestamp().describe('When it was written.'),
  })
  .meta({ id: 'KycNote' })
