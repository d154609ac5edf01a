import type { Field } from '@corridor/contract'
import { plainField } from '../../fields/field.ts'
import { isLatin, isSpelledByBanks } from '../../entities/names/latin.ts'
import { needsTown } from '../../zones/zones.ts'
import type { Scheme } from './types.ts'

type Given = Pick<Field, 'key' | 'label' | 'example'> & Partial<Field>

/** A field with the usual members; `required` unless it is given otherwise. */
export function field(given: Given): Field {
  return { ...plainField(), type: given.options ? 'select' : 'text', ...given }
}

export const options = (labels: Readonly<Record<string, string>>): Field['options'] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** The number itself: masked in lists, encrypted at rest. */
export const accountNumber = (given: Partial<Given> & Pick<Field, 'example'>): Field =>
  field({
    key: 'account.accountNumber',
    label: 'Account number',
    check: 'nonzero',
    sensitive: true,
    ...given,
  })

/** `place` is the country of the IBAN, or the zone that it lies in. */
export const iban = (place: string, example: string): Field =>
  field({
    key: 'account.iban',
    label: 'IBAN',
    validation: 'iban-mod97',
    check: `iban-of:${place}`,
    minLength: 15,
    maxLength: 34,
    pattern: `^${place.length === 2 ? place : '[A-Z]{2}'}\\d{2}[A-Z0-9]+$`,
    example,
    sensitive: true,
  })

const bic = (given: Partial<Given> & Pick<Field, 'example'>): Field =>
  field({
    key: 'account.bic',
    label: 'BIC (SWIFT code)',
    validation: 'bic',
    minLength: 8,
    maxLength: 11,
    pattern: '^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$',
    ...given,
  })

/** A BIC beside a number that leads to the bank by itself: whatever country it is of. */
export const bicBeside = (example: string): Field => bic({ example, required: false })

/** The BIC that alone says which bank of the country it is. */
export const bicOf = (country: string, example: string): Field =>
  bic({ example, check: `bic-of:${country}` })

/** Checking or savings, by the terms of the country. */
export const accountType = (labels: Readonly<Record<string, string>>, facts: Partial<Given> = {}) =>
  field({
    key: 'account.accountType',
    label: 'Account type',
    options: options(labels),
    example: Object.keys(labels)[0] ?? '',
    ...facts,
  })

type Choice = Parameters<Scheme['fields']>[0]

const holderTypes = { individual: 'Person', business: 'Business' }

/** `country` and `city` are those of the example address. */
type HolderRules = {
  country: string
  city: string
  /** Rails that refuse a payment without the payee's whole address. */
  needsAddress?: boolean
  /** The payee's kind decides about other fields. */
  needsType?: boolean
}

/** Whose account it is: only its name may differ for the customer's own; a payee is described. */
export function holderFields(choice: Choice, rules: HolderRules): Field[] {
  const { ownership, entityType, rail, values } = choice
  const isOwn = ownership === 'SELF'
  const isBusiness = isOwn && entityType === 'business'
  const name = field({
    key: 'accountHolder.name',
    label: isBusiness ? 'Registered name of the account holder' : 'Name of the account holder',
    required: !isOwn,
    minLength: 1,
    maxLength: 140,
    check: 'name',
    refreshOnChange: true,
    example: entityType === 'business' ? 'Example Trading Ltd' : 'Alex Example',
    helpText: isOwn ? 'Only if the bank has a different name on file.' : 'As the bank has it.',
  })
  const names = [name, ...latinName(values['accountHolder.name'] ?? '')]
  if (isOwn) return names
  const type = field({
    key: 'accountHolder.type',
    label: 'The account holder is a',
    required: rules.needsType ?? false,
    refreshOnChange: rules.needsType ?? false,
    options: options(holderTypes),
    example: entityType,
  })
  return [...names, type, ...addressFields(rules, needsTown(rail))]
}

/** Asked for where the holder's name is in another script, and needed where banks cannot spell it. */
function latinName(name: string): Field[] {
  if (name === '' || isLatin(name)) return []
  return [
    field({
      key: 'accountHolder.latinName',
      label: 'Name of the account holder in Latin letters',
      required: !isSpelledByBanks(name),
      minLength: 1,
      maxLength: 140,
      check: 'latin-name',
      example: 'Alex Example',
      helpText: 'As the bank of the account spells it: payments carry this name.',
    }),
  ]
}

function addressFields({ country, city, needsAddress = false }: HolderRules, isSent: boolean) {
  const isPlaced = isSent || needsAddress
  const line = (part: string, label: string, example: string, required: boolean): Field =>
    field({ key: `accountHolder.address.${part}`, label, example, required, maxLength: 70 })
  return [
    line('addressLine1', 'Street and number', '1 Example Street', needsAddress),
    line('city', 'City', city, isPlaced),
    line('state', 'State or region', city, false),
    line('postalCode', 'Postal code', '10001', false),
    {
      ...line('country', 'Country of residence', country, isPlaced),
      minLength: 2,
      maxLength: 2,
      check: 'country',
    },
  ]
}
