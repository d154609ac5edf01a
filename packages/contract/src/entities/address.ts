import { z } from 'zod'
import { countryCode, optionalText, text } from '../base/common.ts'
import { hasTowns } from '../base/places.ts'

/** An address as it is sent. */
export const AddressInput = z
  .object({
    addressLine1: text().describe('Street and number.'),
    addressLine2: optionalText().default('').describe('Further line; empty when absent.'),
    locality: optionalText().default('').describe('Part of the city; empty when absent.'),
    city: optionalText().describe(
      'Name of the city; may be empty in a country without towns, such as SG.',
    ),
    state: optionalText().default('').describe('State or province; empty when absent.'),
    country: countryCode().describe('Country as two capital letters (ISO 3166), such as GB.'),
    postalCode: optionalText(20).default('').describe('Postal code; empty when absent.'),
  })
  .refine(({ city, country }) => city !== '' || !hasTowns(country), {
    path: ['city'],
    error: 'The name of the city; only countries without towns go without it.',
    // Beside what else is wrong with the address.
    when: ({ value }) =>
      z.object({ city: z.string(), country: z.string() }).safeParse(value).success,
  })
  .meta({ id: 'AddressInput' })

/** An address as it is shown. */
export const Address = z
  .object({
    addressLine1: z.string().describe('Street and number.'),
    addressLine2: z.string().describe('Further line; empty where there is none.'),
    locality: z.string().describe('Part of the city; empty where there is none.'),
    city: z.string().describe('Name of the city.'),
    state: z.string().describe('State or province; empty where there is none.'),
    country: z.string().describe('Country as two capital letters (ISO 3166).'),
    postalCode: z.string().describe('Postal code; empty where there is none.'),
  })
  .meta({ id: 'Address' })
