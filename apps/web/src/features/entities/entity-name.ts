import { wholeName } from '@corridor/domain'
import type { Entity } from '../../api/queries/entities.ts'

/** The name of a person or a business. */
export function entityName(
  entity: Pick<Entity, 'businessName' | 'firstName' | 'lastName'>,
): string {
  return entity.businessName || wholeName(entity)
}

/** Where it belongs: the country of incorporation, nationality, or address. */
export function entityCountry(
  entity: Pick<Entity, 'incorporationCountry' | 'nationality'> & {
    permanentAddress: Pick<Entity['permanentAddress'], 'country'>
  },
): string {
  return entity.incorporationCountry || entity.nationality || entity.permanentAddress.country
}
