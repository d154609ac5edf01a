import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call, entities } from '../api/call.ts'
import { isApiError } from '../api/errors.ts'

export type Entity = AnswerOf<typeof entities.read>['data']

/** The name of a person or a business. */
export function entityName(
  entity: Pick<Entity, 'businessName' | 'firstName' | 'lastName'>,
): string {
  return entity.businessName || `${entity.firstName} ${entity.lastName}`.trim()
}

/** Where it belongs: the country of incorporation, nationality, or address. */
export function entityCountry(entity: Entity): string {
  return entity.incorporationCountry || entity.nationality || entity.permanentAddress.country
}

export const entityQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['entities', 'one', entityId],
    queryFn: ({ signal }) => call(entities.read, { params: { entityId } }, { signal }),
  })

/** There is no such record; an error beside data that is there already is something else. */
export function isMissing(query: { data: unknown; error: unknown }): boolean {
  return query.data === undefined && isApiError(query.error) && query.error.status === 404
}
