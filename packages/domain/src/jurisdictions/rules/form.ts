import type { Field } from '@corridor/contract'
import { plainField } from '../../fields/field.ts'
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

export const iban = (country: string, example: string): Field =>
  field({
    key: 'account.iban',
    label: 'IBAN',
    validation: 'iban-mod97',
    check: `iban-of:${country}`,
    minLength: 15,
    maxLength: 34,
    pattern: `^${country}\\d{2}[A-Z0-9]+$`,
    example,
    sensitive: true,
  })

export const bic = (country: string, example: string, required = false): Field =>
  field({
    key: 'account.bic',
    label: 'BIC (SWIFT code)',
    required,
    validation: 'bic',
    check: `bic-of:${country}`,
    minLength: 8,
    maxLength: 11,
    pattern: '^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$',
    example,
  })

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
  /** Rails that refuse a payment without the payee's address. */
  needsAddress?: boolean
  /** The payee's kind decides about other fields. */
  needsType?: boolean
}

/** Whose account it is: only its name may differ for the customer's own; a payee is described. */
export function holderFields({ ownership, entityType }: Choice, rules: HolderRules): Field[] {
  const isOwn = ownership === 'SELF'
  const isBusiness = isOwn && entityType === 'business'
  const name = field({
    key: 'accountHolder.name',
    label: isBusiness ? 'Registered name of the account holder' : 'Name of the account holder',
    required: !isOwn,
    minLength: 2,
    maxLength: 140,
    example: entityType === 'business' ? 'Example Trading Ltd' : 'Alex Example',
    helpText: isOwn ? 'Only if the bank has a different name on file.' : 'As the bank has it.',
  })
  if (isOwn) return [name]
  const type = field({
    key: 'accountHolder.type',
    label: 'The account holder is a',
    required: rules.needsType ?? false,
    refreshOnChange: rules.needsType ?? false,
    options: options(holderTypes),
    example: entityType,
  })
  return [name, type, ...addressFields(rules)]
}

function addressFields({ country, city, needsAddress = false }: HolderRules): Field[] {
  const line = (part: string, label: string, example: string, required: boolean): Field =>
    field({ key: `accountHolder.address.${part}`, label, example, required, maxLength: 70 })
  return [
    line('addressLine1', 'Street and number', '1 Example Street', needsAddress),
    line('city', 'City', city, needsAddress),
    line('state', 'State or region', city, false),
    line('postalCode', 'Postal code', '10001', false),
    {
      ...line('country', 'Country of residence', country, needsAddress),
      minLength: 2,
      maxLength: 2,
      check: 'country',
    },
  ]
}
