import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

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
