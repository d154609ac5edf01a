import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call, kyc } from '../call.ts'
import { listSource, type RowOf } from '../list-source.ts'
import { entitiesKey } from './entities.ts'

export type Kyc = AnswerOf<typeof kyc.status>['data']
export type Capability = Kyc['capabilities'][number]
export type Requirements = AnswerOf<typeof kyc.requirements>['data']
export type DocumentSpec = Requirements['documents'][number]
export type KycDocument = AnswerOf<typeof kyc.documents>['data'][number]
export type InformationRequest = Kyc['informationRequests'][number]
export type QueueItem = RowOf<typeof kyc.queue>
export type Level = 'STANDARD' | 'ENHANCED'

/** Below that of entities, because live messages about verification name that module. */
export const kycKey = [...entitiesKey, 'kyc'] as const

/** Everything about the verification of one entity. */
export const kycKeyOf = (entityId: string) => [...kycKey, entityId] as const

export const queueSource = listSource([...kycKey, 'queue'], kyc.queue)

/** Customers who have to send something more. */
export const missingKycQuery = queryOptions({
  queryKey: [...kycKey, 'queue', 'missing'],
  queryFn: ({ signal }) =>
    call(kyc.queue, { query: { kycStatus: 'INFORMATION_REQUIRED', limit: '3' } }, { signal }),
})

export const kycStatusQuery = (entityId: string) =>
  queryOptions({
    queryKey: [...kycKeyOf(entityId), 'status'],
    queryFn: ({ signal }) => call(kyc.status, { params: { entityId } }, { signal }),
  })

export const kycDocumentsQuery = (entityId: string) =>
  queryOptions({
    queryKey: [...kycKeyOf(entityId), 'documents'],
    queryFn: ({ signal }) => call(kyc.documents, { params: { entityId } }, { signal }),
  })

export const kycNotesQuery = (entityId: string) =>
  queryOptions({
    queryKey: [...kycKeyOf(entityId), 'notes'],
    queryFn: ({ signal }) => call(kyc.notes, { params: { entityId } }, { signal }),
  })

/** Without a jurisdiction: of every jurisdiction that the customer can be verified for. */
export const requirementsQuery = (
  entityId: string,
  jurisdictionId: string | undefined,
  level: Level,
) =>
  queryOptions({
    queryKey: [...kycKeyOf(entityId), 'requirements', level, jurisdictionId ?? 'all'],
    queryFn: ({ signal }) =>
      call(
        kyc.requirements,
        { params: { entityId }, query: { level, ...(jurisdictionId ? { jurisdictionId } : {}) } },
        { signal },
      ),
  })
