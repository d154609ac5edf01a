import type { Field } from '@corridor/contract'
import type { Values } from '../../ui/fields/values.ts'

/** What may be kept: drafts are plain text, so numbers that identify a person or account stay out of them. */
export function keepable(fields: readonly Field[], typed: Values): Values {
  const sensitive = new Set(fields.filter((field) => field.sensitive).map(({ key }) => key))
  return Object.fromEntries(Object.entries(typed).filter(([key]) => !sensitive.has(key)))
}

/** The texts of a kept record; whatever else is in it is left out. */
export function keptTexts(record: unknown): Values {
  if (typeof record !== 'object' || record === null) return {}
  return Object.fromEntries(
    Object.entries(record).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}
