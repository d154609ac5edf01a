import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { accounts, type AnswerOf, call, entities } from '../call.ts'
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
  'businessName',
  'nationality',
  'incorporationCountry',
  'permanentAddress.country',
  'kycStatus',
  'missing',
  'accounts',
  'wallets',
  'externalReference',
  'createdAt',
] as const

export const entitiesSource = pickedSource([...entitiesKey, 'list'], entities.list, listed)

export const entityQuery = (entityId: string) =>
  queryOptions({
    queryKey: [...entitiesKey, 'one', entityId],
    queryFn: ({ signal }) => call(entities.read, { params: { entityId } }, { signal }),
  })

const foundMax = '20'

/** Entities by name, e-mail or id. */
export const entitySearchQuery = (text: string) =>
  queryOptions({
    queryKey: [...entitiesKey, 'search', text],
    queryFn: ({ signal }) =>
      call(entities.list, { query: { q: text.trim() || undefined, limit: foundMax } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Whether there is any entity yet. */
export const anyEntityQuery = queryOptions({
  queryKey: [...entitiesKey, 'overview', 'any'],
  queryFn: ({ signal }) => call(entities.list, { query: { limit: '1' } }, { signal }),
})

type Ends = { from: string; to: string; limit: number }

/** Corridors of one entity with what is missing for each; an empty end stands for anywhere. */
export const readinessQuery = (entityId: string, { from, to, limit }: Ends) =>
  queryOptions({
    // Verification decides about readiness, and its messages name entities.
    queryKey: [...entitiesKey, 'corridors', entityId, from, to],
    queryFn: ({ signal }) =>
      call(
        accounts.listCorridors,
        {
          query: {
            entityId,
            limit: String(limit),
            ...(from ? { from } : {}),
            ...(to ? { to } : {}),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
