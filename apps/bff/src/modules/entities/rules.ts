import type { ErrorDetail } from '@corridor/contract'
import { pastDayFault, type TwoNames, wholeName } from '@corridor/domain'
import type { NameOf } from '@corridor/domain/transliteration'
import iso3166 from 'i18n-iso-countries'
import { isValidPhoneNumber } from 'libphonenumber-js/max'
import { valueAt } from '../../api/request/json.ts'
import { detail } from '../../api/request/refusal.ts'

const countries = new Set(Object.keys(iso3166.getAlpha2Codes()))

const invalid = (path: string, message: string) => [detail(path, 'FIELD_INVALID', message)]

/** A code that names no country; none at all is no issue here. */
export const countryIssue = (path: string, code: string): ErrorDetail[] =>
  code !== '' && !countries.has(code)
    ? invalid(path, 'This is no country code of ISO 3166, such as DE.')
    : []

/**
 * What a schema cannot say of a customer: real countries, numbers of a numbering plan, births in the
 * past, shares that fit into a whole. Members that are absent, or no text, are left to the schema.
 */
export function fieldIssues(body: unknown, at: Date): ErrorDetail[] {
  const today = at.toISOString().slice(0, 10)
  const textAt = (path: string) => {
    const value = valueAt(body, path.split('.'))
    return typeof value === 'string' ? value.trim() : ''
  }
  const country = (path: string) => countryIssue(path, textAt(path))
  const past = (path: string) => {
    const date = textAt(path)
    const fault = date === '' ? undefined : pastDayFault(date, today)
    return fault === undefined ? [] : invalid(path, fault)
  }
  const phone = textAt('phoneNumber')
  const persons = valueAt(body, ['associatedPersons'])
  return [
    ...(phone === '' || isValidPhoneNumber(phone)
      ? []
      : invalid('phoneNumber', 'This is no valid phone number.')),
    ...country('nationality'),
    ...country('permanentAddress.country'),
    ...past('dateOfBirth'),
    ...country('incorporationCountry'),
    ...past('incorporationDate'),
    ...(Array.isArray(persons) ? persons : []).flatMap((_, i) => [
      ...country(`associatedPersons.${i}.nationality`),
      ...country(`associatedPersons.${i}.address.country`),
      ...past(`associatedPersons.${i}.dateOfBirth`),
    ]),
    ...shareIssues(persons),
  ]
}

type Person = {
  firstName: string
  lastName: string
  latinName?: string | undefined
  nationality: string
}
type Named = {
  names: TwoNames
  of: NameOf
  /** Those behind it. */
  persons: readonly Person[] | undefined
}

/** Latin names that are not taken, of a customer and of the persons behind it; `fault` says why. */
export function latinIssues(
  { names, of, persons = [] }: Named,
  fault: (names: TwoNames, of: NameOf) => string | undefined,
): ErrorDetail[] {
  const at = (path: string, text: string | undefined) =>
    text === undefined ? [] : invalid(path, text)
  return [
    ...at('latinName', fault(names, of)),
    ...persons.flatMap(({ latinName = '', nationality: country, ...person }, i) => {
      const both = { name: wholeName(person), latinName }
      return at(`associatedPersons.${i}.latinName`, fault(both, { country }))
    }),
  ]
}

/** Shares cannot exceed the whole: the first one beyond it is reported. */
function shareIssues(persons: unknown): ErrorDetail[] {
  if (!Array.isArray(persons)) return []
  let sum = 0
  for (const [i, person] of persons.entries()) {
    const share = valueAt(person, ['ownershipPercent'])
    sum += typeof share === 'number' ? share : 0
    // Thirds do not add up in binary; a millionth is no real share.
    if (sum > 100.000_001)
      return invalid(
        `associatedPersons.${i}.ownershipPercent`,
        'Together the shares must not come to more than 100 %.',
      )
  }
  return []
}
