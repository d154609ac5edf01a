import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Field, type FieldText } from './field.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean }

type Props = FieldText &
  Omit<ComponentProps<'select'>, 'children'> & {
    options: readonly SelectOption[]
    /** First entry with an empty value, shown while nothing is chosen. */
    placeholder?: string
    small?: boolean
  }

/** The browser's own list (role combobox): for short, closed sets. Long or remote sets take `Combobox`. */
export function SelectField(props: Props) {
  const { label, hint, error, optional, options, placeholder, small, ...select } = props
  return (
    <Field {...{ label, hint, error, optional }}>
      {(control) => (
        <span className="select">
          <select {...select} {...control} className={small ? 'input input-small' : 'input'}>
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className="icon-medium" />
        </span>
      )}
    </Field>
  )
}
