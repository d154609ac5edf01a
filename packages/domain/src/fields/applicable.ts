import type { Field } from '@corridor/contract'
import type { FieldAnswers } from './values.ts'

// Apart from the checks, because a form on screen needs this at once and them only later.

/** The fields that are asked for with these answers: those whose `dependsOn` all hold. */
export function applicableFields(fields: readonly Field[], values: FieldAnswers): Field[] {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const isAsked = (field: Field): boolean =>
    field.dependsOn.every(({ key, equals }) => {
      const decisive = byKey.get(key)
      return values[key]?.trim() === equals && (!decisive || isAsked(decisive))
    })
  return fields.filter(isAsked)
}
