import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Field, type FieldText, FieldError } from './field.tsx'
import { ChevronDown } from 'lucide-react'

type InputProps = ComponentProps<'input'> & {
  mono?: boolean | undefined
  small?: boolean | undefined
}

export function TextInput({ mono, small, className, ...rest }: InputProps) {
  return (
    <input
      type="text"
      {...rest}
      className={clsx('input', mono && 'mono', small && 'input-small', className)}
    />
  )
}

type TextFieldProps = FieldText & InputProps & { fieldClass?: string }

/** A labelled text input; spreads what a form library registers onto the input. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, optional, fieldClass, ...input } = props
  return (
    <Field {...{ label, hint, error, optional }} {...(fieldClass ? { className: fieldClass } : {})}>
      {(control) => <TextInput {...input} {...control} />}
    </Field>
  )
}

/** Right-aligned figures with the currency beside them. Keeps the text as typed; the page reads it. */
export function AmountField(props: TextFieldProps & { unit: ReactNode }) {
  const { label, hint, error, optional, fieldClass, unit, ...input } = props
  return (
    <Field {...{ label, hint, error, optional }} {...(fieldClass ? { className: fieldClass } : {})}>
      {(control) => (
        <div className="input-box input-number">
          <TextInput inputMode="decimal" autoComplete="off" {...input} {...control} />
          <span className="muted">{unit}</span>
        </div>
      )}
    </Field>
  )
}

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

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  /** Only for screen readers, as in a table's rows. */
  labelHidden?: boolean
  indeterminate?: boolean
}

export function Checkbox({ label, labelHidden, indeterminate, ref, ...rest }: CheckboxProps) {
  return (
    <label className="checkbox-label">
      <span className="checkbox">
        <input
          type="checkbox"
          {...rest}
          ref={(node) => {
            if (node) node.indeterminate = Boolean(indeterminate)
            if (typeof ref === 'function') ref(node)
            else if (ref) ref.current = node
          }}
        />
      </span>
      <span className={labelHidden ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  )
}

export type RadioOption = {
  value: string
  label: string
  text?: ReactNode
  /** The option stays visible and says why it cannot be chosen. */
  disabledReason?: string | undefined
}

type RadioGroupProps = {
  label: string
  name?: string
  options: readonly RadioOption[]
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** `cards` with a second line each, or one `segment` strip. */
  look?: 'cards' | 'segment'
  labelHidden?: boolean
}

export function RadioGroup(props: RadioGroupProps) {
  const { label, options, value, onChange, error, look = 'cards', labelHidden } = props
  const id = useId()
  const name = props.name ?? id
  return (
    <div
      className="field"
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      aria-invalid={error ? true : undefined}
    >
      <span id={`${id}-label`} className={labelHidden ? 'visually-hidden' : 'field-label'}>
        {label}
      </span>
      <div className={look === 'segment' ? 'segments self-start' : 'flex flex-wrap gap-2'}>
        {options.map((option) => (
          <label
            key={option.value}
            className={look === 'segment' ? undefined : 'option-card flex-1'}
            title={option.disabledReason}
          >
            <input
              type="radio"
              className={look === 'segment' ? 'visually-hidden' : 'radio'}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={Boolean(option.disabledReason)}
              onChange={() => onChange(option.value)}
            />
            {look === 'segment' ? option.label : <RadioText option={option} />}
          </label>
        ))}
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  )
}

function RadioText({ option }: { option: RadioOption }) {
  const text = option.disabledReason ?? option.text
  return (
    <span className="grow">
      <span className="strong">{option.label}</span>
      {text ? <span className="muted block">{text}</span> : null}
    </span>
  )
}
