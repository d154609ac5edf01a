import type { Field } from '@corridor/contract'
import { applicableFields } from '@corridor/domain'
import { t } from '../../messages/text.ts'

/** Fields that stand together under a title. */
export type FieldGroup = { key: string; title: string; fields: readonly Field[] }

/** Text by a field's dotted key, or by the name of its input. */
export type Values = Record<string, string>

/** Lines of an address in the order they are asked for. */
export const addressLines = [
  { part: 'addressLine1', label: t('Street and number'), needed: true },
  { part: 'addressLine2', label: t('Further address line'), needed: false },
  { part: 'postalCode', label: t('Postal code'), needed: false },
  { part: 'locality', label: t('Locality'), needed: false },
  { part: 'city', label: t('City'), needed: true },
  { part: 'state', label: t('State or region'), needed: false },
  { part: 'country', label: t('Country'), needed: true },
] as const

/** Names of inputs: the form library would read the dots of a key as nested records. */
export function nameOf(key: string): string {
  return key.replaceAll('.', ':')
}

function keyOf(name: string): string {
  return name.replaceAll(':', '.')
}

export function byName(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([key, text]) => [nameOf(key), text]))
}

export function byKey(values: Readonly<Record<string, string | undefined>>): Values {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [keyOf(name), text ?? '']))
}

/** Keys that the inputs of one field answer: its own, or one for each line of an address. */
export function keysOf(field: Field): readonly string[] {
  return field.type === 'address'
    ? addressLines.map(({ part }) => `${field.key}.${part}`)
    : [field.key]
}

/** `prefilled`: what the service knew already, unless a person has typed something else. */
export type Kept = { values: Values; prefilled: Values }

/**
 * The values of a form whose fields may have changed: what was typed stays as long as its key is asked for and its
 * choice is still offered; everything else begins with what the service knows. Keys are dotted.
 */
export function mergeValues(fields: readonly Field[], { values, prefilled }: Kept): Kept {
  const merged: Kept = { values: {}, prefilled: {} }
  for (const field of fields) {
    for (const key of keysOf(field)) {
      const known = key === field.key ? (field.value ?? '') : ''
      const before = values[key]
      const isTyped = before !== undefined && before !== '' && before !== prefilled[key]
      const isKept = isTyped && isOffered(field, before)
      merged.values[key] = isKept ? before : known
      // An answer that only comes back from the service is still a person's own.
      merged.prefilled[key] = isKept && known === before ? (prefilled[key] ?? '') : known
    }
  }
  return merged
}

function isOffered({ options }: Field, value: string): boolean {
  return options.length === 0 || options.some((option) => option.value === value)
}

/** What the form answers: of the fields that are asked for now, without those left empty. */
export function answersOf(fields: readonly Field[], values: Values): Values {
  const answers: Values = {}
  for (const field of applicableFields(fields, values)) {
    for (const key of keysOf(field)) {
      const text = values[key]?.trim()
      if (text) answers[key] = text
    }
  }
  return answers
}

/** Answers that the service did not know by itself. */
export function typedOf(answers: Values, prefilled: Values): Values {
  return Object.fromEntries(
    Object.entries(answers).filter(([key, text]) => text !== prefilled[key]),
  )
}

/** Groups with what is asked for now; one without any field is left out. */
export function shownGroups(groups: readonly FieldGroup[], values: Values): FieldGroup[] {
  const all = groups.flatMap(({ fields }) => fields)
  const shown = new Set(applicableFields(all, values))
  return groups
    .map((group) => ({ ...group, fields: group.fields.filter((field) => shown.has(field)) }))
    .filter(({ fields }) => fields.length > 0)
}

/** What decides about other fields; a change of it asks the service again. */
export function decisiveText(fields: readonly Field[], values: Values): string {
  return fields
    .filter(({ key, refreshOnChange }) => refreshOnChange && values[key])
    .map(({ key }) => `${key}=${values[key]}`)
    .join('\n')
}
