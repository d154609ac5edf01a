import type { Field } from '@corridor/contract'

/** A field for tests: optional members over plain ones. */
export function aField(key: string, more: Partial<Field> = {}): Field {
  return {
    key,
    label: key,
    type: 'text',
    required: true,
    refreshOnChange: false,
    minLength: 0,
    maxLength: 200,
    pattern: '',
    validation: null,
    example: '',
    options: [],
    dependsOn: [],
    helpText: '',
    sensitive: false,
    ...more,
  }
}
