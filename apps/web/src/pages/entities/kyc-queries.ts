import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call, kyc } from '../../api/call.ts'

export type Kyc = AnswerOf<typeof kyc.status>['data']
export type Capability = Kyc['capabilities'][number]
export type Requirements = AnswerOf<typeof kyc.requirements>['data']
export type DocumentSpec = Requirements['documents'][number]
export type KycDocument = AnswerOf<typeof kyc.documents>['data'][number]
export type InformationRequest = Kyc['informationRequests'][number]
export type Level = 'STANDARD' | 'ENHANCED'

/** First member: live messages about verification name this module, and so refresh everything below. */
const keyOf = (entityId: string, ...rest: unknown[]) => ['entities', 'kyc', entityId, ...rest]

export const kycStatusQuery = (entityId: string) =>
  queryOptions({
    queryKey: keyOf(entityId, 'status'),
    queryFn: ({ signal }) => call(kyc.status, { params: { entityId } }, { signal }),
  })

export const kycDocumentsQuery = (entityId: string) =>
  queryOptions({
    queryKey: keyOf(entityId, 'documents'),
    queryFn: ({ signal }) => call(kyc.documents, { params: { entityId } }, { signal }),
  })

export const kycNotesQuery = (entityId: string) =>
  queryOptions({
    queryKey: keyOf(entityId, 'notes'),
    queryFn: ({ signal }) => call(kyc.notes, { params: { entityId } }, { signal }),
  })

/** Without a jurisdiction: of every jurisdiction that the customer can be verified for. */
export const requirementsQuery = (
  entityId: string,
  jurisdictionId: string | undefined,
  level: Level,
) =>
  queryOptions({
    queryKey: keyOf(entityId, 'requirements', level, jurisdictionId ?? 'all'),
    queryFn: ({ signal }) =>
      call(
        kyc.requirements,
        { params: { entityId }, query: { level, ...(jurisdictionId ? { jurisdictionId } : {}) } },
        { signal },
      ),
  })
