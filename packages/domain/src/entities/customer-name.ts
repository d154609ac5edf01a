import type { TwoNames } from './names/latin.ts'

/** A person's name in one line; either part may be empty where a passport has one name alone. */
export const wholeName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`.trim()

/** How a customer is called: a business by its name, a person by both of theirs. */
export const customerName = (entity: {
  first_name: string
  last_name: string
  business_name: string
}): string => entity.business_name || `${entity.first_name} ${entity.last_name}`.trim()

/** The same in its own script and in Latin letters. */
export const customerNames = (
  entity: Parameters<typeof customerName>[0] & { latin_name: string },
): TwoNames => ({ name: customerName(entity), latinName: entity.latin_name })
