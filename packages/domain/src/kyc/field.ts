import type { Field } from '@corridor/contract'
import { plainField } from '../fields/field.ts'

/** What a field says beyond its key and label; the rest has a plain meaning. */
type Facts = Partial<Omit<Field, 'key' | 'label'>> & { example: string }

/** A required line of text unless the facts say otherwise. */
export const field = (key: string, label: string, facts: Facts): Field => ({
  key,
  label,
  ...plainField(),
  ...facts,
})

/** One of several values; the first one is the example. */
export function choice(
  key: string,
  label: string,
  options: Readonly<Record<string, string>>,
  facts: Partial<Facts> = {},
): Field {
  const [first = ''] = Object.keys(options)
  return field(key, label, {
    type: 'select',
    options: Object.entries(options).map(([value, text]) => ({ value, label: text })),
    example: first,
    ...facts,
  })
}

/** Yes or no, where a yes asks for more. No is the example, so that a form of examples is whole. */
export const yesOrNo = (key: string, label: string, facts: Partial<Facts> = {}): Field =>
  choice(key, label, { no: 'No', yes: 'Yes' }, { type: 'radio', refreshOnChange: true, ...facts })

export const country = (key: string, label: string, facts: Partial<Facts> = {}): Field =>
  field(key, label, {
    check: 'country',
    minLength: 2,
    maxLength: 2,
    example: 'GB',
    helpText: 'Two letters, as in ISO 3166.',
    ...facts,
  })

export const date = (key: string, label: string, facts: Facts): Field =>
  field(key, label, { type: 'date', ...facts })

export const optional = { required: false } as const
