import type { Field } from '@corridor/contract'

/** What a field has where nothing else is given: a required line of text. */
export const plainField = (): Omit<Field, 'key' | 'label' | 'example'> => ({
  type: 'text',
  required: true,
  refreshOnChange: false,
  minLength: 0,
  maxLength: 200,
  pattern: '',
  validation: null,
  options: [],
  dependsOn: [],
  helpText: '',
  sensitive: false,
})
