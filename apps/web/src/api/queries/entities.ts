import { keepPreviousData } from '@tanstack/react-query'
import { accounts, type AnswerOf, entities, q } from '../call.ts'
import { type Picked, pickedSource, type RowOf } from '../list-source.ts'

export type Entity = AnswerOf<typeof entities.read>['data']
export type EntityRow = Picked<RowOf<typeof entities.list>, (typeof listed)[number]>

/** What live messages about entities and their verification make stale. */
export const entitiesKey = ['entities'] as const

const listed = [
  'entityId',
  'type',
  'firstName',
  'lastName',
  'latinName',
  'businessName',
  'nationality',
  'incorporationCountry',
  'permanentAddress.country',
  'kycStatus',
  'missing',
  'accounts',
  'wallets',
  'likenesses',
  'externalReference',
  'createdAt',
] as const

export const entitiesSource = pickedSource([...entitiesKey, 'list'], entities.list, listed)

const foundMax = '20'

/** Entities by name, e-mail or id. */
export const entitySearchQuery = (text: string) =>
  q(
    entities.list,
    { q: text.trim() || undefined, limit: foundMax },
    { placeholderData: keepPreviousData },
  )

type Ends = { from: string; to: string; limit: number }

/** Corridors of one entity with what is missing for each; an empty end stands for anywhere. */
export const readinessQuery = (entityId: string, { from, to, limit }: Ends) => ({
  ...q(
    accounts.listCorridors,
    { entityId, limit: String(limit), ...(from ? { from } : {}), ...(to ? { to } : {}) },
    { placeholderData: keepPreviousData },
  ),
  // Verification decides about readiness, and its messages name entities.
  queryKey: [...entitiesKey, 'corridors', entityId, from, to, limit],
})
