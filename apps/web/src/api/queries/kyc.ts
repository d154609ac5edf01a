import { type AnswerOf, kyc, q } from '../call.ts'
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

export const queueSource = listSource([...entitiesKey, 'queue'], kyc.queue)

/** Without a jurisdiction: of every jurisdiction that the customer can be verified for. */
export const requirementsQuery = (
  entityId: string,
  jurisdictionId: string | undefined,
  level: Level,
) => q(kyc.requirements, { entityId, level, ...(jurisdictionId ? { jurisdictionId } : {}) })
